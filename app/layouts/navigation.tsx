import { BackButton } from "#app/features/pwa/back-button.client.tsx";
import { ServiceWorker } from "#app/features/pwa/service-worker.client.tsx";
import { LogoutButton } from "#app/features/sessions/logout-button.tsx";
import { signupOpen } from "#app/features/signup/flow.ts";
import { LiveCount, LiveTitle } from "#app/live/live-count.client.tsx";
import { CreditBadge } from "#app/ui/badge.tsx";
import { edge } from "#worker/edge/edge.ts";
import { SwitchLanguage } from "./switch-language.tsx";
import { MemberNavigation, VisitorNavigation } from "./top-navigation.tsx";

/** Pages on which the installed app shows a Back button (spec section 2). */
const WITH_BACK = /^\/(members\/[^/]+|likes\/(received|sent|matches|m\/[^/]+)|credits|credits\/[^/]+(\/[^/]+)?)$/;

export async function Navigation() {
  const { t, domain, settings, user, url, language } = edge();
  const member = await user();
  const path = url.pathname.replace(/\.rsc$/, "");
  const languageMenu = <SwitchLanguage />;
  const logo = { name: settings.name, href: member ? "/members" : "/", label: t("nav.home", { name: settings.name }) };

  if (!member) {
    const login = { href: "/login", label: t("nav.login") };
    const offered = path !== "/" && path !== "/signup" && signupOpen();
    const signup = offered ? { href: `/signup${url.search}`, label: t("nav.signup") } : undefined;
    return <VisitorNavigation languageMenu={languageMenu} login={login} logo={logo} signup={signup} />;
  }

  const { credits, unread_messages: unread, new_likes: likes, profile } = member;
  const { payments } = domain.features;
  // The colours warn of a low balance, which only matters where payments exist.
  const creditsBadge = payments && <CreditBadge credits={credits} label={t("nav.creditsLeft", { count: credits })} />;
  return (
    <>
      <LiveTitle initial={unread + likes} />
      <ServiceWorker src={`/sw-push.js?language=${language}&build=${__BUILD__}`} />
      <MemberNavigation
        account={{
          label: t("nav.account"),
          name: profile.name,
          photo: profile.main_image ? settings.cdn_prefix + profile.main_image.thumb_filename : null,
          profile: { href: "/profile", label: t("nav.profile") },
          settings: { href: "/settings", label: t("nav.settings") },
          logout: <LogoutButton />,
        }}
        back={WITH_BACK.test(path) && <BackButton label={t("nav.back")} />}
        label={t("nav.main")}
        languageMenu={languageMenu}
        likes={{
          href: "/likes",
          label: t("nav.likes"),
          current: path.startsWith("/likes"),
          badge: <LiveCount initial={likes} kind="new_likes" labels={t.forms("nav.newLikes")} language={language} />,
        }}
        logo={logo}
        messages={{
          href: "/chats",
          label: t("nav.messages"),
          current: path.startsWith("/chats"),
          badge: <LiveCount initial={unread} kind="unread_messages" labels={t.forms("nav.unread")} language={language} />,
        }}
        search={{ href: "/members", label: t("nav.search"), current: path === "/members" }}
        wallet={
          member.paid_user || !payments
            ? { kind: "credits", href: "/credits", label: t("nav.credits"), current: path === "/credits", badge: creditsBadge }
            : { kind: "premium", href: "/premium", label: t("nav.premium"), current: path === "/premium" }
        }
      />
    </>
  );
}
