import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { StableOrder } from "#app/ui/stable-order.client.tsx";
import css from "./member-grid.module.css";

export type MemberGridProps = {
  /** List items. */
  children: ReactNode[];
  /** `row` scrolls sideways. */
  shape?: "grid" | "row";
  label?: string;
  /** Ids of the children, which then keep their places while the page refreshes. */
  ids?: string[];
};

/** A list, so that screen readers announce the count. Two columns from 360 px. */
export function MemberGrid({ children, shape = "grid", label, ids }: MemberGridProps) {
  return (
    <ul aria-label={label} className={cx(css.list, css[shape])}>
      {ids ? <StableOrder ids={ids}>{children}</StableOrder> : children}
    </ul>
  );
}
