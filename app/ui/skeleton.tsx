import { cx } from "./cx.ts";
import css from "./skeleton.module.css";

export type SkeletonProps = { shape?: "line" | "photo" | "circle" | "block"; className?: string };

/** Stands where something is being loaded; say so in words beside it, for it is hidden from screen readers. */
export function Skeleton({ shape = "line", className }: SkeletonProps) {
  return <span aria-hidden="true" className={cx(css.skeleton, css[shape], className)} />;
}
