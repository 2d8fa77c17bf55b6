import type { ReactNode } from "react";
import css from "./empty-state.module.css";
import type { IconName } from "./icon.tsx";
import { noBreak } from "./no-break.tsx";
import { RoundIcon } from "./round-icon.tsx";

export type EmptyStateProps = { icon: IconName; title: ReactNode; children?: ReactNode; action?: ReactNode; level?: 1 | 2 };

export function EmptyState({ icon, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className={css.empty}>
      <RoundIcon name={icon} size="l" />
      <Heading className={css.title}>{noBreak(title)}</Heading>
      {children && <div className={css.text}>{children}</div>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
