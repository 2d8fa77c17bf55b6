import { CardPage } from "#app/request/card-page.tsx";
import { formState } from "#app/request/forms.ts";
import { LinkForm } from "#app/request/link-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import { isByConsent, OPTIONAL } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./mail.module.css";
import { stopMails } from "./unsubscribe.actions.ts";

/** `/u…`: unsubscribes from the mail's type, with or without a session. */
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

function Choice({ found, token }: { found: CallOutput<"unsubscription">; token: string }) {
  const { t, settings } = edge();
  const { message } = formState("unsubscribe");
  const title = t("mail.unsubscribe.title", { site: settings.name });
  const { type } = found;
  const stopped = OPTIONAL.filter((kind) => found.stopped.includes(kind));
  const kinds = OPTIONAL.filter((kind) => (found.kinds ?? [type]).includes(kind));
  const done = kinds.length > 0 && kinds.every((kind) => stopped.includes(kind));
  return (
    <CardPage title={title}>
      <PageHeader title={title} />
      {message && <Alert title={message} tone="error" />}
      {done ? (
        <Alert first title={t("mail.unsubscribe.done")} tone="success">
          <Types of={stopped} />
        </Alert>
      ) : (
        <>
          <p>{t("mail.unsubscribe.intro")}</p>
          <Types of={kinds} />
        </>
      )}
      <div className={css.choices}>
        {!done && (
          <LinkForm run={stopMails} token={token}>
            {t("mail.unsubscribe.stop")}
          </LinkForm>
        )}
        {OPTIONAL.some((kind) => !isByConsent(kind) && !stopped.includes(kind)) && (
          <LinkForm name="all" run={stopMails} token={token} value="1" variant="secondary">
            {t("mail.unsubscribe.all")}
          </LinkForm>
        )}
      </div>
      <p className={css.note}>
        {t("mail.unsubscribe.needed")} <a href="/notifications">{t("mail.unsubscribe.back")}</a>
      </p>
    </CardPage>
  );
}

function Types({ of }: { of: readonly (typeof OPTIONAL)[number][] }) {
  const { t } = edge();
  return (
    <ul className={css.types}>
      {of.map((type) => (
        <li key={type}>
          <Badge>{t(`mail.settings.types.${type}`)}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** An unknown token: mistyped, or of a deleted account. */
function Unknown() {
  const { t } = edge();
  const title = t("mail.unsubscribe.unknown.title");
  return (
    <CardPage title={title}>
      <ResultMessage icon="mail" onwards={{ href: "/notifications", label: t("mail.unsubscribe.back"), size: "l" }} title={title}>
        {t("mail.unsubscribe.unknown.text")}
      </ResultMessage>
    </CardPage>
  );
}
