import { redirect } from "react-router";
import { CardPage } from "#app/request/card-page.tsx";
import { ExpiredLink } from "#app/request/expired-link.tsx";
import { formState } from "#app/request/forms.ts";
import { nextPath } from "#app/request/next.ts";
import { loginPath, orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { logInByLink } from "./login-link.actions.ts";

type Found = CallOutput<"loginLink">;

export async function loadLoginLink(token: string): Promise<Found> {
  const found = await orThrow(edge().backend.loginLink({ token }));
  if (found.state === "here") throw redirect(nextPath(found.path));
  return found;
}

/** A button, because mail scanners open links. */
export async function LoginLink({ token, found: { state, path, name } }: { token: string; found: Found }) {
  const { t, settings, user } = edge();
  const here = (await user())?.profile;
  const onwards = here
    ? { href: "/members", label: t("signup.activation.error.members") }
    : { href: loginPath(), label: t("nav.login") };
  return (
    <CardPage title={t("sessions.loginLink.title")}>
      {state === "open" ? (
        <>
          <PageHeader
            intro={t("sessions.loginLink.text", { site: settings.name })}
            title={t("sessions.loginLink.hello", { name: name ?? "" })}
          />
          {here && <Alert title={t("sessions.loginLink.replaces", { name: here.name })} tone="warning" />}
          <Refusal form={formState("login-link")} />
          <form action={logInByLink} noValidate>
            <input name="token" type="hidden" value={token} />
            <input name="next" type="hidden" value={nextPath(path)} />
            <input name="here" type="hidden" value={here?.id ?? ""} />
            <Button size="l" wide>
              {t("sessions.loginLink.button")}
            </Button>
          </form>
          {here && (
            <ButtonLink href={onwards.href} variant="quiet" wide>
              {onwards.label}
            </ButtonLink>
          )}
        </>
      ) : (
        // Logged in, its own member is led on by the spent link.
        <ExpiredLink onwards={onwards} title={t("sessions.loginLink.expiredTitle")}>
          {t("sessions.loginLink.expired")}
        </ExpiredLink>
      )}
    </CardPage>
  );
}
