import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { edge, type FormState } from "#worker/edge/edge.ts";

export interface RefusalProps {
  form: FormState;
  /** The fields that say themselves what is wrong with them. */
  beside?: readonly string[];
}

/** Why a form as a whole was refused, and where that is mended; nothing where it was not, or where its fields say it. */
export function Refusal({ form: { message, fields, code, done }, beside = [] }: RefusalProps) {
  const { t } = edge();
  if (!message || done || beside.some((field) => fields[field])) return null;
  const action = code === "not_confirmed" && (
    <ButtonLink href="/activate" size="s">
      {t("activation.confirm")}
    </ButtonLink>
  );
  return <Alert action={action} title={message} tone="error" />;
}
