import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import css from "./disclosure.module.css";
import { Icon } from "./icon.tsx";

export type DisclosureProps = {
  summary: ReactNode;
  children: ReactNode;
  open?: boolean;
  /** Of all with one name, one is open. */
  name?: string;
  className?: string;
};

/** Native details: folds in place, needs no script, and is found by the browser's own search. */
export function Disclosure({ summary, children, open, name, className }: DisclosureProps) {
  return (
    <details className={cx(css.details, className)} name={name} open={open}>
      <summary className={css.summary}>
        <span className={css.label}>{summary}</span>
        <Icon className={css.mark} name="chevron-down" size="s" />
      </summary>
      <div className={css.content}>{children}</div>
    </details>
  );
}
