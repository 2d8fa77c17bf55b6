import { signupOpen } from "#app/features/people/identity/flow.ts";
import { pathOf } from "#app/request/path.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { MemberBar } from "./member-bar.tsx";
import { SwitchLanguage } from "./switch-language.tsx";
import { VisitorNavigation } from "./visitor-navigation.tsx";

export async function Navigation() {
  const { t, user, url } = edge();
  const member = await user();
  if (member) return <MemberBar member={member} />;
  const path = pathOf();
  const login = { href: "/login", label: t("nav.login") };
  const offered = path !== "/" && path !== "/signup" && signupOpen();
  const signup = offered ? { href: `/signup${url.search}`, label: t("nav.signup") } : undefined;
  return <VisitorNavigation languageMenu={<SwitchLanguage />} login={login} signup={signup} />;
}
