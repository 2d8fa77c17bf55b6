import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import css from "./default-shell.module.css";
import shell from "./shell.module.css";
import { Main, type ShellProps, Start } from "./shell.tsx";

export type DefaultShellProps = ShellProps & { nav: ReactNode; banners?: ReactNode; footer?: ReactNode };

/** Pages bring their own `.container`. */
export function DefaultShell({ skipLabel, nav, banners, footer, children }: DefaultShellProps) {
  return (
    <div className={cx(shell.shell, "layout-default")}>
      <Start label={skipLabel} />
      {nav}
      {banners && <div className={cx("container", css.banners)}>{banners}</div>}
      <Main className={shell.main}>{children}</Main>
      {footer}
    </div>
  );
}
