import type { ReactNode } from "react";
import { BackLink, type BackLinkProps } from "./back-link.tsx";
import { noBreak } from "./no-break.tsx";
import css from "./page-header.module.css";

export type PageHeaderProps = { title: ReactNode; intro?: ReactNode; actions?: ReactNode; back?: BackLinkProps };

export function PageHeader({ title, intro, actions, back }: PageHeaderProps) {
  return (
    <header className={css.header}>
      <div className={css.words}>
        {back && <BackLink {...back} />}
        <h1>{noBreak(title)}</h1>
        {intro && <p className={css.intro}>{intro}</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  );
}
