import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import css from "./rows.module.css";

export function Rows({ flat, children }: { flat?: boolean; children: ReactNode }) {
  return <ul className={cx(css.rows, !flat && css.raised)}>{children}</ul>;
}

export type RowProps = { className?: string; children: ReactNode };

export function Row({ className, children }: RowProps) {
  return <li className={cx(css.row, css.wraps, className)}>{children}</li>;
}

export function RowLink({ href, className, children }: RowProps & { href: string }) {
  return (
    <li>
      <a className={cx(css.row, css.link, className)} href={href}>
        {children}
      </a>
    </li>
  );
}

export function RowText({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <span className={css.words}>
      {children}
      <span className={css.note}>{note}</span>
    </span>
  );
}
