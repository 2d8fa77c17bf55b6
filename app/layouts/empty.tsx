import { EntryModal } from "#app/features/server/notices/entry-modal.tsx";
import { Outlet } from "#app/page/outlet.client.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { EmptyShell } from "./empty-shell.tsx";
import { HomeLogo } from "./home-logo.tsx";

/** Logo and content only: within sign-up, after the visit, offline. */
export function ServerComponent() {
  return (
    <>
      <EmptyShell logo={<HomeLogo />} skipLabel={edge().t("app.skip")}>
        <Outlet />
      </EmptyShell>
      <EntryModal layout="empty" />
    </>
  );
}
