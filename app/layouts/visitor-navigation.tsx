import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { TopBar } from "./top-bar.tsx";
import css from "./visitor-navigation.module.css";

export type VisitorNavigationProps = {
  login: { href: string; label: string };
  signup?: { href: string; label: string };
  languageMenu: ReactNode;
};

export function VisitorNavigation({ login, signup, languageMenu }: VisitorNavigationProps) {
  return (
    <TopBar
      end={
        <>
          {languageMenu}
          <ButtonLink href={login.href} variant="secondary">
            {login.label}
          </ButtonLink>
          {signup && (
            <ButtonLink className={css.signup} href={signup.href}>
              {signup.label}
            </ButtonLink>
          )}
        </>
      }
      home="/"
    />
  );
}
