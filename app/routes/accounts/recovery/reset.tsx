import { MailRequest, MailSent } from "#app/features/accounts/recovery/mail-request.tsx";
import { CardPage } from "#app/request/card-page.tsx";
import { formState } from "#app/request/forms.ts";
import { LIFETIME } from "#worker/people/links/vocabulary.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { requestReset } from "./reset.actions.ts";

export function ServerComponent() {
  const { t, url } = edge();
  const sent = url.searchParams.has("sent") && !formState("reset").code;
  return <CardPage title={t("recovery.reset.title")}>{sent ? <Sent /> : <Request />}</CardPage>;
}

function Request() {
  const { t } = edge();
  return (
    <MailRequest id="reset" intro={t("recovery.reset.intro")} run={requestReset} title={t("recovery.reset.title")}>
      {t("recovery.reset.send")}
    </MailRequest>
  );
}

/** With `reveal_accounts` off, the text is the same for an unknown address. */
function Sent() {
  const { t, settings } = edge();
  const known = settings.reveal_accounts === "yes";
  return (
    <MailSent again={{ href: "/reset-password", label: t("recovery.reset.again") }}>
      {t(known ? "recovery.reset.sent.text" : "recovery.reset.sent.neutral", { minutes: LIFETIME.reset / MINUTE })}
    </MailSent>
  );
}
