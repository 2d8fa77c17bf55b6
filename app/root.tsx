import { isRouteErrorResponse } from "react-router";
import { withoutDelay } from "#app/features/discovery/likes/delayed-like-popup.ts";
import { PageLeft } from "#app/features/server/notices/page-left.client.tsx";
import { Alternates, sharedAddress } from "#app/head/alternates.tsx";
import { ErrorShell } from "#app/layouts/error-shell.tsx";
import { Icons } from "#app/layouts/icons.tsx";
import { PreviewStrip } from "#app/layouts/preview-strip.tsx";
import { StaffDocument } from "#app/layouts/staff-document.tsx";
import { StaffError } from "#app/layouts/staff-error.tsx";
import { CHAT, colorScheme, Fonts, Theme } from "#app/layouts/theme.tsx";
import { Outlet } from "#app/page/outlet.client.tsx";
import { ageFirst } from "#app/request/age-first.ts";
import { pageAuthor } from "#app/request/author.ts";
import { consentFirst } from "#app/request/consent-first.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { FocusResponse } from "#app/ui/focus-response.client.tsx";
import { NetworkNotes } from "#app/ui/network-notes.client.tsx";
import { VISITOR } from "#worker/platform/author.ts";
import { encodeAnswer, FORM_ANSWER } from "#worker/platform/form-answer.ts";
import { PAGE_LEFT } from "#worker/server/edge/bounce.ts";
import { edge, pageEdge } from "#worker/server/edge/edge.ts";

/** The document of every page. React hoists titles and descriptions from the pages. */
export async function ServerLayout({ children }: { children: React.ReactNode }) {
  if ("staff" in pageEdge()) return <StaffDocument>{children}</StaffDocument>;
  const { t, language, nonce, form, url } = edge();
  const [member, author] = [await loggedIn(), await pageAuthor()];
  return (
    <html lang={language} suppressHydrationWarning={import.meta.env.DEV || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={colorScheme()} />
        <Fonts chat={CHAT.test(url.pathname)} />
        <Icons />
        <link crossOrigin="use-credentials" href="/manifest.webmanifest" rel="manifest" />
        <Alternates {...sharedAddress(url)} />
        {import.meta.env.DEV && <meta nonce={nonce} property="csp-nonce" />}
        <Theme />
        {form && <meta name={FORM_ANSWER} content={encodeAnswer(form) ?? ""} />}
      </head>
      <body
        className={member ? "logged-in" : "logged-out"}
        data-author={author === VISITOR ? undefined : author}
        data-failed={t("error.unforeseen")}
        data-home={t("error.home")}
      >
        <PreviewStrip />
        {children}
        <FocusResponse answer={form?.request ?? null} />
        <NetworkNotes
          failed={t("error.unforeseen")}
          tooLarge={t("errors.too_large")}
          offline={t("pwa.offline.title")}
          unsent={t("pwa.offline.failed")}
          reload={t("sessions.changed.reload")}
        />
        {member && url.searchParams.has("lb") && <PageLeft to={PAGE_LEFT} />}
      </body>
    </html>
  );
}

/** Every page shows the user: if the session cannot be checked, the whole page fails with its status. */
export async function loader() {
  if ("staff" in pageEdge()) return null;
  await orThrow(edge().memberId());
  await withoutDelay();
  await consentFirst();
  await ageFirst();
  return null;
}

export function ServerComponent() {
  return <Outlet />;
}

/** True with a valid session. A failed upstream counts as logged out; a cookie alone proves nothing. */
async function loggedIn(): Promise<boolean> {
  const member = await edge()
    .memberId()
    .catch(() => null);
  return member !== null;
}

/** Only members get navigation. */
export async function ServerErrorBoundary({ error }: { error: unknown }) {
  const { t, requestId } = pageEdge();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const message = status === 404 ? t("errors.not_found") : messageOf(error, t("error.default"));
  if ("staff" in pageEdge()) return <StaffError message={message} request={requestId} status={status} />;
  const { name } = edge().settings;
  return (
    <>
      <title>{`${status} · ${name}`}</title>
      <meta content="noindex" name="robots" />
      <ErrorShell
        link={{ href: "/", label: t("error.home") }}
        member={await loggedIn()}
        message={message}
        request={status >= 500 ? { label: t("error.request"), id: requestId } : undefined}
        status={status}
      />
    </>
  );
}

/** A message that the page threw for the visitor; other errors get the fallback. */
function messageOf(error: unknown, fallback: string): string {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  const said = typeof data === "object" && data !== null && "message" in data ? data.message : null;
  return typeof said === "string" && said !== "" ? said : fallback;
}
