import { showsSignupOffer } from "#app/features/notices/conditions.ts";
import { Modals } from "#app/features/notices/modals.tsx";
import { situation } from "#app/features/notices/situation.ts";
import { signupOpen } from "#app/features/signup/flow.ts";
import { SignupModal, SignupTrigger } from "#app/features/signup/signup-modal.tsx";
import { Outlet } from "#app/page/outlet.client.tsx";
import { edge } from "#worker/edge/edge.ts";
import { HomeLogo } from "./home-logo.tsx";
import { EmptyShell } from "./shells.tsx";

const MODAL = "signup-modal";

/** Logo and content only: sign-up and password pages. */
export async function ServerComponent() {
  const { t } = edge();
  const offered = showsSignupOffer(await situation()) && signupOpen();
  const trigger = offered && (
    <SignupTrigger modal={MODAL} variant="secondary">
      {t("nav.signup")}
    </SignupTrigger>
  );
  return (
    <>
      <EmptyShell end={trigger} logo={<HomeLogo />} skipLabel={t("app.skip")}>
        <Outlet />
      </EmptyShell>
      {offered && <SignupModal id={MODAL} next="/members" reason={t("signup.title")} />}
      <Modals layout="empty" />
    </>
  );
}
