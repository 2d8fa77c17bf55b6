import { Children, type ReactNode } from "react";
import { Avatar } from "#app/ui/avatar.tsx";
import css from "./chat-row.module.css";

export type ChatRowProps = {
  href: string;
  name: string;
  avatar?: string | null;
  online?: string | false;
  /** The last message as one line; the caller says "You:" before one's own. */
  text: string;
  /** In words, e.g. "14:05" or "Tuesday". */
  time?: string;
  dateTime?: string;
  /** A CountBadge, or the island that keeps it up to date. While it shows anything the row is bold. */
  unread?: ReactNode;
  /** The conversation that is open beside the list. */
  current?: boolean;
  /** The domain's word for a fictional profile. */
  fictional?: string | false;
};

export function ChatRow({ href, name, avatar, online, text, time, dateTime, unread, current, fictional }: ChatRowProps) {
  return (
    <a aria-current={current ? "page" : undefined} className={css.row} href={href}>
      <Avatar name={name} online={online} size="l" src={avatar} />
      <span className={css.body}>
        <span className={css.line}>
          <span className={css.name} translate="no">
            {name}
          </span>
          {fictional && <span className={css.fictional}>{fictional}</span>}
          {time && (
            <time className={css.time} dateTime={dateTime}>
              {time}
            </time>
          )}
        </span>
        <span className={css.line}>
          <span className={css.text} dir="auto">
            {text}
          </span>
          <span className={css.unread}>{unread}</span>
        </span>
      </span>
    </a>
  );
}

export function ChatList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={css.list}>
      {Children.map(children, (row) => (
        <li>{row}</li>
      ))}
    </ul>
  );
}
