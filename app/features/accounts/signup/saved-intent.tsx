import { intentOf } from "#app/features/people/identity/flow.ts";
import { Icon } from "#app/ui/icon.tsx";
import { AppError } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./flow-step.module.css";

/** Says above the sign-up steps that the intent is saved. The name appears only if the domain shows the member to visitors. */
export async function SavedIntent({ path }: { path: string }) {
  const { t, backend, source } = edge();
  const found = intentOf(path);
  if (!found?.intent) return null;
  const { profile: id, intent } = found;
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
