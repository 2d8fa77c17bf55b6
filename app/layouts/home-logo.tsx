import { edge } from "#worker/edge/edge.ts";
import { Logo } from "./logo.tsx";

/** The domain's logo as a link: the search for members, the index for visitors. */
export async function HomeLogo() {
  const { t, settings, user } = edge();
  const { name } = settings;
  return <Logo href={(await user()) ? "/members" : "/"} label={t("nav.home", { name })} name={name} />;
}
