import { cx } from "#app/ui/cx.ts";
import css from "./chat-shell.module.css";
import { Main, type ShellProps, Start } from "./shell.tsx";

/** Content of exactly the window's height; the parts inside scroll. */
export function ChatShell({ skipLabel, children }: ShellProps) {
  return (
    <div className={cx(css.chat, "layout-chat")}>
      <Start label={skipLabel} />
      <Main className={css.main}>{children}</Main>
    </div>
  );
}
