import { isHere, Navigation } from "#app/features/backoffice/staff/navigation.tsx";
import { OWN_ACCOUNT } from "#app/features/backoffice/staff/pages.ts";
import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { PageSearch } from "#app/features/backoffice/support/page-search.tsx";
import { Outlet } from "#app/page/outlet.client.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Menu, MenuButton, MenuLink, MenuSeparator } from "#app/ui/menu.tsx";
import { type StaffEdge, staffEdge } from "#worker/server/edge/edge.ts";

export function ServerComponent() {
  const { viewer } = staffEdge();
  return (
    <>
      <a className="skip-link" href="#main">
        {WORDS.skip}
      </a>
      {viewer && <Bar viewer={viewer} />}
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

/** The pages of one's role with what waits in the queues, and one's account. */
function Bar({ viewer }: { viewer: NonNullable<StaffEdge["viewer"]> }) {
  return (
    <header className={css.bar}>
      <Navigation role={viewer.role} />
      <div className={css.tools}>
        <PageSearch />
        <Menu
          id="own-menu"
          label={WORDS.own(viewer.name, WORDS.roles[viewer.role])}
          trigger={<Avatar name={viewer.name} size="s" />}
        >
          <p className={css.who}>{`${viewer.name}, ${WORDS.roles[viewer.role]}`}</p>
          <MenuLink current={isHere(OWN_ACCOUNT)} href={OWN_ACCOUNT} icon="user">
            {WORDS.account}
          </MenuLink>
          <MenuSeparator />
          <StaffForm call="staffLogout" then="/staff/login">
            <MenuButton icon="logout">{WORDS.logOut}</MenuButton>
          </StaffForm>
        </Menu>
      </div>
    </header>
  );
}
