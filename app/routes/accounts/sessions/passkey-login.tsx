import { redirect } from "react-router";
import { PasskeyLogin } from "#app/features/accounts/sessions/passkey-login.client.tsx";
import { passkeyTexts } from "#app/features/accounts/sessions/passkey-texts.ts";
import { withNext } from "#app/features/people/identity/flow.ts";
import { CardPage } from "#app/request/card-page.tsx";
import { nextPath } from "#app/request/next.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ScriptOnly } from "#app/ui/script-only.tsx";
import { edge } from "#worker/server/edge/edge.ts";

/** `/login/passkey`: a separate page, so that the password log-in needs no scripts. */
export const handle = { scripts: true };

export async function loader() {
  if (await edge().user()) throw redirect(nextPath(edge().url.searchParams.get("next")));
  return null;
}

function words() {
  const { t } = edge();
  return {
    ...passkeyTexts(),
    use: t("sessions.passkeys.use"),
    decision: t("decisions.whole"),
  };
}

export function ServerComponent() {
  const { t, url } = edge();
  const next = url.searchParams.get("next") ?? "";
  return (
    <CardPage title={t("sessions.passkeys.login")}>
      <PageHeader intro={t("sessions.passkeys.login_intro")} title={t("sessions.passkeys.login")} />
      <ScriptOnly otherwise={t("sessions.passkeys.needs_script")}>
        <PasskeyLogin next={nextPath(next)} words={words()} />
      </ScriptOnly>
      <p className="muted">
        <a href={withNext("/login", next)}>{t("sessions.passkeys.with_password")}</a>
      </p>
    </CardPage>
  );
}
