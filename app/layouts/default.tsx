import { Outlet } from "react-router";
import { TimeBonusBanner } from "#app/features/discounts/time-bonus-banner.tsx";
import { TimeBonusModal } from "#app/features/discounts/time-bonus-modal.tsx";
import { WelcomeBar } from "#app/features/discounts/welcome-bar.tsx";
import { Announcements } from "#app/features/likes/announcements.tsx";
import { Banners } from "#app/features/notices/banners.tsx";
import { Modals } from "#app/features/notices/modals.tsx";
import { edge } from "#worker/edge/edge.ts";
import { Navigation } from "./navigation.tsx";
import { PageFooter } from "./page-footer.tsx";
import { DefaultShell } from "./shells.tsx";

/** Navigation, banners, content, footer: what most pages stand in. */
export async function ServerComponent() {
  // Known before anything is rendered: what several parts would each wait for could come in another order every time.
  const user = await edge().user();
  return (
    <>
      <DefaultShell
        banners={
          <>
            <Banners />
            <TimeBonusBanner />
          </>
        }
        footer={<PageFooter />}
        nav={
          <>
            <WelcomeBar />
            <Navigation />
          </>
        }
        skipLabel={edge().t("app.skip")}
      >
        <Outlet />
      </DefaultShell>
      <Modals layout="default" />
      <TimeBonusModal />
      {user && <Announcements user={user} />}
    </>
  );
}
