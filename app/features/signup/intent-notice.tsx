import { currentPath } from "#app/request/path.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/edge/edge.ts";
import { AppError } from "#worker/lib/errors.ts";
import { intentOf } from "./flow.ts";
import css from "./flow-step.module.css";

/** What becomes of a like that somebody wanted to give before they could: said on the profile that they come back to. */
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

/**
 * Said above the steps of the sign-up: what was pressed before is not lost. The name stands there only where the domain
 * shows the member to visitors; of somebody who is not there (any more), nothing is said.
 */
export async function IntentKept({ path }: { path: string }) {
  const { t, backend, source } = edge();
  const wanted = intentOf(path);
  if (!wanted?.intent) return null;
  const { profile: id, intent } = wanted;
  let text = t(`signup.intent.joining.${intent}_somebody`);
  try {
    const { profile } = await backend.member({ id, network: source.network, sig: source.sig });
    text = t(`signup.intent.joining.${intent}`, { name: profile.name });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== "authentication_required") return null;
  }
  return (
    <p className={css.note}>
      <Icon name={intent === "like" ? "heart" : "message"} size="s" />
      {text}
    </p>
  );
}
