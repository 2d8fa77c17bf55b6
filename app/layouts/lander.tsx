import { Modals } from "#app/features/notices/modals.tsx";
import { Outlet } from "#app/page/outlet.client.tsx";
import { edge } from "#worker/edge/edge.ts";
import { HomeLogo } from "./home-logo.tsx";
import { PageFooter } from "./page-footer.tsx";
import { LanderShell } from "./shells.tsx";
import { SwitchLanguage } from "./switch-language.tsx";

export function ServerComponent() {
  return (
    <>
      <LanderShell end={<SwitchLanguage />} footer={<PageFooter />} logo={<HomeLogo />} skipLabel={edge().t("app.skip")}>
        <Outlet />
      </LanderShell>
      <Modals layout="lander" />
    </>
  );
}
