import type { ReactNode } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Input } from "#app/ui/input.tsx";
import { edge } from "#worker/edge/edge.ts";
import { formState } from "../forms/forms.ts";
import { confirmByCode, sendAgain } from "./activation.actions.ts";
import css from "./activation.module.css";

/** For a member whose address is not confirmed and whose profile is therefore disabled (spec section 2). */
export function ActivationReminder() {
  return (
    <Alert icon="mail" title={edge().t("activation.reminder.title")} tone="warning">
      <ConfirmAddress />
    </Alert>
  );
}

/** The same right after signing up: it stands before the page, open from the start. Its cross needs no script. */
export function ActivationModal() {
  const { t } = edge();
  const next: ReactNode = (
    <form method="dialog">
      <Button variant="secondary">{t("activation.later")}</Button>
    </form>
  );
  return (
    <Dialog closeLabel={t("notices.close")} footer={next} id="activation" open title={t("activation.reminder.title")}>
      <ConfirmAddress />
    </Dialog>
  );
}

/** The code of the mail, or another mail; what holds it says what it is about. */
export async function ConfirmAddress() {
  const { t } = edge();
  const user = await edge().user();
  const code = formState("activation-code");
  const resend = formState("activation-resend");
  return (
    <>
      <p>{resend.message ?? t("activation.reminder.text", { email: user?.email ?? "" })}</p>
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
    </>
  );
}
