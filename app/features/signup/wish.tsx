import { Alert } from "#app/ui/alert.tsx";
import { edge } from "#worker/edge/edge.ts";
import { intentionOf } from "./flow.ts";
import { currentPath } from "../session/path.ts";

/** What becomes of a like that somebody wanted to give before they could: said on the profile that they come back to. */
export async function Wish({ name }: { name: string }) {
  const { t, user } = edge();
  if (intentionOf(currentPath())?.intent !== "like") return null;
  const confirmed = (await user())?.status === "active";
  return (
    <Alert icon="heart" title={t(confirmed ? "wish.now" : "wish.kept", { name })}>
      {!confirmed && t("wish.confirm")}
    </Alert>
  );
}
