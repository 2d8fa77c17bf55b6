import { edge } from "#worker/server/edge/edge.ts";
import { Logo } from "./logo.tsx";

/** The domain's logo as a link: the search for members, the index for visitors. */
export async function HomeLogo() {
  return <Logo href={(await edge().user()) ? "/members" : "/"} />;
}
