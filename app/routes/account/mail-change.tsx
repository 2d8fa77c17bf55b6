import type { ReactNode } from "react";
import { orThrow } from "#app/features/errors/answer.ts";
import { formState } from "#app/features/forms/forms.ts";
import { confirmMailChange } from "#app/features/recovery/recovery.actions.ts";
import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";

type Found = CallOutput<"mailChangeLink">;

export function loader(): Promise<Found> {
  const { backend, url } = edge();
  return orThrow(backend.mailChangeLink({ token: url.searchParams.get("token") ?? "" }));
}

/** `/mail-change/do`: where the mail's link leads. Opening it changes nothing, for mail scanners do that too. */
export async function ServerComponent({ loaderData: { state, email } }: { loaderData: Found }) {
  const { t, url, user } = edge();
  const next = (
    <ButtonLink href={(await user()) ? "/settings" : "/login"} size="l">
      {t((await user()) ? "mail_change.settings" : "mail_change.login")}
    </ButtonLink>
  );
  return (
    <div className="container narrow">
      <Title>{t("mail_change.title")}</Title>
      <meta content="noindex" name="robots" />
      <Card padding="l">
        {url.searchParams.has("done") ? (
          <Done next={next} />
        ) : state === "expired" ? (
          <Expired next={next} />
        ) : (
          <Confirm email={email ?? ""} />
        )}
      </Card>
    </div>
  );
}

function Confirm({ email }: { email: string }) {
  const { t, settings } = edge();
  const { message, fields } = formState("mail-change");
  const intro = (
    <>
      <strong>{email}</strong>
      <br />
      {t("mail_change.intro", { site: settings.name })}
    </>
  );
  return (
    <>
      <PageHeader intro={intro} title={t("mail_change.title")} />
      {message && <Alert title={fields.email ?? message} tone="error" />}
      <form action={confirmMailChange}>
        <Button icon="check" size="l" wide>
          {t("mail_change.confirm")}
        </Button>
      </form>
    </>
  );
}

function Done({ next }: { next: ReactNode }) {
  const { t } = edge();
  return (
    <EmptyState action={next} icon="check-circle" level={1} title={t("mail_change.done.title")}>
      {t("mail_change.done.text")}
    </EmptyState>
  );
}

function Expired({ next }: { next: ReactNode }) {
  const { t } = edge();
  return (
    <EmptyState action={next} icon="clock" level={1} title={t("errors.link_expired")}>
      {t("mail_change.expired")}
    </EmptyState>
  );
}
