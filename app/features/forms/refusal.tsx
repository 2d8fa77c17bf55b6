import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { edge, type FormState } from "#worker/edge/edge.ts";

/** Why a form without fields was refused, and where that is mended; nothing where it was not. */
export function Refusal({ form: { message, code, done } }: { form: FormState }) {
  const { t } = edge();
  if (!message || done) return null;
  const action = code === "not_confirmed" && (
    <ButtonLink href="/activate" size="s">
      {t("activation.confirm")}
    </ButtonLink>
  );
  return (
    <Alert action={action} tone="error">
      {message}
    </Alert>
  );
}
