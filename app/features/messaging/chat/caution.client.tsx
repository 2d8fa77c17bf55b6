"use client";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import css from "./caution.module.css";
import { reportOf } from "./message-report.client.ts";
import type { ThreadParts } from "./thread-props.ts";

/** The first message of the kind. Null once the other member has written after it: the line has been read. */
export function seqToWarnOf(messages: readonly Message[], kind: Message["caution"]): number | null {
  const first = messages.find(({ caution }) => caution === kind);
  const answered = first && messages.some(({ seq, sender }) => seq > first.seq && sender !== first.sender);
  return first && !answered ? first.seq : null;
}

/** What messages like this one often lead to. The receiver may report it from here; writing on takes the line away. */
export function CautionLine({ message, own, texts }: Pick<ThreadParts, "texts"> & { message: Message; own: boolean }) {
  if (!message.caution) return null;
  return (
    <div className={css.caution} role="note">
      <p>{texts.caution[own ? "own" : "theirs"][message.caution]}</p>
      {!own && <a href={reportOf(message)}>{texts.actions.report}</a>}
    </div>
  );
}
