import { OfferPill } from "#app/features/billing/discounts/offer-pill.tsx";
import { BackButton } from "#app/features/sites/pwa/back-button.client.tsx";
import { ServiceWorker } from "#app/features/sites/pwa/service-worker.client.tsx";
import { LiveCount, LiveNews, LiveTitle } from "#app/live/live-count.client.tsx";
import { ownName } from "#app/request/language-choices.ts";
import { pathOf } from "#app/request/path.ts";
import { CreditBadge, LOW_CREDITS } from "#app/ui/badge.tsx";
import type { User } from "#worker/accounts/user/user.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { Bell } from "./bell.tsx";
import { SwitchLanguage } from "./switch-language.tsx";
import {
  AccountEntry,
  AccountMenu,
  CountedEntry,
  type Face,
  MemberNavigation,
  SearchEntries,
  WalletLink,
} from "./top-navigation.tsx";

/** Pages on which the installed app shows a Back button. */
const WITH_BACK = /^\/(members\/[^/]+|likes\/(received|sent|matches|m\/[^/]+)|credits|credits\/[^/]+(\/[^/]+)?)$/;
const SEARCHES = ["/swipe-game", "/members"];
const OWN = /^\/(profile|settings|notifications|lang-config|credits|premium|transactions)(\/|$)/;

export function MemberBar({ member }: { member: User }) {
  const { t, domain, language, languages } = edge();
  const path = pathOf();
  const { unread_messages: unread, new_likes: likes, news } = member;
  const face = faceOf(member);
  return (
    <>
      <LiveTitle initial={unread + likes} news={news} />
      <ServiceWorker src={`/sw-push.js?language=${language}&build=${__BUILD__}`} />
      <MemberNavigation
        account={
          <AccountMenu
            credits={String(member.credits)}
            language={languages.includes(language) ? ownName(language) : ""}
            name={member.profile.name}
          />
        }
        bell={
          <Bell
            current={path === "/notifications"}
            dot={<LiveNews initial={news} labels={t.forms("today.news")} language={language} />}
          />
        }
        back={WITH_BACK.test(path) && <BackButton label={t("nav.back")} />}
        entries={
          <>
            <SearchEntries current={SEARCHES.includes(path) ? path : null} />
            <CountedEntry
              count={<LiveCount initial={likes} kind="new_likes" labels={t.forms("nav.newLikes")} language={language} />}
              current={path.startsWith("/likes") || path === "/visitors"}
              of="likes"
            />
            <CountedEntry
              count={<LiveCount initial={unread} kind="unread_messages" labels={t.forms("nav.unread")} language={language} />}
              current={path.startsWith("/chats")}
              of="chats"
            />
            <AccountEntry current={OWN.test(path)} {...face} />
          </>
        }
        face={face}
        label={t("nav.main")}
        languageMenu={<SwitchLanguage />}
        offer={<OfferPill />}
        wallet={domain.features.payments && wallet(member, path)}
      />
    </>
  );
}

/** Premium before the first payment, then credits with a badge for a low balance. */
function wallet({ credits, paid_user }: User, path: string) {
  const kind = paid_user ? "credits" : "premium";
  const current = path === `/${kind}`;
  if (!paid_user || credits > LOW_CREDITS) return <WalletLink current={current} kind={kind} />;
  const badge = <CreditBadge credits={credits} label={edge().t("nav.creditsLeft", { count: credits })} />;
  return <WalletLink badge={badge} current={current} kind={kind} />;
}

function faceOf({ profile: { name, main_image } }: User): Face {
  const src = main_image ? edge().settings.cdn_prefix + main_image.thumb_filename : undefined;
  return { src, name };
}
