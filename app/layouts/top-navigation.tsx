import type { ReactNode } from "react";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { MenuLink, MenuPanel, MenuSeparator, MenuTrigger } from "#app/ui/menu.tsx";
import { Logo, type LogoProps } from "./logo.tsx";
import css from "./top-navigation.module.css";

type Place = { href: string; label: string; current?: boolean };
type NavigationEntry = Place & {
  icon: IconName;
  badge?: ReactNode;
};
type MenuEntry = Place & { icon: IconName; note?: ReactNode };

export type MemberNavigationProps = {
  logo: LogoProps;
  label: string;
  entries: readonly NavigationEntry[];
  offer?: ReactNode;
  /** `premium` for members who can still buy it; absent where nothing is sold. */
  wallet?: Place & { kind: "credits" | "premium"; badge?: ReactNode };
  languageMenu: ReactNode;
  account: {
    label: string;
    you: string;
    current: boolean;
    name: string;
    photo?: string | null;
    entries: readonly MenuEntry[];
    /** On phones, where the header has no language menu. */
    language: Place;
    /** A posting form with a MenuButton. */
    logout: ReactNode;
  };
  /** The installed app's Back button, on pages that have one. */
  back?: ReactNode;
};

const ACCOUNT = "account-menu";

/** Below 768 px the list becomes a tab bar at the bottom, and its last tab opens the account menu. */
export function MemberNavigation({ logo, label, entries, offer, wallet, languageMenu, account, back }: MemberNavigationProps) {
  const face = <Avatar name={account.name} size="s" src={account.photo} />;
  return (
    <header className={css.header}>
      <div className={css.bar}>
        {back}
        <Logo {...logo} />
        <nav aria-label={label} className={css.tabs}>
          {entries.map((entry) => (
            <a aria-current={entry.current ? "page" : undefined} className={css.entry} href={entry.href} key={entry.href}>
              <Icon name={entry.icon} />
              <span className={css.label}>{entry.label}</span>
              {entry.badge && <span className={css.badge}>{entry.badge}</span>}
            </a>
          ))}
          <button
            aria-current={account.current ? "page" : undefined}
            className={cx(css.entry, css.you)}
            popoverTarget={ACCOUNT}
            type="button"
          >
            {face}
            <span className={css.label}>{account.you}</span>
          </button>
        </nav>
        <div className={css.end}>
          {offer}
          {wallet && (
            <a
              aria-current={wallet.current ? "page" : undefined}
              className={cx(css.wallet, wallet.kind === "premium" && css.premium)}
              href={wallet.href}
            >
              <Icon name={wallet.kind === "credits" ? "coin" : "crown"} size="s" />
              <span>{wallet.label}</span>
              {wallet.badge}
            </a>
          )}
          <div className={css.wide}>{languageMenu}</div>
          <MenuTrigger className={cx(css.account, css.wide)} id={ACCOUNT} label={account.label}>
            {face}
            <Icon name="chevron-down" size="s" />
          </MenuTrigger>
        </div>
      </div>
      <MenuPanel className={css.menu} id={ACCOUNT}>
        <p className={css.who}>{account.name}</p>
        {account.entries.map(({ note, label: text, ...link }) => (
          <MenuLink key={link.href} {...link}>
            {text}
            {note !== undefined && <span className={css.note}>{note}</span>}
          </MenuLink>
        ))}
        <MenuLink className={css.narrow} href={account.language.href} icon="globe">
          {account.language.label}
        </MenuLink>
        <MenuSeparator />
        {account.logout}
      </MenuPanel>
    </header>
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
