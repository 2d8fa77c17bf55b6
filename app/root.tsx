import { isRouteErrorResponse, Outlet } from "react-router";
import "./styles/tokens.css";
import "./styles/base.css";
import { edge } from "#worker/edge/edge.ts";

/** The document around every page. Titles and descriptions come from the pages: React hoists them into the head. */
export function ServerLayout({ children }: { children: React.ReactNode }) {
  const { language, session } = edge();
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
      </head>
      <body className={session ? "logged-in" : "logged-out"}>
        {children}
      </body>
    </html>
  );
}

export function ServerComponent() {
  return <Outlet />;
}

/** An unknown path, a missing object, or a failure: spec sections 2 and 8. */
export function ServerErrorBoundary({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return <h1>{status}</h1>;
}
