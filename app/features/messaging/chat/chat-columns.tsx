import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import css from "./chat-columns.module.css";

export type ChatColumnsProps = {
  listHeader: ReactNode;
  list: ReactNode;
  /** A Conversation, or an EmptyState. */
  children: ReactNode;
  /** Place and size; without, the conversation is open and fills the chat layout. */
  className?: string;
};

export function ChatColumns({ listHeader, list, children, className = css.open }: ChatColumnsProps) {
  return (
    <>
      <div className={cx(css.columns, className)} data-columns="">
        {/* The first frame waits for rows and header: a face that flies finds its place, and no frame is empty. An element counts from its
          first tag on, so one behind both is named. */}
        <link blocking="render" href="#chats-end" rel="expect" />
        <div className={css.side}>
          <div className={css.head}>{listHeader}</div>
          <div className={css.scroll} data-scroller="">
            {list}
          </div>
        </div>
        <div className={css.main}>{children}</div>
      </div>
      <span hidden id="chats-end" />
    </>
  );
}
