import { Children, type ReactNode } from "react";
import css from "./chip.module.css";
import { Icon, type IconName } from "./icon.tsx";

export type ChipProps = {
  children: ReactNode;
  icon?: IconName;
  drawing?: ReactNode;
  remove?: { href: string; label: string };
};

/** With `remove`, the whole chip is a link that removes it. */
export function Chip({ children, icon, drawing, remove }: ChipProps) {
  const lead = drawing ?? (icon && <Icon name={icon} size="s" />);
  if (!remove)
    return (
      <span className={css.chip}>
        {lead}
        {children}
      </span>
    );
  return (
    <a aria-label={remove.label} className={css.chip} href={remove.href}>
      {lead}
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
