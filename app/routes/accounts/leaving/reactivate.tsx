import { requestReactivation } from "#app/features/accounts/leaving/leaving.actions.ts";
import { MailRequest, MailSent } from "#app/features/accounts/recovery/mail-request.tsx";
import { CardPage } from "#app/request/card-page.tsx";
import { formState } from "#app/request/forms.ts";
import { ResultMessage } from "#app/ui/result-message.tsx";
import { REACTIVATION_DAYS } from "#worker/accounts/leaving/leaving.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** `/reactivate`: requests the reactivation mail; `?sent` and `?done` show the result. */
export async function ServerComponent() {
  const { t, url, user } = edge();
  const done = url.searchParams.has("done") && (await user()) !== null;
  const sent = url.searchParams.has("sent") && !formState("reactivation-mail").code;
  return (
    <CardPage noIndex title={t("leaving.reactivation.request.title")}>
      {done ? <Done /> : sent ? <Sent /> : <Request />}
    </CardPage>
  );
}

function Request() {
  const { t } = edge();
  return (
    <MailRequest
      id="reactivation-mail"
      intro={t("leaving.reactivation.request.intro", { days: REACTIVATION_DAYS })}
      run={requestReactivation}
      title={t("leaving.reactivation.request.title")}
    >
      {t("leaving.reactivation.request.send")}
    </MailRequest>
  );
}

function Sent() {
  const { t } = edge();
  return (
    <MailSent again={{ href: "/reactivate", label: t("leaving.reactivation.again") }}>
      {t("leaving.reactivation.sent", { days: REACTIVATION_DAYS })}
    </MailSent>
  );
}

function Done() {
  const { t } = edge();
  return (
    <ResultMessage
      icon="heart"
      onwards={{ href: "/members", label: t("recovery.reset.done.members"), size: "l" }}
      title={t("leaving.reactivation.done.title")}
    >
      {t("leaving.reactivation.done.text")}
    </ResultMessage>
  );
}
