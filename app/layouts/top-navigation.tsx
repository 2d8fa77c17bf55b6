import type { ReactNode } from "react";
import { LogoutButton } from "#app/features/accounts/sessions/logout-button.tsx";
import { Avatar, type AvatarProps } from "#app/ui/avatar.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { MenuLink, MenuPanel, MenuSeparator, MenuTrigger } from "#app/ui/menu.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { TopBar } from "./top-bar.tsx";
import css from "./top-navigation.module.css";

type Current = { current: boolean };
/** The viewer's picture. */
export type Face = Pick<AvatarProps, "src" | "name">;

export type MemberNavigationProps = {
  label: string;
  entries: ReactNode;
  bell: ReactNode;
  offer: ReactNode;
  wallet: ReactNode;
  languageMenu: ReactNode;
  face: Face;
  account: ReactNode;
  /** The installed app's Back button, on pages that have one. */
  back: ReactNode;
};

const ACCOUNT = "account-menu";

/** Below 768 px the list becomes a tab bar at the bottom, and its last tab opens the account menu. */
export function MemberNavigation(props: MemberNavigationProps) {
  const { label, entries, bell, offer, wallet, languageMenu, face, account, back } = props;
  return (
    <TopBar
      back={back}
      className={css.bar}
      end={
        <>
          {offer}
          {wallet}
          {bell}
          <div className={css.wide}>{languageMenu}</div>
          <AccountTrigger {...face} />
        </>
      }
      home="/members"
      menu={account}
    >
      <nav aria-label={label} className={css.tabs}>
        {entries}
      </nav>
    </TopBar>
  );
}

export function SearchEntries({ current }: { current: string | null }) {
  const { t } = edge();
  return (
    <>
      <Entry current={current === "/swipe-game"} href="/swipe-game">
        <EntryContent icon="cards" label={t("nav.discover")} />
      </Entry>
      <Entry current={current === "/members"} href="/members">
        <EntryContent icon="search" label={t("nav.search")} />
      </Entry>
    </>
  );
}

/** An entry with a count that changes while the page is open. */
export function CountedEntry({ of, current, count }: { of: "likes" | "chats"; count: ReactNode } & Current) {
  const { t } = edge();
  return (
    <Entry current={current} href={`/${of}`}>
      <EntryContent icon={of === "likes" ? "heart" : "message"} label={t(of === "likes" ? "nav.likes" : "nav.messages")} />
      <span className={css.badge}>{count}</span>
    </Entry>
  );
}

function Entry({ href, current, children }: { href: string; children: ReactNode } & Current) {
  return (
    <a aria-current={current ? "page" : undefined} className={css.entry} href={href}>
      {children}
    </a>
  );
}

function EntryContent({ icon, label }: { icon: IconName; label: string }) {
  return (
    <>
      <Icon name={icon} />
      <span className={css.label}>{label}</span>
    </>
  );
}

export function AccountEntry({ current, ...face }: Face & Current) {
  return (
    <button aria-current={current ? "page" : undefined} className={cx(css.entry, css.you)} popoverTarget={ACCOUNT} type="button">
      <Avatar size="s" {...face} />
      <span className={css.label}>{edge().t("nav.you")}</span>
    </button>
  );
}

function AccountTrigger(face: Face) {
  return (
    <MenuTrigger className={cx(css.account, css.wide)} id={ACCOUNT} label={edge().t("nav.account")}>
      <Avatar size="s" {...face} />
      <Icon name="chevron-down" size="s" />
    </MenuTrigger>
  );
}

export function WalletLink({ kind, current, badge }: { kind: "credits" | "premium"; badge?: ReactNode } & Current) {
  return (
    <a
      aria-current={current ? "page" : undefined}
      className={cx(css.wallet, kind === "premium" && css.premium)}
      href={`/${kind}`}
    >
      <Icon name={kind === "credits" ? "coin" : "crown"} size="s" />
      <span>{edge().t(`nav.${kind}`)}</span>
      {badge}
    </a>
  );
}

type Account = { name: string; credits: string; language: string };

export function AccountMenu({ name, credits, language }: Account) {
  const { t, domain } = edge();
  return (
    <MenuPanel className={css.menu} id={ACCOUNT}>
      <p className={css.who}>{name}</p>
      <MenuLink href="/profile" icon="user">
        {t("nav.profile")}
      </MenuLink>
      <MenuLink href="/credits" icon="coin">
        {t("nav.credits")}
        <span className={css.note}>{credits}</span>
      </MenuLink>
      <MenuLink href="/visitors" icon="eye">
        {t("visits.title")}
      </MenuLink>
      {domain.features.events && (
        <MenuLink href="/events" icon="pin">
          {t("events.title")}
        </MenuLink>
      )}
      <MenuLink href="/match-finder" icon="users">
        {t("match.title")}
      </MenuLink>
      <MenuLink href="/settings" icon="settings">
        {t("nav.settings")}
      </MenuLink>
      {/* On phones, where the header has no language menu. */}
      <MenuLink className={css.narrow} href="/lang-config" icon="globe">
        {`${t("nav.language")}: ${language}`}
      </MenuLink>
      <MenuSeparator />
      <LogoutButton />
    </MenuPanel>
  );
}
