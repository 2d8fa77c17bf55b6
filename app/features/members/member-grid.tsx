import { Children, type ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import css from "./member-grid.module.css";

export type MemberGridProps = {
  children: ReactNode;
  /** `row` scrolls sideways. */
  shape?: "grid" | "row";
  label?: string;
};

/** A list, so that screen readers announce the count. Two columns from 360 px. */
export function MemberGrid({ children, shape = "grid", label }: MemberGridProps) {
  return (
    <ul aria-label={label} className={cx(css.list, css[shape])}>
      {Children.map(children, (card) => (
        <li>{card}</li>
      ))}
    </ul>
  );
}
