import css from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Outlet } from "#app/page/outlet.client.tsx";
import { Button } from "#app/ui/button.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

const PAGES = [
  { href: "/staff", label: WORDS.work, roles: ["operator", "support", "moderator"] },
  { href: "/staff/photos", label: WORDS.photos, roles: ["operator", "moderator"] },
  { href: "/staff/texts", label: WORDS.texts, roles: ["operator", "moderator"] },
  { href: "/staff/verifications", label: WORDS.verifications, roles: ["operator", "moderator"] },
  { href: "/staff/reports", label: WORDS.reports, roles: ["operator", "moderator"] },
  { href: "/staff/objections", label: WORDS.objections, roles: ["operator", "moderator"] },
  { href: "/staff/complaints", label: WORDS.complaints, roles: ["operator", "support", "moderator"] },
  { href: "/staff/refunds", label: WORDS.refunds, roles: ["operator", "support"] },
  { href: "/staff/members", label: WORDS.members, roles: ["operator", "support", "moderator"] },
  { href: "/staff/figures", label: WORDS.figures, roles: ["operator"] },
  { href: "/staff/status", label: WORDS.status, roles: ["operator"] },
  { href: "/staff/people", label: WORDS.people, roles: ["operator"] },
  { href: "/staff/audit", label: WORDS.audit, roles: ["operator"] },
  { href: "/staff/account", label: WORDS.account, roles: ["operator", "support", "moderator"] },
];

export function ServerComponent() {
  const { viewer, url } = staffEdge();
  return (
    <>
      <a className="skip-link" href="#main">
        {WORDS.skip}
      </a>
      {viewer && (
        <header className={css.bar}>
          <nav aria-label={WORDS.nav}>
            <ul className="plain">
              {PAGES.filter(({ roles }) => roles.includes(viewer.role)).map(({ href, label }) => (
                <li key={href}>
                  <a aria-current={url.pathname === href ? "page" : undefined} href={href}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className={css.who}>
            <span>{`${viewer.name}, ${WORDS.roles[viewer.role]}`}</span>
            <StaffForm call="staffLogout" then="/staff/login">
              <Button size="s" variant="quiet">
                {WORDS.logOut}
              </Button>
            </StaffForm>
          </div>
        </header>
      )}
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
