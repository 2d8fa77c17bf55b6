import { redirect } from "react-router";
import { PendingDeletion } from "#app/features/accounts/leaving/pending-deletion.tsx";
import { offerPasskeys } from "#app/features/accounts/sessions/passkey-offer.ts";
import { signupOpen, withNext } from "#app/features/people/identity/flow.ts";
import { siteDescription } from "#app/head/site-description.ts";
import { CardPage } from "#app/request/card-page.tsx";
import { hasFlash } from "#app/request/flash.ts";
import { formState } from "#app/request/forms.ts";
import { nextPath } from "#app/request/next.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { WIPE_KEPT_CHATS } from "#app/ui/wipe-kept-chats.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { logIn } from "./login.actions.ts";

export async function loader() {
  if (await edge().user()) throw redirect(nextPath(edge().url.searchParams.get("next")));
  const { url, method } = edge();
  // Shown once: this response clears the cookie of the ended session.
  const ended = (await edge().lostSession()) || (method === "GET" && url.searchParams.has("ended"));
  return { ended, everywhere: hasFlash("everywhere") };
}

export function ServerComponent({ loaderData }: { loaderData: { ended: boolean; everywhere: boolean } }) {
  const { t, url, settings, nonce } = edge();
  const state = formState("login");
  const { values, fields, message } = state;
  const next = values.next ?? url.searchParams.get("next") ?? "";
  const withPasskey = withNext("/login/passkey", next);
  const offer = `(${offerPasskeys})(${JSON.stringify(nextPath(next))},${JSON.stringify(withPasskey)})`;
  return (
    <CardPage description={siteDescription().description} title={t("sessions.login.title")}>
      <PageHeader intro={t(next ? "sessions.login.continue" : "sessions.login.intro")} title={t("sessions.login.title")} />
      {loaderData.everywhere && <Alert first title={t("sessions.login.everywhere")} tone="success" />}
      {loaderData.ended && !loaderData.everywhere && !message && (
        <Alert icon="logout" title={t("sessions.login.ended")} tone="warning">
          {t("sessions.login.ended_text")}
        </Alert>
      )}
      <Refusal beside={["email", "password"]} form={state} />
      <PendingDeletion form="login" />
      <form action={logIn} className="stack" noValidate>
        <input name="next" type="hidden" value={next} />
        <Input
          autoCapitalize="none"
          autoComplete="username webauthn"
          defaultValue={values.email ?? formState("reactivation-mail").values.email}
          error={fields.email}
          label={t("sessions.login.identifier")}
          maxLength={254}
          name="email"
          required
          spellCheck={false}
        />
        <PasswordField error={fields.password} label={t("sessions.login.password")} name="password" purpose="current" required />
        <Button size="l" wide>
          {t("sessions.login.submit")}
        </Button>
      </form>
      <p className="muted">
        <a href={withPasskey}>{t("sessions.login.passkey")}</a>
      </p>
      <p className="muted">
        <a href="/reset-password">{t("sessions.login.forgot")}</a>
      </p>
      {settings.reveal_accounts === "no" && (
        // With `reveal_accounts` off, an unconfirmed or deleted account gets no hint, even with the right password.
        <>
          <p className="muted">
            <a href="/activate/address">{t("signup.activation.address.waiting")}</a>
          </p>
          <p className="muted">
            <a href="/reactivate">{t("sessions.login.deleted")}</a>
          </p>
        </>
      )}
      <p className="muted">
        {signupOpen() ? (
          <>
            {t("sessions.login.no_account")} <a href={withNext("/signup", next)}>{t("sessions.login.signup")}</a>
          </>
        ) : (
          t("signup.closed.text", { site: settings.name })
        )}
      </p>
      <script nonce={nonce}>{WIPE_KEPT_CHATS + offer}</script>
    </CardPage>
  );
}
