import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";
import css from "./menu.module.css";

export type MenuProps = {
  id: string;
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  className?: string;
};

/** Native popover, closed by Esc or a click outside. Without anchor positioning it is a bottom sheet. */
export function Menu({ id, trigger, label, children, className }: MenuProps) {
  return (
    <>
      <MenuTrigger className={className} id={id} label={label}>
        {trigger}
      </MenuTrigger>
      <MenuPanel id={id}>{children}</MenuPanel>
    </>
  );
}

type MenuTriggerProps = { id: string; label: string; children: ReactNode; className?: string };

export function MenuTrigger({ id, label, children, className }: MenuTriggerProps) {
  return (
    <button aria-label={label} className={cx(css.trigger, className)} popoverTarget={id} type="button">
      {children}
    </button>
  );
}

type MenuPanelProps = {
  id: string;
  children: ReactNode;
  className?: string;
  ref?: Ref<HTMLDivElement>;
  onBeforeToggle?: () => void;
};

export function MenuPanel({ id, children, className, ref, onBeforeToggle }: MenuPanelProps) {
  return (
    <div className={cx(css.panel, className)} id={id} onBeforeToggle={onBeforeToggle} popover="auto" ref={ref}>
      {children}
    </div>
  );
}

type Item = { icon?: IconName; current?: boolean; tone?: "normal" | "danger" };

function itemClass({ current, tone }: Item, className?: string) {
  return cx(css.item, current && css.current, tone === "danger" && css.danger, className);
}

function ItemContent({ icon, current, children }: Item & { children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} size="s" />}
      <span className={css.text}>{children}</span>
      {current && <Icon name="check" size="s" />}
    </>
  );
}

export type MenuLinkProps = Item & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

export function MenuLink({ icon, current, tone, className, children, ...native }: MenuLinkProps) {
  return (
    <a aria-current={current ? "page" : undefined} className={itemClass({ current, tone }, className)} {...native}>
      <ItemContent current={current} icon={icon}>
        {children}
      </ItemContent>
    </a>
  );
}

export type MenuButtonProps = Item & ButtonHTMLAttributes<HTMLButtonElement>;

/** For actions that change state: place it in a posting form. */
export function MenuButton({ icon, current, tone, className, children, ...native }: MenuButtonProps) {
  return (
    <button aria-current={current || undefined} className={itemClass({ current, tone }, className)} {...native}>
      <ItemContent current={current} icon={icon}>
        {children}
      </ItemContent>
    </button>
  );
}

export function MenuSeparator() {
  return <hr className={css.separator} />;
}
