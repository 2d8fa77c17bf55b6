import type { ReactNode } from "react";
import type { IconName } from "#app/ui/icon.tsx";
import { RoundIcon } from "#app/ui/round-icon.tsx";
import css from "./items.module.css";

export function Items({ children }: { children: ReactNode }) {
  return <ul className={css.items}>{children}</ul>;
}

export interface ItemProps {
  icon: IconName;
  name: ReactNode;
  facts: ReactNode;
  action?: ReactNode;
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
