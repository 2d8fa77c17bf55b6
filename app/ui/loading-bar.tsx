import { cx } from "./cx.ts";
import css from "./loading-bar.module.css";

export type BarState = "hidden" | "loading" | "done";

/** The line of the LoadingBar. Browsers say themselves that a page is loading; this is for the eye. */
export function LoadingBarLine({ state }: { state: BarState }) {
  return <div aria-hidden="true" className={cx(css.bar, css[state])} />;
}
