import { NewPasswordFields } from "#app/features/accounts/recovery/new-password-fields.tsx";
import { UsernameField } from "#app/features/accounts/recovery/username-field.tsx";
import { CardPage } from "#app/request/card-page.tsx";
import { ExpiredLink } from "#app/request/expired-link.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import { LIFETIME } from "#worker/people/links/vocabulary.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { setPassword } from "./reset.actions.ts";

type Found = CallOutput<"resetLink">;

export function loader(): Promise<Found> {
  const { backend, url } = edge();
  return orThrow(backend.resetLink({ token: url.searchParams.get("token") ?? "" }));
}

/** `/reset-password/do`: target of the mail's link. A GET changes nothing, because mail scanners open links. */
export async function ServerComponent({ loaderData: { state, email } }: { loaderData: Found }) {
  const { t, url, user } = edge();
  const here = (await user()) !== null;
  const done = state === "used" || (url.searchParams.has("done") && here);
  const onwards = here
    ? { href: "/members", label: t("recovery.reset.done.members") }
    : { href: "/login", label: t("recovery.mail_change.login") };
  return (
    <CardPage noIndex title={t("recovery.reset.choose.title")}>
      {done ? (
        <ResultMessage icon="check-circle" onwards={{ ...onwards, size: "l" }} title={t("recovery.reset.done.title")}>
          {t(here ? "recovery.reset.done.text" : "recovery.reset.done.again")}
        </ResultMessage>
      ) : state === "expired" ? (
        <ExpiredLink onwards={{ href: "/reset-password", icon: "mail", label: t("recovery.reset.again") }}>
          {t("recovery.reset.expired", { minutes: LIFETIME.reset / MINUTE })}
        </ExpiredLink>
      ) : (
        <Choose email={email ?? ""} />
      )}
    </CardPage>
  );
}

function Choose({ email }: { email: string }) {
  const { t } = edge();
  const state = formState("new-password");
  return (
    <>
      <PageHeader intro={t("recovery.reset.choose.intro")} title={t("recovery.reset.choose.title")} />
      {edge().url.searchParams.has("restored") && !state.code && (
        <Alert first title={t("recovery.mail_undo.done")} tone="success" />
      )}
      <Refusal beside={["password", "password_repeat"]} form={state} />
      <form action={setPassword} className="stack" noValidate>
        <UsernameField email={email} />
        <NewPasswordFields fields={state.fields} />
        <Button icon="lock" size="l" wide>
          {t("recovery.reset.choose.save")}
        </Button>
      </form>
    </>
  );
}
