import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";
import css from "./button.module.css";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";

type Look = {
  variant?: "primary" | "secondary" | "quiet" | "danger";
  size?: "s" | "m" | "l";
  icon?: IconName;
  wide?: boolean;
  iconOnly?: boolean;
};

export type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement>;
export type ButtonLinkProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

function lookOf({ variant = "primary", size = "m", wide, iconOnly }: Look, className?: string) {
  return cx(css.button, css[variant], css[size], wide && css.wide, iconOnly && css.iconOnly, className);
}

function Content({ icon, iconOnly, children }: Look & { children?: React.ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} size={iconOnly ? "m" : "s"} />}
      {iconOnly ? <span className="visually-hidden">{children}</span> : children}
    </>
  );
}

/** Default type is `submit`, as natively. */
export function Button({ variant, size, icon, wide, iconOnly, className, children, ...native }: ButtonProps) {
  return (
    <button className={lookOf({ variant, size, wide, iconOnly }, className)} {...native}>
      <Content icon={icon} iconOnly={iconOnly}>
        {children}
      </Content>
    </button>
  );
}

export function ButtonLink({ variant, size, icon, wide, iconOnly, className, children, ...native }: ButtonLinkProps) {
  return (
    <a className={lookOf({ variant, size, wide, iconOnly }, className)} {...native}>
      <Content icon={icon} iconOnly={iconOnly}>
        {children}
      </Content>
    </a>
  );
}
