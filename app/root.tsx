import { isRouteErrorResponse, Outlet } from "react-router";
import { edge } from "#worker/edge/edge.ts";
import { orThrow } from "./features/errors/answer.ts";
import { ErrorPage } from "./features/errors/error-page.tsx";
import { consentFirst } from "./features/session/consent-first.ts";
import { Alternates } from "./layouts/alternates.tsx";
import { Logo } from "./layouts/logo.tsx";
import { LanderShell } from "./layouts/shells.tsx";
import { BeginAtAnswer } from "./ui/begin-at-answer.client.tsx";
import { UnansweredNote } from "./ui/unanswered.client.tsx";
import { Theme } from "./layouts/theme.tsx";

/** The document around every page. Titles and descriptions come from the pages: React hoists them into the head. */
export function ServerLayout({ children }: { children: React.ReactNode }) {
  const { t, language, nonce, session, form, requestId } = edge();
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <link href="/icons/icon.svg" rel="icon" type="image/svg+xml" />
        <link href="/icons/touch-180.png" rel="apple-touch-icon" />
        <link crossOrigin="use-credentials" href="/manifest.webmanifest" rel="manifest" />
        <Alternates />
        {import.meta.env.DEV && <meta nonce={nonce} property="csp-nonce" />}
        <Theme />
      </head>
      <body className={session ? "logged-in" : "logged-out"}>
        {children}
        <BeginAtAnswer answer={form && requestId} />
        <UnansweredNote text={t("error.unforeseen")} />
      </body>
    </html>
  );
}

/** Every page shows who is logged in. Where an upstream should know and fails, it is the whole page that fails, with its status. */
export async function loader() {
  if (edge().upstream) await orThrow(edge().user());
  await consentFirst();
  return null;
}

export function ServerComponent() {
  return <Outlet />;
}

/** An unknown path, a missing object, or a failure (spec sections 2 and 8). Small: the router renders it with every page. */
export function ServerErrorBoundary({ error }: { error: unknown }) {
  const { t, requestId, settings } = edge();
  const { name } = settings;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const notFound = status === 404;
  return (
    <LanderShell logo={<Logo href="/" label={t("nav.home", { name })} name={name} />} skipLabel={t("app.skip")}>
      <title>{`${status} · ${name}`}</title>
      <meta content="noindex" name="robots" />
      <ErrorPage
        link={{ href: "/", label: t("error.home") }}
        message={notFound ? t("errors.not_found") : messageOf(error, t("error.default"))}
        request={status >= 500 ? { label: t("error.request"), id: requestId } : undefined}
        status={status}
      />
    </LanderShell>
  );
}

/** What a page threw for the visitor to read; anything else says nothing of itself. */
function messageOf(error: unknown, fallback: string): string {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  const said = typeof data === "object" && data !== null && "message" in data ? data.message : null;
  return typeof said === "string" && said !== "" ? said : fallback;
}
