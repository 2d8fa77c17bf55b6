import { Alert } from "#app/ui/alert.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./own-sections.module.css";
import { promptText } from "./prompts.ts";

type Own = CallOutput<"profile">;
type Field = Own["held"][number]["field"];

/** Says that others do not see a new text: a person looks at it, or has refused it. */
export function HeldNote({ own, field }: { own: Own; field: Field }) {
  const { t } = edge();
  const held = own.held.filter((one) => one.field === field);
  if (held.some(({ status }) => status === "waiting"))
    return <Alert tone="info">{t(field === "identity" ? "members.self.waits" : "members.held.waiting")}</Alert>;
  const [refused] = held;
  if (!refused) return null;
  return (
    <Alert tone="warning">
      <p>{t("members.held.refused")}</p>
      {refused.reason && <p>{t("decisions.because", { reason: t(`reports.reasons.${refused.reason}`) })}</p>}
      <blockquote className={css.refused} dir="auto">
        {refused.about}
        {refused.identity_words}
        {refused.prompts.map(({ question, answer }) => (
          <p key={question}>
            {promptText(question)} {answer}
          </p>
        ))}
      </blockquote>
      <a href="/settings/reports">{t("members.held.decision")}</a>
    </Alert>
  );
}
