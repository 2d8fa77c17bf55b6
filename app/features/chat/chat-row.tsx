import { Children, type ReactNode } from "react";
import { Avatar } from "#app/ui/avatar.tsx";
import css from "./chat-row.module.css";

export type ChatRowProps = {
  href: string;
  name: string;
  avatar?: string | null;
  online?: string | false;
  /** The last message on one line; the caller adds "You:" to the viewer's own. */
  text: string;
  /** Formatted, e.g. "14:05" or "Tuesday". */
  time?: string;
  dateTime?: string;
  /** A CountBadge or the island that updates it. The row is bold while the badge has content. */
  unread?: ReactNode;
  current?: boolean;
  /** The domain's label for a fictional profile. */
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
