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

type ListProps = { children: ReactNode; label?: string };

export function ChipList({ children, label }: ListProps) {
  return (
    <ChipItems label={label}>
      {Children.map(children, (chip) => (
        <li>{chip}</li>
      ))}
    </ChipItems>
  );
}

/** Its children are list items. */
export function ChipItems({ children, label }: ListProps) {
  return (
    <ul aria-label={label} className={css.list}>
      {children}
    </ul>
  );
}
