import { Outlet } from "react-router";
import { Modals } from "#app/features/notices/modals.tsx";
import { edge } from "#worker/edge/edge.ts";
import { HomeLogo } from "./home-logo.tsx";
import { EmptyShell } from "./shells.tsx";

/** The logo and the content: the sign-up and password flows. */
export function ServerComponent() {
  return (
    <>
      <EmptyShell logo={<HomeLogo />} skipLabel={edge().t("app.skip")}>
        <Outlet />
      </EmptyShell>
      <Modals layout="empty" />
    </>
  );
}
