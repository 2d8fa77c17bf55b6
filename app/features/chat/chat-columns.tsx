import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import css from "./chat-columns.module.css";

export type ChatColumnsProps = {
  /** Title and the way back, above the list. */
  listHeader: ReactNode;
  list: ReactNode;
  /** A Conversation, or an EmptyState when none is open. */
  children: ReactNode;
  /** Whether a conversation is open: below 992 px only one of the two is shown. */
  open: boolean;
  /** `window` fills the chat layout, `page` what the navigation of the default layout leaves. */
  fill?: "window" | "page";
};

/** The list beside the conversation: 300 to 400 px, then the rest. */
export function ChatColumns({ listHeader, list, children, open, fill = "window" }: ChatColumnsProps) {
  return (
    <div className={cx(css.columns, css[fill], open ? css.isOpen : css.isList)} data-columns="">
      <div className={css.side}>
        <div className={css.head}>{listHeader}</div>
        <div className={css.scroll}>{list}</div>
      </div>
      <div className={css.main}>{children}</div>
    </div>
  );
}
