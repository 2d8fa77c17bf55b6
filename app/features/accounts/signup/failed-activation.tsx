import { sendAgain } from "#app/features/people/identity/resend.actions.ts";
import { CardPage } from "#app/request/card-page.tsx";
import { formState } from "#app/request/forms.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { edge } from "#worker/server/edge/edge.ts";

/** Replaced, expired or unknown link; the remedy depends on the session. */
export async function FailedActivation() {
  const { t, settings } = edge();
  const resend = formState("activation-resend");
  const title = t("signup.activation.error.title");
  return (
    <CardPage title={title}>
      <EmptyState action={<NextStep />} icon={resend.done ? "mail" : "clock"} level={1} title={title}>
        <div className="stack">
          {resend.message ? (
            <Alert first title={resend.message} tone={resend.done ? "success" : "error"} />
          ) : (
            <p>{t("errors.link_expired")}</p>
          )}
          <p>{t("signup.activation.error.support", { support: settings.support_email })}</p>
        </div>
      </EmptyState>
    </CardPage>
  );
}

async function NextStep() {
  const { t, settings } = edge();
  const user = await edge().user();
  if (user?.status === "not_confirmed") {
    return (
      <form action={sendAgain} noValidate>
        <Button icon="mail" size="l">
          {t("signup.activation.resend")}
        </Button>
      </form>
    );
  }
  if (user) return <ButtonLink href="/members">{t("signup.activation.error.members")}</ButtonLink>;
  // Where log-in requires a confirmed address, a link to it would be a dead end.
  const href = settings.reveal_accounts === "no" ? "/activate/address" : `/login?next=${encodeURIComponent("/activate")}`;
  return (
    <ButtonLink href={href} size="l">
      {t(settings.reveal_accounts === "no" ? "signup.activation.resend" : "signup.activation.error.login")}
    </ButtonLink>
  );
}
