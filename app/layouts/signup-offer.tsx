import { signupOpen } from "#app/features/people/identity/flow.ts";
import { SignupModal, SignupTrigger } from "#app/features/people/identity/signup-modal.tsx";
import { EntryModal } from "#app/features/server/notices/entry-modal.tsx";
import { Outlet } from "#app/page/outlet.client.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { EmptyShell } from "./empty-shell.tsx";
import { HomeLogo } from "./home-logo.tsx";

const MODAL = "signup-modal";

/** The empty layout has no navigation: password pages offer visitors the log-in and sign-up modal. */
export async function ServerComponent() {
  const { t, user } = edge();
  const offered = (await user()) === null && signupOpen();
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
      <EntryModal layout="empty" />
    </>
  );
}
