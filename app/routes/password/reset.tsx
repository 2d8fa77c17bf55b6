import { formState } from "#app/features/forms/forms.ts";
import { PendingDeletion } from "#app/features/leaving/pending-deletion.tsx";
import { CardPage } from "#app/layouts/card-page.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmailInput } from "#app/ui/email-input.tsx";
import { Outcome } from "#app/ui/outcome.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { StandaloneLink } from "#app/ui/standalone-link.tsx";
import { RESET_MINUTES } from "#worker/accounts/reset.ts";
import { edge } from "#worker/edge/edge.ts";
import { requestReset } from "./password.actions.ts";

/** `/reset-password`: asks for the mail; with `?sent` it says where to look for it. */
export function ServerComponent() {
  const { t, url } = edge();
  const sent = url.searchParams.has("sent") && !formState("reset").code;
  return <CardPage title={t("reset.title")}>{sent ? <Sent /> : <Request />}</CardPage>;
}

function Request() {
  const { t } = edge();
  const { values, fields, message, code } = formState("reset");
  return (
    <>
      <PageHeader intro={t("reset.intro")} title={t("reset.title")} />
      {message && code !== "invalid" && <Alert title={message} tone="error" />}
      <form action={requestReset} className="stack">
        <EmailInput defaultValue={values.email} error={fields.email} label={t("reset.email")} required />
        <PendingDeletion error={fields.email} />
        <Button icon="mail" size="l" wide>
          {t("reset.send")}
        </Button>
      </form>
      <StandaloneLink centred href="/login">
        {t("reset.back")}
      </StandaloneLink>
    </>
  );
}

/** Where accounts are not revealed, the same words for an address that nobody has. */
function Sent() {
  const { t, settings } = edge();
  const known = settings.reveal_accounts === "yes";
  return (
    <Outcome icon="mail" onwards={{ href: "/login", label: t("reset.back"), variant: "secondary" }} title={t("reset.sent.title")}>
      <div className="stack">
        <p>{t(known ? "reset.sent.text" : "reset.sent.neutral", { minutes: RESET_MINUTES })}</p>
        <p>
          {t("reset.sent.nothing")} <a href="/reset-password">{t("reset.again")}</a>
        </p>
      </div>
    </Outcome>
  );
}
