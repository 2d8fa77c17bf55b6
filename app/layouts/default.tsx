import { Outlet } from "react-router";
import { edge } from "#worker/edge/edge.ts";
import { Navigation } from "./navigation.tsx";
import { PageFooter } from "./page-footer.tsx";
import { DefaultShell } from "./shells.tsx";

/** Navigation, banners, content, footer: what most pages stand in. */
export function ServerComponent() {
  return (
    <DefaultShell footer={<PageFooter />} nav={<Navigation />} skipLabel={edge().t("app.skip")}>
      <Outlet />
    </DefaultShell>
  );
}
