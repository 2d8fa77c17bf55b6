import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { cx } from "./cx.ts";
import css from "./dialog.module.css";

export type DialogProps = {
  id: string;
  title: ReactNode;
  closeLabel: string;
  children: ReactNode;
  footer?: ReactNode;
  /** Open in the server's HTML: works without JavaScript, closed by its own button. */
  open?: boolean;
  size?: "m" | "full";
};

/** A native modal. Esc, the close button and, where the browser knows `closedby`, a press outside close it. */
export function Dialog({ id, title, closeLabel, children, footer, open, size = "m" }: DialogProps) {
  return (
    <dialog {...{ closedby: "any" }} aria-labelledby={`${id}-title`} className={cx(css.dialog, css[size])} id={id} open={open}>
      <div className={css.panel}>
        <header className={css.header}>
          <h2 className={css.title} id={`${id}-title`}>
            {title}
          </h2>
          <form method="dialog">
            <Button icon="close" iconOnly variant="quiet">
              {closeLabel}
            </Button>
          </form>
        </header>
        <div className={css.body}>{children}</div>
        {footer && <footer className={css.footer}>{footer}</footer>}
      </div>
    </dialog>
  );
}

export type DialogTriggerProps = ButtonProps & { dialog: string };

/** Opens a Dialog by its id through invoker commands, so no script is needed where the browser has them. */
export function DialogTrigger({ dialog, ...button }: DialogTriggerProps) {
  return <Button {...{ command: "show-modal", commandfor: dialog }} type="button" {...button} />;
}
