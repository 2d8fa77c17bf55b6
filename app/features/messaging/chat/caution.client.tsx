"use client";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import css from "./caution.module.css";
import { reportOf } from "./message-report.client.ts";
import type { ThreadParts } from "./thread-props.ts";

/** Messages of the reader after which a conversation is no longer young. */
const KNOWN = 15;

/** The first message of the kind since the other member last wrote: an answer takes the line away, the next one may bring it back. */
export function seqToWarnOf(messages: readonly Message[], kind: Message["caution"]): number | null {
  const first = messages.find(({ seq, sender, caution }, index) => {
    const answered = () => messages.slice(index).some((later) => later.seq > seq && later.sender !== sender);
    return caution === kind && !answered();
  });
  if (!first) return null;
  const written = messages.filter(({ seq, sender }) => seq < first.seq && sender !== first.sender).length;
  return written < KNOWN ? first.seq : null;
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
