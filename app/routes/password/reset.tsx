import { formState } from "#app/features/forms/forms.ts";
import { PendingDeletion } from "#app/features/leaving/pending-deletion.tsx";
import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Input } from "#app/ui/input.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "./password.module.css";
import { requestReset } from "./password.actions.ts";

/** `/reset-password`: asks for the mail; with `?sent` it says where to look for it. */
export function ServerComponent() {
  const { t, url } = edge();
  const sent = url.searchParams.has("sent");
  return (
    <div className="container narrow">
      <Title>{t("reset.title")}</Title>
      <Card padding="l">{sent && !formState("reset").code ? <Sent /> : <Request />}</Card>
    </div>
  );
}

function Request() {
  const { t } = edge();
  const { values, fields, message, code } = formState("reset");
  return (
    <>
      <header className={css.header}>
        <h1>{t("reset.title")}</h1>
        <p className="muted">{t("reset.intro")}</p>
      </header>
      {message && code !== "invalid" && <Alert title={message} tone="error" />}
      <form action={requestReset} className={css.form}>
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
        <PendingDeletion error={fields.email} />
        <Button icon="mail" size="l" wide>
          {t("reset.send")}
        </Button>
      </form>
      <a className={css.back} href="/login">
        {t("reset.back")}
      </a>
    </>
  );
}

/** Where accounts are not revealed, the same words for an address that nobody has. */
function Sent() {
  const { t, settings } = edge();
  const known = settings.reveal_accounts === "yes";
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
        <p>{t(known ? "reset.sent.text" : "reset.sent.neutral")}</p>
        <p>
          {t("reset.sent.nothing")} <a href="/reset-password">{t("reset.again")}</a>
        </p>
      </div>
    </EmptyState>
  );
}
