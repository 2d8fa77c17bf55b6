import type { ReactNode } from "react";
import { TONE_ICON, type Tone } from "./alert.tsx";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import css from "./toast.module.css";

export type ToastProps = { tone?: Tone; children: ReactNode; action?: ReactNode; dismiss?: ReactNode };

/** At most 350 px wide. Stays until dismissed, for slow readers. */
export function Toast({ tone = "info", children, action, dismiss }: ToastProps) {
  return (
    <div className={cx(css.toast, css[tone])}>
      <Icon className={css.icon} name={TONE_ICON[tone]} />
      <div className={css.text}>
        {children}
        {action}
      </div>
      {dismiss && <div className={css.dismiss}>{dismiss}</div>}
    </div>
  );
}

/** Live region; always in the page, so that later toasts are announced. */
export function ToastRegion({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <section aria-label={label} aria-live="polite" className={css.region}>
      {children}
    </section>
  );
}
