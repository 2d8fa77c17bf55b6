"use client";

import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import css from "./bubble.module.css";

type MessageStateKind = "sending" | "sent" | "delivered" | "read" | "error";

export type BubbleProps = {
  own: boolean;
  kind?: "text" | "gift" | "icebreaker" | "photo" | "voice" | "call" | "system";
  text: string;
  time?: string;
  dateTime?: string;
  /** Author for screen readers: "You" or the name. */
  author: string;
  /** The previous message has the same author: less space, no tail. */
  follows?: boolean;
  /** Only on the viewer's own messages. */
  state?: { kind: MessageStateKind; label: string };
  /** Shown under a failed message: the reason and a retry button. */
  retry?: ReactNode;
  picture?: ReactNode;
  /** Above the text, e.g. the name of a gift. */
  title?: string;
  /** Says who wrote the message: the label of messages from staff. Above everything. */
  mark?: string | false | null;
  /** Above the text: the message that this one answers. */
  quote?: ReactNode;
  edited?: string | false;
  reactions?: ReactNode;
  menu?: ReactNode;
  /** Names the message's place in the conversation; null until it is sent. */
  seq?: number;
};

const STATES: Record<MessageStateKind, { name: IconName; style: string | undefined }> = {
  sending: { name: "clock", style: css.sending },
  sent: { name: "check", style: css.sent },
  delivered: { name: "check-double", style: css.delivered },
  read: { name: "check-double", style: css.read },
  error: { name: "alert", style: css.error },
};

export function Bubble(props: BubbleProps) {
  const { own, kind = "text", text, time, dateTime, author, follows, state, retry, picture, title } = props;
  const { mark, quote, edited, reactions, menu, seq } = props;
  if (kind === "system") return <p className={css.system}>{text}</p>;
  if (kind === "call")
    return (
      <p className={css.system} data-seq={seq} id={seq ? `m${seq}` : undefined}>
        <span className="visually-hidden">{author}: </span>
        {text}
        {time && (
          <>
            {" · "}
            <time dateTime={dateTime}>{time}</time>
          </>
        )}
      </p>
    );
  const sign = kind === "icebreaker" ? "star" : null;
  return (
    <div
      className={cx(css.message, own ? css.own : css.other, !follows && css.first, state?.kind === "error" && css.failed)}
      data-seq={seq}
      id={seq ? `m${seq}` : undefined}
      tabIndex={menu ? -1 : undefined}
    >
      <div className={cx(css.bubble, kind === "gift" && css.gift, kind === "photo" && css.photo)}>
        <span className="visually-hidden">{author}: </span>
        {mark && <span className={css.mark}>{mark}</span>}
        {quote}
        {picture}
        {title && <strong>{title}</strong>}
        {text && (
          <p className={css.text} dir="auto">
            {sign && <Icon className={css.sign} name={sign} size="s" />}
            {text}
          </p>
        )}
        {(time || state) && (
          <span className={css.meta}>
            {edited && <span>{edited}</span>}
            {time && <time dateTime={dateTime}>{time}</time>}
            {state && (
              <Icon
                className={cx(css.state, STATES[state.kind].style)}
                label={state.label}
                name={STATES[state.kind].name}
                size="s"
              />
            )}
          </span>
        )}
        {menu}
      </div>
      {reactions}
      {retry && <div className={css.retry}>{retry}</div>}
    </div>
  );
}

export function DayDivider({ label, dateTime }: { label: string; dateTime?: string }) {
  return (
    <div className={css.day}>
      <time className={css.dayLabel} dateTime={dateTime}>
        {label}
      </time>
    </div>
  );
}

/** Typing indicator. The dots stand still under `prefers-reduced-motion`. */
export function TypingDots({ label }: { label: string }) {
  return (
    <div className={css.typing} role="status">
      <span aria-hidden="true" className={css.dots}>
        <i />
        <i />
        <i />
      </span>
      <span>{label}</span>
    </div>
  );
}
