import { OfferPill } from "#app/features/discounts/offer-pill.tsx";
import { BackButton } from "#app/features/pwa/back-button.client.tsx";
import { ServiceWorker } from "#app/features/pwa/service-worker.client.tsx";
import { LogoutButton } from "#app/features/sessions/logout-button.tsx";
import { signupOpen } from "#app/features/signup/flow.ts";
import { LiveCount, LiveTitle } from "#app/live/live-count.client.tsx";
import { languageChoices } from "#app/request/language-choices.ts";
import { pathOf } from "#app/request/path.ts";
import { CreditBadge } from "#app/ui/badge.tsx";
import { edge } from "#worker/edge/edge.ts";
import type { User } from "#worker/identity/accounts.contract.ts";
import { SwitchLanguage } from "./switch-language.tsx";
import { MemberNavigation, type MemberNavigationProps, VisitorNavigation } from "./top-navigation.tsx";

/** Pages on which the installed app shows a Back button. */
const WITH_BACK = /^\/(members\/[^/]+|likes\/(received|sent|matches|m\/[^/]+)|credits|credits\/[^/]+(\/[^/]+)?)$/;
const OWN = /^\/(profile|settings|notifications|lang-config|credits|premium|transactions)(\/|$)/;

export async function Navigation() {
  const { t, settings, user, url, language } = edge();
  const member = await user();
  const path = pathOf();
  const logo = { name: settings.name, href: member ? "/members" : "/", label: t("nav.home", { name: settings.name }) };

  if (!member) {
    const login = { href: "/login", label: t("nav.login") };
    const offered = path !== "/" && path !== "/signup" && signupOpen();
    const signup = offered ? { href: `/signup${url.search}`, label: t("nav.signup") } : undefined;
    return <VisitorNavigation languageMenu={<SwitchLanguage />} login={login} logo={logo} signup={signup} />;
  }

  return (
    <>
      <LiveTitle initial={member.unread_messages + member.new_likes} />
      <ServiceWorker src={`/sw-push.js?language=${language}&build=${__BUILD__}`} />
      <MemberNavigation
        account={accountMenu(member, path)}
        back={WITH_BACK.test(path) && <BackButton label={t("nav.back")} />}
        entries={entries(member, path)}
        label={t("nav.main")}
        languageMenu={<SwitchLanguage />}
        logo={logo}
        offer={<OfferPill />}
        wallet={wallet(member, path)}
      />
    </>
  );
}

function entries({ unread_messages: unread, new_likes: likes }: User, path: string): MemberNavigationProps["entries"] {
  const { t, language } = edge();
  return [
    { href: "/swipe-game", label: t("nav.discover"), icon: "cards", current: path === "/swipe-game" },
    { href: "/members", label: t("nav.search"), icon: "search", current: path === "/members" },
    {
      href: "/likes",
      label: t("nav.likes"),
      icon: "heart",
      current: path.startsWith("/likes") || path === "/visitors",
      badge: <LiveCount initial={likes} kind="new_likes" labels={t.forms("nav.newLikes")} language={language} />,
    },
    {
      href: "/chats",
      label: t("nav.messages"),
      icon: "message",
      current: path.startsWith("/chats"),
      badge: <LiveCount initial={unread} kind="unread_messages" labels={t.forms("nav.unread")} language={language} />,
    },
  ];
}

/** Premium before the first payment, then credits with a badge for a low balance. */
function wallet({ credits, paid_user }: User, path: string): MemberNavigationProps["wallet"] {
  const { t, domain } = edge();
  if (!domain.features.payments) return undefined;
  if (!paid_user) return { kind: "premium", href: "/premium", label: t("nav.premium"), current: path === "/premium" };
  const badge = <CreditBadge credits={credits} label={t("nav.creditsLeft", { count: credits })} />;
  return { kind: "credits", href: "/credits", label: t("nav.credits"), current: path === "/credits", badge };
}

function accountMenu({ profile, credits }: User, path: string): MemberNavigationProps["account"] {
  const { t, settings } = edge();
  const language = languageChoices().find(({ current }) => current)?.name ?? "";
  return {
    label: t("nav.account"),
    you: t("nav.you"),
    current: OWN.test(path),
    name: profile.name,
    photo: profile.main_image ? settings.cdn_prefix + profile.main_image.thumb_filename : null,
    entries: [
      { href: "/profile", label: t("nav.profile"), icon: "user" },
      { href: "/credits", label: t("nav.credits"), icon: "coin", note: String(credits) },
      { href: "/visitors", label: t("visits.title"), icon: "eye" },
      { href: "/match-finder", label: t("match.title"), icon: "users" },
      { href: "/settings", label: t("nav.settings"), icon: "settings" },
    ],
    language: { href: "/lang-config", label: `${t("nav.language")}: ${language}` },
    logout: <LogoutButton />,
  };
}
