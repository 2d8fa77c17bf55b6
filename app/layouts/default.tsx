import { TimeBonusBanner } from "#app/features/billing/discounts/time-bonus-banner.tsx";
import { TimeBonusModal } from "#app/features/billing/discounts/time-bonus-modal.tsx";
import { WelcomeBar } from "#app/features/billing/discounts/welcome-bar.tsx";
import { MemberPopups } from "#app/features/discovery/likes/member-popups.tsx";
import { Ringing } from "#app/features/messaging/calls/ringing.tsx";
import { Banners } from "#app/features/server/notices/banners.tsx";
import { Modals } from "#app/features/server/notices/modals.tsx";
import { SiteNoticeStrip } from "#app/features/server/notices/site-notice.tsx";
import { Outlet } from "#app/page/outlet.client.tsx";
import { isClosed } from "#worker/people/identity/age-reach.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { DefaultShell } from "./default-shell.tsx";
import { Navigation } from "./navigation.tsx";
import { PageFooter } from "./page-footer.tsx";

export async function ServerComponent() {
  // Awaited before rendering: components that await the user in parallel would make the HTML's order vary.
  const user = await edge().user();
  return (
    <>
      <DefaultShell
        banners={
          <>
            <SiteNoticeStrip />
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
      <Modals />
      <TimeBonusModal />
      {user && <Ringing />}
      {user && !isClosed(user.age_proof, "members") && <MemberPopups user={user} />}
    </>
  );
}
