import { orThrow } from "#app/features/errors/answer.ts";
import { formState } from "#app/features/forms/forms.ts";
import { UsernameField } from "#app/features/recovery/username-field.tsx";
import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import css from "./password.module.css";
import { setPassword } from "./password.actions.ts";

type Found = CallOutput<"resetLink">;

export function loader(): Promise<Found> {
  const { backend, url } = edge();
  return orThrow(backend.resetLink({ token: url.searchParams.get("token") ?? "" }));
}

/** `/reset-password/do`: where the mail's link leads. Opening it changes nothing, for mail scanners do that too. */
export async function ServerComponent({ loaderData: { state, email } }: { loaderData: Found }) {
  const { t, url, user } = edge();
  const done = url.searchParams.has("done") && (await user()) !== null;
  return (
    <div className="container narrow">
      <Title>{t("reset.choose.title")}</Title>
      <meta content="noindex" name="robots" />
      <Card padding="l">{done ? <Done /> : state === "expired" ? <Expired /> : <Choose email={email ?? ""} />}</Card>
    </div>
  );
}

function Choose({ email }: { email: string }) {
  const { t } = edge();
  const { fields, message, code } = formState("new-password");
  return (
    <>
      <header className={css.header}>
        <h1>{t("reset.choose.title")}</h1>
        <p className="muted">{t("reset.choose.intro")}</p>
      </header>
      {edge().url.searchParams.has("restored") && !code && <Alert title={t("mail_undo.done")} tone="success" />}
      {message && code !== "invalid" && <Alert title={message} tone="error" />}
      <form action={setPassword} className={css.form}>
        <UsernameField email={email} />
        <PasswordField
          error={fields.password}
          hint={t("reset.choose.hint")}
          label={t("reset.choose.password")}
          name="password"
          purpose="new"
          required
        />
        <PasswordField
          error={fields.password_repeat}
          label={t("reset.choose.repeat")}
          name="password_repeat"
          purpose="new"
          required
        />
        <Button icon="lock" size="l" wide>
          {t("reset.choose.save")}
        </Button>
      </form>
    </>
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
      icon="check-circle"
      level={1}
      title={t("reset.done.title")}
    >
      {t("reset.done.text")}
    </EmptyState>
  );
}

function Expired() {
  const { t } = edge();
  return (
    <EmptyState
      action={
        <ButtonLink href="/reset-password" icon="mail" size="l">
          {t("reset.again")}
        </ButtonLink>
      }
      icon="clock"
      level={1}
      title={t("errors.link_expired")}
    >
      {t("reset.expired")}
    </EmptyState>
  );
}
