import { formState } from "#app/features/forms/forms.ts";
import { requestReactivation } from "#app/features/leaving/leaving.actions.ts";
import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Input } from "#app/ui/input.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";

/** `/reactivate`: asks for the mail that brings a deleted account back; with `?sent` and `?done` it says how that went. */
export async function ServerComponent() {
  const { t, url, user } = edge();
  const done = url.searchParams.has("done") && (await user()) !== null;
  const sent = url.searchParams.has("sent") && !formState("reactivation-mail").code;
  return (
    <div className="container narrow">
      <Title>{t("reactivation.request.title")}</Title>
      <meta content="noindex" name="robots" />
      <Card padding="l">{done ? <Done /> : sent ? <Sent /> : <Request />}</Card>
    </div>
  );
}

function Request() {
  const { t } = edge();
  const { values, fields, message, code } = formState("reactivation-mail");
  return (
    <>
      <PageHeader intro={t("reactivation.request.intro", { days: 14 })} title={t("reactivation.request.title")} />
      {message && code !== "invalid" && <Alert title={message} tone="error" />}
      <form action={requestReactivation} className="stack">
        <Input
          autoCapitalize="none"
          autoComplete="email"
          defaultValue={values.email}
          error={fields.email}
          inputMode="email"
          label={t("reset.email")}
          maxLength={254}
          name="email"
          required
          spellCheck={false}
        />
        <Button icon="mail" size="l" wide>
          {t("reactivation.request.send")}
        </Button>
      </form>
      <p className="muted">
        <a href="/login">{t("reset.back")}</a>
      </p>
    </>
  );
}

function Sent() {
  const { t } = edge();
  return (
    <EmptyState
      action={
        <ButtonLink href="/login" variant="secondary">
          {t("reset.back")}
        </ButtonLink>
      }
      icon="mail"
      level={1}
      title={t("reset.sent.title")}
    >
      <div className="stack">
        <p>{t("reactivation.sent", { days: 14 })}</p>
        <p>{t("reset.sent.nothing")}</p>
      </div>
    </EmptyState>
  );
}

function Done() {
  const { t } = edge();
  return (
    <EmptyState
      action={
        <ButtonLink href="/members" size="l">
          {t("reset.done.members")}
        </ButtonLink>
      }
      icon="heart"
      level={1}
      title={t("reactivation.done.title")}
    >
      {t("reactivation.done.text")}
    </EmptyState>
  );
}
