import type { ReactNode } from "react";
import { StripFold } from "#app/features/notices/strip.shared.tsx";
import { formState } from "#app/request/forms.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FlashMessage } from "#app/ui/flash-message.client.tsx";
import { Input } from "#app/ui/input.tsx";
import { edge } from "#worker/edge/edge.ts";
import { takesCode } from "#worker/signup/activation.vocabulary.ts";
import { confirmByCode, sendAgain } from "./activation.actions.ts";
import css from "./activation.module.css";
import { mailSentText } from "./mail-sent.ts";

/** Query parameter of the sign-up's last page, named by the spec. */
const SIGNUP_COMPLETE = "api_signup_complete";

const SENT = "activation-sent";

/** True if the reminder is the modal after a sign-up: by query, or by a form of the modal. */
export function followsSignup(): boolean {
  const { url, form } = edge();
  return url.searchParams.has(SIGNUP_COMPLETE) || form?.values[SIGNUP_COMPLETE] !== undefined;
}

/** Shown while the address is unconfirmed and the profile therefore disabled (spec section 2). */
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
    <form method="dialog">
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

/** Code, resend and change of address; the caller adds the heading. */
export async function ConfirmAddress({ modal = false }: { modal?: boolean }) {
  const { t, url, form, now, settings } = edge();
  const byCode = takesCode(settings);
  const email = (await edge().user())?.email ?? "";
  const code = formState("activation-code");
  const resend = formState("activation-resend");
  // The query belongs to an earlier form: a form just posted is newer.
  const sent = resend.done || (!form && url.searchParams.has("sent"));
  const refused = resend.done ? null : (resend.message ?? (code.fields.code ? null : code.message));
  // A script has removed the query, so the modal's forms carry the mark.
  const mark = modal && <input name={SIGNUP_COMPLETE} type="hidden" value="" />;
  return (
    <div className={css.confirm}>
      {import.meta.viteRsc.loadCss()}
      {sent && !resend.done && <FlashMessage at={now()} id={SENT} param="sent" />}
      {refused && <Alert title={refused} tone="error" />}
      {sent ? (
        <Alert first id={SENT} tone="success">
          {mailSentText(email)}
        </Alert>
      ) : (
        <p>{t(byCode ? "signup.activation.reminder.text" : "signup.activation.reminder.text_link", { email })}</p>
      )}
      {byCode && (
        <form action={confirmByCode} className={css.code}>
          {mark}
          {/* More than six: pasted codes contain spaces and dashes. */}
          <Input
            autoComplete="one-time-code"
            error={code.fields.code}
            inputMode="numeric"
            label={t("signup.activation.code")}
            maxLength={20}
            name="code"
            required
          />
          <Button>{t("signup.activation.confirm")}</Button>
        </form>
      )}
      <div className={css.others}>
        <form action={sendAgain}>
          {mark}
          <Button size="s" variant="quiet">
            {t("signup.activation.resend")}
          </Button>
        </form>
        <ButtonLink href="/activate/address" size="s" variant="quiet">
          {t("signup.activation.address.link")}
        </ButtonLink>
      </div>
    </div>
  );
}
