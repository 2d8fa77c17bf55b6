import type { ReactNode } from "react";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Menu, MenuLink, MenuSeparator } from "#app/ui/menu.tsx";
import { Logo, type LogoProps } from "./logo.tsx";
import css from "./top-navigation.module.css";

type NavigationEntry = {
  href: string;
  label: string;
  current?: boolean;
  /** A CountBadge or CreditBadge, or the island that updates it. */
  badge?: ReactNode;
};

export type MemberNavigationProps = {
  logo: LogoProps;
  label: string;
  search: NavigationEntry;
  messages: NavigationEntry;
  likes: NavigationEntry;
  /** `premium` for members who can still buy it, otherwise `credits`. */
  wallet: NavigationEntry & { kind: "credits" | "premium" };
  languageMenu: ReactNode;
  account: {
    label: string;
    name: string;
    photo?: string | null;
    profile: { href: string; label: string };
    settings: { href: string; label: string };
    /** A posting form with a MenuButton. */
    logout: ReactNode;
  };
  /** The installed app's Back button, on pages that have one. */
  back?: ReactNode;
};

/** Below 768 px the same list becomes a tab bar at the bottom. */
export function MemberNavigation(props: MemberNavigationProps) {
  const { logo, label, search, messages, likes, wallet, languageMenu, account, back } = props;
  return (
    <header className={css.header}>
      <div className={css.bar}>
        {back}
        <Logo {...logo} />
        <nav aria-label={label} className={css.tabs}>
          <Entry {...search} icon="search" />
          <Entry {...messages} icon="message" />
          <Entry {...likes} icon="heart" />
          <Entry {...wallet} icon={wallet.kind === "credits" ? "coin" : "crown"} premium={wallet.kind === "premium"} />
        </nav>
        <div className={css.end}>
          {languageMenu}
          <Menu
            className={css.account}
            id="account-menu"
            label={account.label}
            trigger={
              <>
                <Avatar name={account.name} size="s" src={account.photo} />
                <Icon name="chevron-down" size="s" />
              </>
            }
          >
            <p className={css.who}>{account.name}</p>
            <MenuLink href={account.profile.href} icon="user">
              {account.profile.label}
            </MenuLink>
            <MenuLink href={account.settings.href} icon="settings">
              {account.settings.label}
            </MenuLink>
            <MenuSeparator />
            {account.logout}
          </Menu>
        </div>
      </div>
    </header>
  );
}

function Entry({ href, label, current, badge, icon, premium }: NavigationEntry & { icon: IconName; premium?: boolean }) {
  return (
    <a aria-current={current ? "page" : undefined} className={cx(css.entry, premium && css.premium)} href={href}>
      <Icon name={icon} />
      <span className={css.label}>{label}</span>
      {badge && <span className={css.badge}>{badge}</span>}
    </a>
  );
}

export type VisitorNavigationProps = {
  logo: LogoProps;
  login: { href: string; label: string };
  signup?: { href: string; label: string };
  languageMenu: ReactNode;
  back?: ReactNode;
};

export function VisitorNavigation({ logo, login, signup, languageMenu, back }: VisitorNavigationProps) {
  return (
    <header className={css.header}>
      <div className={css.bar}>
        {back}
        <Logo {...logo} />
        <div className={css.end}>
          {languageMenu}
          <ButtonLink href={login.href} variant={signup ? "secondary" : "primary"}>
            {login.label}
          </ButtonLink>
          {signup && (
            <ButtonLink className={css.signup} href={signup.href}>
              {signup.label}
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  );
}
