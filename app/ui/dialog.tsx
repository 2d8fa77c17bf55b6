import type { ReactNode } from "react";
import blocking from "./blocking.module.css";
import { Button, type ButtonProps } from "./button.tsx";
import { cx } from "./cx.ts";
import css from "./dialog.module.css";
import { FIRST_OF_DIALOG } from "./first-of-dialog.ts";
import { noBreak } from "./no-break.tsx";
import { UpgradeModal } from "./upgrade-modal.client.tsx";

type DialogClose = {
  /** Stores the dismissal; without it, closing affects only this page. */
  action: (data: FormData) => Promise<void>;
  fields?: Readonly<Record<string, string>>;
};

export type DialogProps = {
  id: string;
  /** Null if the content has the title, with the id `<id>-title`. */
  title: ReactNode;
  closeLabel: string;
  children: ReactNode;
  footer?: ReactNode;
  /** Open in the server's HTML, so that it works without scripts. The layout's shell beside it becomes inert. */
  open?: boolean;
  /** True if a field takes the focus instead of the title. */
  focusInside?: boolean;
  close?: DialogClose;
  size?: "m" | "full";
  className?: string;
  /** Class of the scrim behind a dialog that is open in the server's HTML. */
  scrim?: string | undefined;
};

/** Native modal. If open in the server's HTML, it has a scrim; scripts then upgrade it to trap the focus. */
export function Dialog(props: DialogProps) {
  if (!props.open) return <Box {...props} />;
  return (
    <div className={cx(css.scrim, blocking.whileOpen, props.scrim)}>
      {/* Mouse target beside the dialog; keyboards use the close button. */}
      <button aria-hidden="true" className={css.outside} form={`${props.id}-close`} tabIndex={-1} type="submit" />
      <Box {...props} />
      <UpgradeModal id={props.id} />
    </div>
  );
}

function Box({ id, title, closeLabel, children, footer, open, focusInside, close, size = "m", className }: DialogProps) {
  return (
    <dialog
      {...{ closedby: "any" }}
      aria-labelledby={`${id}-title`}
      className={cx(css.dialog, css[size], className)}
      id={id}
      open={open}
    >
      <div className={css.panel}>
        <div className={cx(css.header, title === null && css.over)}>
          {title !== null && (
            <h2 className={css.title} id={`${id}-title`} {...(!focusInside && FIRST_OF_DIALOG)}>
              {noBreak(title)}
            </h2>
          )}
          <CloseForm close={close} id={`${id}-close`}>
            <Button icon="close" iconOnly variant="quiet">
              {closeLabel}
            </Button>
          </CloseForm>
        </div>
        <div className={css.body}>{children}</div>
        {footer && <div className={css.footer}>{footer}</div>}
      </div>
    </dialog>
  );
}

/** A button whose `form` is this id also closes the dialog. */
function CloseForm({ id, close, children }: { id: string; close?: DialogClose; children: ReactNode }) {
  if (!close) {
    return (
      <form id={id} method="dialog" noValidate>
        {children}
      </form>
    );
  }
  return (
    <form action={close.action} id={id} noValidate>
      {Object.entries(close.fields ?? {}).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      {children}
    </form>
  );
}

export type DialogTriggerProps = ButtonProps & { dialog: string };

/** Opens a dialog through invoker commands; needs no script in browsers that support them. */
export function DialogTrigger({ dialog, ...button }: DialogTriggerProps) {
  return <Button {...{ command: "show-modal", commandfor: dialog }} type="button" {...button} />;
}
