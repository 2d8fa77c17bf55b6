import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import css from "./bubble.module.css";

type MessageStateKind = "sending" | "sent" | "delivered" | "read" | "error";

export type BubbleProps = {
  own: boolean;
  /** Gifts and icebreakers have a sign of their own, system lines have no bubble. */
  kind?: "text" | "gift" | "icebreaker" | "system";
  text: string;
  time?: string;
  dateTime?: string;
  /** Who speaks, for screen readers: "You" or the name. */
  author: string;
  /** Follows a message of the same person: drawn closer, without its own tail. */
  follows?: boolean;
  /** Only one's own messages have one. */
  state?: { kind: MessageStateKind; label: string };
  /** Under a message that failed: what happened, and a button that tries again. */
  retry?: ReactNode;
  /** The picture of a gift. */
  picture?: ReactNode;
};

const STATE_ICON: Record<MessageStateKind, IconName> = {
  sending: "clock",
  sent: "check",
  delivered: "check-double",
  read: "check-double",
  error: "alert",
};

export function Bubble({ own, kind = "text", text, time, dateTime, author, follows, state, retry, picture }: BubbleProps) {
  if (kind === "system") return <p className={css.system}>{text}</p>;
  const sign = kind === "gift" ? "gift" : kind === "icebreaker" ? "star" : null;
  return (
    <div className={cx(css.message, own ? css.own : css.other, !follows && css.first, state?.kind === "error" && css.failed)}>
      <div className={css.bubble}>
        <span className="visually-hidden">{author}: </span>
        {picture}
        <p className={css.text} dir="auto">
          {sign && <Icon className={css.sign} name={sign} size="s" />}
          {text}
        </p>
        {(time || state) && (
          <span className={css.meta}>
            {time && <time dateTime={dateTime}>{time}</time>}
            {state && (
              <Icon className={cx(css.state, css[state.kind])} label={state.label} name={STATE_ICON[state.kind]} size="s" />
            )}
          </span>
        )}
      </div>
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

/** Three dots that move, or stand still for who wants no motion; `label` says it in words. */
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
