import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import css from "./disclosure.module.css";
import { Icon } from "./icon.tsx";
import { noBreak } from "./no-break.tsx";

export type DisclosureProps = {
  summary: ReactNode;
  children: ReactNode;
  open?: boolean;
  name?: string;
  className?: string;
};

/** Native details: needs no script, and in-page search finds its content. */
export function Disclosure({ summary, children, open, name, className }: DisclosureProps) {
  return (
    <details className={cx(css.details, className)} name={name} open={open}>
      <summary className={css.summary}>
        <span className={css.label}>{noBreak(summary)}</span>
        <Icon className={css.mark} name="chevron-down" size="s" />
      </summary>
      <div className={css.content}>{children}</div>
    </details>
  );
}
