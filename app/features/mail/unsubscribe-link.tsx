import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import { AppError } from "#worker/lib/errors.ts";
import { OPTIONAL } from "#worker/mail/kinds.ts";
import { formState } from "../forms/forms.ts";
import css from "./mail.module.css";
import { stopMails } from "./unsubscribe.actions.ts";

/** `/u…`: stops the kind of mail that the link came with, for whoever has the mail, logged in or not. */
export async function UnsubscribeLink({ token }: { token: string }) {
  const context = edge();
  try {
    const found = await context.backend.unsubscription({ token });
    return <Choice found={found} token={token} />;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "link_expired") throw error;
    context.status = error.status;
    return <Unknown />;
  }
}

function Choice({ found: { type, stopped }, token }: { found: CallOutput<"unsubscription">; token: string }) {
  const { t, settings } = edge();
  const { message } = formState("unsubscribe");
  const title = t("unsubscribe.title", { site: settings.name });
  const done = stopped.includes(type);
  return (
    <div className="container narrow page">
      <Title>{title}</Title>
      <Card padding="l">
        <PageHeader title={title} />
        {message && <Alert title={message} tone="error" />}
        {done ? (
          <Alert title={t("unsubscribe.done")} tone="success">
            <Types of={stopped} />
          </Alert>
        ) : (
          <>
            <p>{t("unsubscribe.intro")}</p>
            <Types of={[type]} />
          </>
        )}
        <div className={css.choices}>
          {!done && <Stop label={t("unsubscribe.stop")} token={token} />}
          {stopped.length < OPTIONAL.length && <Stop all label={t("unsubscribe.all")} token={token} />}
        </div>
        <p className={css.note}>
          {t("unsubscribe.needed")} <a href="/notifications">{t("unsubscribe.back")}</a>
        </p>
      </Card>
    </div>
  );
}

function Types({ of }: { of: readonly (typeof OPTIONAL)[number][] }) {
  const { t } = edge();
  return (
    <ul className={css.types}>
      {of.map((type) => (
        <li key={type}>
          <Badge>{t(`mailbox.types.${type}`)}</Badge>
        </li>
      ))}
    </ul>
  );
}

function Stop({ all = false, label, token }: { all?: boolean; label: string; token: string }) {
  return (
    <form action={stopMails}>
      <input name="token" type="hidden" value={token} />
      <input name="all" type="hidden" value={all ? "1" : ""} />
      <Button size="l" variant={all ? "secondary" : "primary"} wide>
        {label}
      </Button>
    </form>
  );
}

/** Somebody has mistyped it, or the account is gone: either way no mails come by it. */
function Unknown() {
  const { t } = edge();
  const title = t("unsubscribe.unknown.title");
  return (
    <div className="container narrow page">
      <Title>{title}</Title>
      <Card padding="l">
        <EmptyState
          action={
            <ButtonLink href="/notifications" size="l">
              {t("unsubscribe.back")}
            </ButtonLink>
          }
          icon="mail"
          level={1}
          title={title}
        >
          {t("unsubscribe.unknown.text")}
        </EmptyState>
      </Card>
    </div>
  );
}
