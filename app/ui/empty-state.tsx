import type { ReactNode } from "react";
import css from "./empty-state.module.css";
import type { IconName } from "./icon.tsx";
import { noBreak } from "./no-break.tsx";
import { RoundIcon } from "./round-icon.tsx";

/** A small drawing on the pages that a member meets empty, an icon elsewhere. */
type Picture = { scene: ReactNode; icon?: undefined } | { scene?: undefined; icon: IconName };

export type EmptyStateProps = Picture & { title: ReactNode; children?: ReactNode; action?: ReactNode; level?: 1 | 2 };

export function EmptyState({ icon, scene, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className={css.empty}>
      {icon ? <RoundIcon name={icon} size="l" /> : scene}
      <Heading className={css.title}>{noBreak(title)}</Heading>
      {children && <div className={css.text}>{children}</div>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
