import type { ReactNode } from "react";
import type { IconName } from "#app/ui/icon.tsx";
import { RoundIcon } from "#app/ui/round-icon.tsx";
import css from "./items.module.css";

/** What a member has several of, and sees to one by one: devices, passkeys. */
export function Items({ children }: { children: ReactNode }) {
  return <ul className={css.items}>{children}</ul>;
}

export interface ItemProps {
  icon: IconName;
  name: ReactNode;
  /** Paragraphs below the name. */
  facts: ReactNode;
  /** Stands at the end of the line. */
  action?: ReactNode;
  /** Stands below. */
  children?: ReactNode;
}

export function Item({ icon, name, facts, action, children }: ItemProps) {
  return (
    <li className={css.item}>
      <div className={css.head}>
        <RoundIcon name={icon} />
        <div className={css.facts}>
          <p className={css.name}>{name}</p>
          {facts}
        </div>
        {action && <div className={css.action}>{action}</div>}
      </div>
      {children}
    </li>
  );
}
