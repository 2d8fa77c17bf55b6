import { Outlet } from "#app/page/outlet.client.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { EmptyShell } from "./empty-shell.tsx";
import { Logo } from "./logo.tsx";
import { PageFooter } from "./page-footer.tsx";

/** Of a site in maintenance: nothing leads into it, but the legal pages are there. */
export function ServerComponent() {
  return (
    <>
      <EmptyShell logo={<Logo href="/" />} skipLabel={edge().t("app.skip")}>
        <Outlet />
      </EmptyShell>
      <PageFooter />
    </>
  );
}
