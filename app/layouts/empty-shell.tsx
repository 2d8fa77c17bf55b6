import { cx } from "#app/ui/cx.ts";
import css from "./empty-shell.module.css";
import { LogoBar, type LogoBarProps } from "./logo-bar.tsx";
import shell from "./shell.module.css";
import { Main, type ShellProps, Start } from "./shell.tsx";

export type EmptyShellProps = ShellProps & LogoBarProps;

/** Content centred in the window, with only the logo above. */
export function EmptyShell({ skipLabel, logo, end, children }: EmptyShellProps) {
  return (
    <div className={cx(shell.shell, css.empty, "layout-empty")}>
      <Start label={skipLabel} />
      <LogoBar end={end} logo={logo} />
      <Main className={css.main}>{children}</Main>
    </div>
  );
}
