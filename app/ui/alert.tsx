import type { ReactNode } from "react";
import css from "./alert.module.css";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";

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
};

export const TONE_ICON = { info: "info", success: "check-circle", warning: "warning", error: "alert" } as const;

/** Announced at once when it is an error, politely otherwise. */
export function Alert({ tone = "info", title, children, action, dismiss, icon = TONE_ICON[tone], id }: AlertProps) {
  return (
    <div className={cx(css.alert, css[tone])} id={id} role={tone === "error" ? "alert" : "status"}>
      <Icon className={css.icon} name={icon} />
      <div className={css.body}>
        {title && <p className={css.title}>{title}</p>}
        {children && <div className={css.text}>{children}</div>}
        {action && <div className={css.action}>{action}</div>}
      </div>
      {dismiss && <div className={css.dismiss}>{dismiss}</div>}
    </div>
  );
}
