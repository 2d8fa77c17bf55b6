import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { LogoBar, type LogoBarProps } from "./logo-bar.tsx";
import css from "./shell.module.css";
import { Main, type ShellProps, Start } from "./shell.tsx";

export type LanderShellProps = ShellProps & LogoBarProps & { footer?: ReactNode };

export function LanderShell({ skipLabel, logo, end, footer, children }: LanderShellProps) {
  return (
    <div className={cx(css.shell, "layout-lander")}>
      <Start label={skipLabel} />
      <LogoBar end={end} logo={logo} />
      <Main className={css.main}>{children}</Main>
      {footer}
    </div>
  );
}
