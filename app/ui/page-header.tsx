import type { ReactNode } from "react";
import { noBreak } from "./no-break.tsx";
import css from "./page-header.module.css";

export type PageHeaderProps = { title: ReactNode; intro?: ReactNode; actions?: ReactNode };

export function PageHeader({ title, intro, actions }: PageHeaderProps) {
  return (
    <header className={css.header}>
      <div className={css.words}>
        <h1>{noBreak(title)}</h1>
        {intro && <p className={css.intro}>{intro}</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  );
}
