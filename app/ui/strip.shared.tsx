import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import css from "./strip.module.css";

export type StripProps = {
  icon: IconName;
  title: string;
  /** Of the title, where it is not the page's. */
  lang?: string;
  text?: string;
  tone?: "info" | "warning" | "success";
  href?: string;
  action?: ReactNode;
  dismiss?: ReactNode;
  /** Hidden where push cannot be offered in this way. */
  push?: "asking" | "install";
};

export function Strip({ icon, title, lang, text, tone = "info", href, action, dismiss, push }: StripProps) {
  const words = (
    <>
      <Icon className={css.icon} name={icon} size="s" />
      <span className={css.title} lang={lang}>
        {title}
      </span>
      {text && <span className={css.text}>{text}</span>}
    </>
  );
  return (
    <div className={cx(css.strip, css[tone])} data-push={push} data-strip="" role="status">
      {href ? (
        <a className={css.words} href={href}>
          {words}
          <Icon className={css.mark} name="chevron-right" size="s" />
        </a>
      ) : (
        <p className={css.words}>{words}</p>
      )}
      {action && <div className={css.action}>{action}</div>}
      {dismiss}
    </div>
  );
}

export type StripFoldProps = Pick<StripProps, "icon" | "title" | "tone" | "dismiss"> & {
  id?: string;
  open?: boolean;
  children: ReactNode;
};

export function StripFold({ icon, title, tone = "warning", dismiss, id, open, children }: StripFoldProps) {
  return (
    <div className={cx(css.strip, css[tone])} data-strip="">
      <details className={css.fold} id={id} open={open}>
        <summary className={css.words}>
          <Icon className={css.icon} name={icon} size="s" />
          <span className={css.title}>{title}</span>
          <Icon className={css.mark} name="chevron-down" size="s" />
        </summary>
        <div className={css.more}>{children}</div>
      </details>
      {dismiss}
    </div>
  );
}
