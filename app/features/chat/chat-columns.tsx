import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import css from "./chat-columns.module.css";

export type ChatColumnsProps = {
  listHeader: ReactNode;
  list: ReactNode;
  /** A Conversation, or an EmptyState. */
  children: ReactNode;
  /** Below 992 px either the conversation or the list is shown. */
  open: boolean;
  /** `window` fills the chat layout; `page` fills the default layout below the navigation. */
  fill?: "window" | "page";
};

export function ChatColumns({ listHeader, list, children, open, fill = "window" }: ChatColumnsProps) {
  return (
    <div className={cx(css.columns, css[fill], open ? css.isOpen : css.isList)} data-columns="">
      <div className={css.side}>
        <div className={css.head}>{listHeader}</div>
        <div className={css.scroll} data-scroller="">
          {list}
        </div>
      </div>
      <div className={css.main}>{children}</div>
    </div>
  );
}
