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
  /** Buttons or links under the text. */
  action?: ReactNode;
  /** The close button: a Dismiss, whose form records the dismissal, or an island's own Button. */
  dismiss?: ReactNode;
  icon?: IconName;
  id?: string;
  /** True if it takes the focus, as an error does. */
  first?: boolean;
};

export const TONE_ICON = { info: "info", success: "check-circle", warning: "warning", error: "alert" } as const;

/** A form's answer takes the focus, so that screen readers read it, with scripts (FocusResponse) or without. */
export const FIRST = { tabIndex: -1, autoFocus: true, "data-first": "" } as const;

/** Announced at once when it is an error, politely otherwise. */
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
