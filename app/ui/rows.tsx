import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import css from "./rows.module.css";

/** A list in one box with a line between its rows; `flat` within a card. */
export function Rows({ flat, children }: { flat?: boolean; children: ReactNode }) {
  return <ul className={cx(css.rows, !flat && css.raised)}>{children}</ul>;
}

export type RowProps = { className?: string; children: ReactNode };

export function Row({ className, children }: RowProps) {
  return <li className={cx(css.row, css.wraps, className)}>{children}</li>;
}

/** Leads somewhere as a whole. */
export function RowLink({ href, className, children }: RowProps & { href: string }) {
  return (
    <li>
      <a className={cx(css.row, css.link, className)} href={href}>
        {children}
      </a>
    </li>
  );
}

/** What a row is about, and smaller below it what there is to say of it. */
export function RowWords({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <span className={css.words}>
      {children}
      <span className={css.note}>{note}</span>
    </span>
  );
}
