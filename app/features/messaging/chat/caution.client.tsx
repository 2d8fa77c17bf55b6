"use client";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import css from "./caution.module.css";
import { reportOf } from "./message-report.client.ts";
import type { ThreadParts } from "./thread-props.ts";

/** Messages of the reader after which a conversation is no longer young. */
const KNOWN = 15;

/** The newest message of the kind. An answer of the other member takes the line away; the next such message brings it back. */
export function seqToWarnOf(messages: readonly Message[], kind: Message["caution"]): number | null {
  const last = messages.findLast(({ caution }) => caution === kind);
  if (!last || messages.some(({ seq, sender }) => seq > last.seq && sender !== last.sender)) return null;
  const written = messages.filter(({ seq, sender }) => seq < last.seq && sender !== last.sender).length;
  return written < KNOWN ? last.seq : null;
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
