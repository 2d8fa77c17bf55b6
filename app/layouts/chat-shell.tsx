import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import css from "./chat-shell.module.css";
import { Main, type ShellProps, Start } from "./shell.tsx";

/** Content of exactly the window's height; the parts inside scroll. A narrow window has no bar. */
export function ChatShell({ skipLabel, nav, children }: ShellProps & { nav: ReactNode }) {
  return (
    <div className={cx(css.chat, "layout-chat")}>
      <Start label={skipLabel} />
      <div className={css.bar}>{nav}</div>
      <Main className={css.main}>{children}</Main>
    </div>
  );
}
