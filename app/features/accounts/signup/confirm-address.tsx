import { mailSentText } from "#app/features/people/identity/mail-sent.ts";
import { sendAgain } from "#app/features/people/identity/resend.actions.ts";
import { formState } from "#app/request/forms.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CodeInput } from "#app/ui/code-input.tsx";
import { FlashMessage } from "#app/ui/flash-message.client.tsx";
import { takesCode } from "#worker/people/identity/activation.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { confirmByCode } from "./activation.actions.ts";
import css from "./activation.module.css";

/** Query parameter of the sign-up's last page. */
export const SIGNUP_COMPLETE = "api_signup_complete";

const SENT = "activation-sent";

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
        <form action={confirmByCode} className={css.code} noValidate>
          {mark}
          <CodeInput defaultValue={code.values.code} error={code.fields.code} label={t("signup.activation.code")} />
          <Button>{t("signup.activation.confirm")}</Button>
        </form>
      )}
      <div className={css.others}>
        <form action={sendAgain} noValidate>
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
