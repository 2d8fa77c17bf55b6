import type { ReactNode } from "react";
import css from "./alert.module.css";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";
import { noBreak } from "./no-break.tsx";

export type Tone = "info" | "success" | "warning" | "error";
export type AlertProps = {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** A Dismiss whose form stores the dismissal, or an island's Button. */
  dismiss?: ReactNode;
  icon?: IconName;
  id?: string;
  /** True moves the focus here; default for errors. */
  first?: boolean;
};

export const TONE_ICON = { info: "info", success: "check-circle", warning: "warning", error: "alert" } as const;

/** Focuses a form's response for screen readers, with scripts (FocusResponse) or without. */
export const FIRST = { tabIndex: -1, autoFocus: true, "data-first": "" } as const;

/** Errors use role `alert`, all others `status`. */
export function Alert(props: AlertProps) {
  const { tone = "info", title, children, action, dismiss, icon = TONE_ICON[tone], id, first = tone === "error" } = props;
  return (
    <div className={cx(css.alert, css[tone])} id={id} role={tone === "error" ? "alert" : "status"} {...(first && FIRST)}>
      <Icon className={css.icon} name={icon} />
      <div className={css.body}>
        {title && <p className={css.title}>{noBreak(title)}</p>}
        {children && <div className={css.text}>{children}</div>}
        {action && <div className={css.action}>{action}</div>}
      </div>
      {dismiss && <div className={css.dismiss}>{dismiss}</div>}
    </div>
  );
}
