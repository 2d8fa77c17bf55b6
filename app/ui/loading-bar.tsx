import { cx } from "./cx.ts";
import css from "./loading-bar.module.css";

export type BarState = "hidden" | "loading" | "done";

/** Visual only: browsers announce loading themselves. */
export function LoadingBarLine({ state }: { state: BarState }) {
  return <div aria-hidden="true" className={cx(css.bar, css[state])} />;
}
