import { confirmMailChange } from "#app/features/accounts/recovery/recovery.actions.ts";
import { CardPage } from "#app/request/card-page.tsx";
import { ExpiredLink } from "#app/request/expired-link.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

type Found = CallOutput<"mailChangeLink">;

export function loader(): Promise<Found> {
  const { backend, url } = edge();
  return orThrow(backend.mailChangeLink({ token: url.searchParams.get("token") ?? "" }));
}

/** `/mail-change/do`: target of the mail's link. A GET changes nothing, because mail scanners open links. */
export async function ServerComponent({ loaderData: { state, email } }: { loaderData: Found }) {
  const { t, url, user } = edge();
  const done = state === "used" || url.searchParams.has("done");
  const path = done ? "/settings" : "/settings/email";
  const onwards = (await user())
    ? { href: path, label: t("recovery.mail_change.settings") }
    : { href: `/login?next=${encodeURIComponent(path)}`, label: t("recovery.mail_change.login") };
  return (
    <CardPage noIndex title={t("recovery.mail_change.title")}>
      {done ? (
        <ResultMessage icon="check-circle" onwards={{ ...onwards, size: "l" }} title={t("recovery.mail_change.done.title")}>
          {t("recovery.mail_change.done.text")}
        </ResultMessage>
      ) : state === "expired" ? (
        <ExpiredLink onwards={onwards}>{t("recovery.mail_change.expired")}</ExpiredLink>
      ) : (
        <Confirm email={email ?? ""} />
      )}
    </CardPage>
  );
}

function Confirm({ email }: { email: string }) {
  const { t, settings } = edge();
  const { message, fields } = formState("mail-change");
  const intro = (
    <>
      <strong>{email}</strong>
      <br />
      {t("recovery.mail_change.intro", { site: settings.name })}
    </>
  );
  return (
    <>
      <PageHeader intro={intro} title={t("recovery.mail_change.title")} />
      {message && <Alert title={fields.email ?? message} tone="error" />}
      <form action={confirmMailChange} noValidate>
        <Button icon="check" size="l" wide>
          {t("recovery.mail_change.confirm")}
        </Button>
      </form>
    </>
  );
}
