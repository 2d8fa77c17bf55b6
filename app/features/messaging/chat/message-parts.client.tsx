"use client";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import { MESSAGE_MENU } from "./message-keys.client.ts";
import { wordsOf } from "./message-words.client.ts";
import css from "./messages.module.css";
import { REACTIONS, type Reaction } from "./reactions.client.ts";
import type { ThreadParts } from "./thread-props.ts";

type Part = Pick<ThreadParts, "initial" | "selfId" | "texts"> & { message: Message; acts: MessageActs };

/** Stable: a part of the conversation is drawn again only when its messages change. */
export interface MessageActs {
  choose(seq: number): void;
  react(message: Message, reaction: Reaction): Promise<void>;
  reach(seq: number): Promise<boolean>;
  find(seq: number): Message | undefined;
}

/** A link: without scripts it opens the page of the original. */
export function Quote({ message, reply, initial, selfId, texts, acts }: Part & { reply: NonNullable<Message["reply_to"]> }) {
  const { seq } = reply;
  const loaded = acts.find(seq);
  // The loaded message is newer than the quote that came with the reply.
  const quote = loaded ? (loaded.hidden ? null : loaded) : reply.quote;
  if (!quote) return <span className={css.quote}>{texts.actions.gone}</span>;
  const show = async () => {
    if (!(await acts.reach(seq))) return;
    const original = document.getElementById(`m${seq}`);
    original?.scrollIntoView({ block: "center" });
    original?.focus({ preventScroll: true });
  };
  return (
    <a
      className={css.quote}
      href={`/chats/${message.conversation}?before=${seq + 25}#m${seq}`}
      onClick={(event) => {
        event.preventDefault();
        show().catch(() => {}); // offline: the quote stays
      }}
    >
      <strong>{quote.sender === selfId ? texts.you : initial.profile.name}</strong>
      <span className={css.words} dir="auto">
        {wordsOf(quote, texts)}
      </span>
    </a>
  );
}

export function Reactions({ message, texts, acts }: Pick<Part, "message" | "texts" | "acts">) {
  const { reaction: own, partner_reaction: other } = message;
  return (
    <div className={css.reactions}>
      {other && (
        <span aria-label={texts.actions.theirs.replace("{{what}}", texts.reactions[other])} className={css.reaction} role="img">
          {REACTIONS[other]}
        </span>
      )}
      {own && (
        <button
          aria-label={texts.actions.mine.replace("{{what}}", texts.reactions[own])}
          className={css.reaction}
          onClick={() => acts.react(message, own).catch(() => {})} // the reaction stays
          tabIndex={-1}
          type="button"
        >
          {REACTIONS[own]}
        </button>
      )}
    </div>
  );
}

export function MenuButton({ message, own, texts, acts }: Pick<Part, "message" | "texts" | "acts"> & { own: boolean }) {
  return (
    <button
      aria-label={texts.actions.menu}
      className={cx(css.menu, own ? css.before : css.behind)}
      onClick={() => acts.choose(message.seq)}
      popoverTarget={MESSAGE_MENU}
      tabIndex={-1}
      type="button"
    >
      <Icon name="more" />
    </button>
  );
}
