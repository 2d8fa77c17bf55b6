import type { ReactNode } from "react";
import { formState } from "#app/request/forms.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FlashMessage } from "#app/ui/flash-message.client.tsx";
import { StripFold } from "#app/ui/strip.shared.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { ConfirmAddress, SIGNUP_COMPLETE } from "./confirm-address.tsx";

/** True if the reminder is the modal after a sign-up: by query, or by a form of the modal. */
export function followsSignup(): boolean {
  const { url, form } = edge();
  return url.searchParams.has(SIGNUP_COMPLETE) || form?.values[SIGNUP_COMPLETE] !== undefined;
}

/** Shown while the address is unconfirmed and the profile therefore disabled. */
export function ActivationReminder() {
  const { t, url, form } = edge();
  const asked = form?.id.startsWith("activation-") || url.searchParams.has("sent");
  return (
    <StripFold icon="mail" id="activation-reminder" open={asked} title={t("signup.activation.reminder.title")}>
      <ConfirmAddress />
    </StripFold>
  );
}

/** The same as a modal right after sign-up, open in the HTML. Its close button needs no script. */
export function ActivationModal() {
  const { t, now } = edge();
  const next: ReactNode = (
    <form method="dialog" noValidate>
      <Button variant="secondary">{t("signup.activation.later")}</Button>
    </form>
  );
  const answered = Boolean(formState("activation-code").message ?? formState("activation-resend").message);
  return (
    <Dialog
      closeLabel={t("notices.close")}
      focusInside={answered}
      footer={next}
      id="activation"
      open
      title={t("signup.activation.reminder.title")}
    >
      <ConfirmAddress modal />
      <FlashMessage at={now()} param={SIGNUP_COMPLETE} />
    </Dialog>
  );
}
