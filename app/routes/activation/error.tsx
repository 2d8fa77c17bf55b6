import { AlreadyConfirmed } from "#app/features/activation/activation-link.tsx";
import { FailedActivation } from "#app/features/activation/failed-activation.tsx";
import { edge } from "#worker/edge/edge.ts";

export const handle = { scripts: "member" };

/** Where a link leads that did not work; whoever is confirmed has nothing to mend. */
export async function ServerComponent() {
  const user = await edge().user();
  return user?.status === "active" ? <AlreadyConfirmed mine /> : <FailedActivation />;
}
