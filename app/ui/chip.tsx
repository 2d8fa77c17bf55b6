import { Children, type ReactNode } from "react";
import css from "./chip.module.css";
import { Icon, type IconName } from "./icon.tsx";

export type ChipProps = { children: ReactNode; icon?: IconName; remove?: { href: string; label: string } };

/** A small fact. With `remove` the whole chip is a link that takes it away. */
export function Chip({ children, icon, remove }: ChipProps) {
  if (!remove)
    return (
      <span className={css.chip}>
        {icon && <Icon name={icon} size="s" />}
        {children}
      </span>
    );
  return (
    <a aria-label={remove.label} className={css.chip} href={remove.href}>
      {children}
      <Icon name="close" size="s" />
    </a>
  );
}

export function ChipList({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul aria-label={label} className={css.list}>
      {Children.map(children, (chip) => (
        <li>{chip}</li>
      ))}
    </ul>
  );
}
