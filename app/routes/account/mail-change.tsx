import type { ReactNode } from "react";
import { formState } from "#app/features/forms/forms.ts";
import { confirmMailChange } from "#app/features/recovery/recovery.actions.ts";
import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { isMailChangeLink } from "#worker/accounts/mail-change.ts";
import { edge } from "#worker/edge/edge.ts";

/** `/mail-change/do`: where the mail's link leads. Opening it changes nothing, for mail scanners do that too. */
export async function ServerComponent() {
  const { t, url, user } = edge();
  const next = (
    <ButtonLink href={(await user()) ? "/settings" : "/login"} size="l">
      {t((await user()) ? "mail_change.settings" : "mail_change.login")}
    </ButtonLink>
  );
  const { code } = formState("mail-change");
  const expired = !isMailChangeLink(url.searchParams.get("token") ?? "") || code === "link_expired";
  return (
    <div className="container narrow">
      <Title>{t("mail_change.title")}</Title>
      <meta content="noindex" name="robots" />
      <Card padding="l">
        {url.searchParams.has("done") ? <Done next={next} /> : expired ? <Expired next={next} /> : <Confirm />}
      </Card>
    </div>
  );
}

function Confirm() {
  const { t, settings } = edge();
  const { message, fields } = formState("mail-change");
  return (
    <>
      <PageHeader intro={t("mail_change.intro", { site: settings.name })} title={t("mail_change.title")} />
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
