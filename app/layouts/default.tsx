import { Outlet } from "react-router";
import { ActivationReminder } from "#app/features/activation/activation-reminder.tsx";
import { currentPath } from "#app/features/session/path.ts";
import { edge } from "#worker/edge/edge.ts";
import { Navigation } from "./navigation.tsx";
import { PageFooter } from "./page-footer.tsx";
import { DefaultShell } from "./shells.tsx";

/** Pages on which the activation reminder would only repeat what they are about (spec section 2). */
const WITHOUT_REMINDER = /^\/(signup|settings|notifications|activate\/done)(\/|$)/;

/** Navigation, banners, content, footer: what most pages stand in. */
export async function ServerComponent() {
  const { t, user } = edge();
  const reminds = (await user())?.status === "not_confirmed" && !WITHOUT_REMINDER.test(currentPath());
  return (
    <DefaultShell
      banners={reminds ? <ActivationReminder /> : undefined}
      footer={<PageFooter />}
      nav={<Navigation />}
      skipLabel={t("app.skip")}
    >
      <Outlet />
    </DefaultShell>
  );
}
