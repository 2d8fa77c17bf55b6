import { EntryModal } from "#app/features/server/notices/entry-modal.tsx";
import { Outlet } from "#app/page/outlet.client.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { HomeLogo } from "./home-logo.tsx";
import { LanderShell } from "./lander-shell.tsx";
import { PageFooter } from "./page-footer.tsx";
import { SwitchLanguage } from "./switch-language.tsx";

export function ServerComponent() {
  return (
    <>
      <LanderShell end={<SwitchLanguage />} footer={<PageFooter />} logo={<HomeLogo />} skipLabel={edge().t("app.skip")}>
        <Outlet />
      </LanderShell>
      <EntryModal layout="lander" />
    </>
  );
}
