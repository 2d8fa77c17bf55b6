import { currentPath } from "#app/request/path.ts";
import { Alert } from "#app/ui/alert.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { intentOf } from "./flow.ts";

/** On the profile whose "like" began the sign-up: says whether the like was sent or waits for the confirmation. */
export async function IntentNotice({ name }: { name: string }) {
  const { t, user } = edge();
  if (intentOf(currentPath())?.intent !== "like") return null;
  const confirmed = (await user())?.status === "active";
  return (
    <Alert icon="heart" title={t(confirmed ? "signup.intent.now" : "signup.intent.kept", { name })}>
      {!confirmed && t("signup.intent.confirm")}
    </Alert>
  );
}
