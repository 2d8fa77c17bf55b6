import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { edge } from "#worker/edge/edge.ts";
import { formState } from "../forms/forms.ts";
import { confirmByCode, sendAgain } from "./activation.actions.ts";
import css from "./activation.module.css";

/** Shown to a member whose address is not confirmed and whose profile is therefore disabled (spec section 2). */
export async function ActivationReminder() {
  const { t } = edge();
  const user = await edge().user();
  if (user?.status !== "not_confirmed" || user.notifications_disabled.length > 0) return null;
  const code = formState("activation-code");
  const resend = formState("activation-resend");
  return (
    <Alert icon="mail" title={t("activation.reminder.title")} tone="warning">
      <p>{resend.message ?? t("activation.reminder.text", { email: user.email })}</p>
      <div className={css.forms}>
        <form action={confirmByCode} className={css.code}>
          <Input
            autoComplete="one-time-code"
            error={code.fields.code ?? (code.done ? undefined : (code.message ?? undefined))}
            inputMode="numeric"
            label={t("activation.code")}
            maxLength={12}
            name="code"
            required
          />
          <Button>{t("activation.confirm")}</Button>
        </form>
        <form action={sendAgain}>
          <Button variant="quiet">{t("activation.resend")}</Button>
        </form>
      </div>
    </Alert>
  );
}
