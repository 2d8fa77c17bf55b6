import type { ReactNode } from "react";
import { Avatar } from "#app/ui/avatar.tsx";
import { FictionalLabel } from "#app/ui/badge.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
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
  /** The badge of unread messages. Without one the row has no emphasis. */
  unread?: ReactNode;
  /** Where nothing is unread and the other one waits. */
  turn?: string | false;
  current?: boolean;
  fictional?: string | false;
  muted?: string | false;
  /** `text` is an unsent text. */
  draft?: boolean;
  last?: boolean;
  lazy?: boolean | undefined;
};

export function ChatRow(props: ChatRowProps) {
  const { href, name, avatar, online, text, time, dateTime, unread, turn, current, fictional, muted, draft, last, lazy } = props;
  return (
    <a
      aria-current={current ? "page" : undefined}
      className={cx(css.row, unread ? css.fresh : null)}
      data-last={last ? "" : undefined}
      href={href}
    >
      <span className={css.face}>
        <Avatar lazy={lazy} name={name} online={online} size="l" src={avatar} />
      </span>
      <span className={css.body}>
        <span className={css.line}>
          <span className={css.name} dir="auto" translate="no">
            {name}
          </span>
          {fictional && <FictionalLabel className={css.fictional}>{fictional}</FictionalLabel>}
          {muted && <Icon className={css.muted} label={muted} name="bell-off" size="s" />}
          {time && (
            <time className={css.time} dateTime={dateTime}>
              {time}
            </time>
          )}
        </span>
        <span className={css.line}>
          <span className={cx(css.text, draft && css.draft)} dir="auto">
            {text}
          </span>
          {turn && <span className={css.turn}>{turn}</span>}
          <span className={css.unread}>{unread}</span>
        </span>
      </span>
    </a>
  );
}
