"use client";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { GiftDrawing } from "#app/features/messaging/gifts/gift-drawing.shared.tsx";
import { giftName } from "#app/features/messaging/gifts/gift-name.shared.ts";
import { Button } from "#app/ui/button.tsx";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import { Bubble, DayDivider } from "./bubble.client.tsx";
import { callWords } from "./call-words.client.ts";
import { CautionLine, seqToWarnOf } from "./caution.client.tsx";
import css from "./chat-thread.module.css";
import { Chunk } from "./chunk.client.tsx";
import { daysOf } from "./days.client.ts";
import { formatOf } from "./formats.client.ts";
import { type ChunkOf, chunksOf, isGroup } from "./groups.client.ts";
import { useMessageKeys } from "./message-keys.client.ts";
import { loadMessageMenu, MessageMenu } from "./message-menu.client.tsx";
import { MenuButton, type MessageActs, Quote, Reactions } from "./message-parts.client.tsx";
import { reportOf } from "./message-report.client.ts";
import { spokenOf } from "./message-words.client.ts";
import parts from "./messages.module.css";
import { PendingPhoto, PhotoMessage } from "./photo-message.client.tsx";
import { shownIn, stateOf } from "./thread.client.ts";
import type { ThreadParts } from "./thread-props.ts";
import { VoiceMessage } from "./voice-message.client.tsx";

type Props = ThreadParts & {
  /** Seq of the first unread message when the conversation was opened. */
  unreadFrom: number | null;
  onShown: () => void;
};

export function Messages(props: Props) {
  const { initial, selfId, texts, state, unreadFrom, onShown } = props;
  const { thread, react, reach } = state;
  const chunks = useRef<ChunkOf[]>([]);
  const section = shownIn(thread).messages;
  const shown = section.filter(({ hidden }) => !hidden);
  // Once for all parts: each looks through the whole conversation.
  const [contact, money] = [seqToWarnOf(section, "contact"), seqToWarnOf(section, "money")];
  chunks.current = chunksOf(shown, chunks.current);
  const [chosen, choose] = useState<number | null>(null);
  // Without scripts there is no menu to open, but a link to report. Scripts never show it.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const known = useRef(section);
  known.current = section;
  const open = initial.refusal !== "deleted" && initial.refusal !== "blocked";
  const keys = useMessageKeys(loadMessageMenu, (seq) => {
    const message = known.current.find((one) => one.seq === seq);
    if (message && open) state.setMode({ kind: "reply", message });
  });
  const acts: MessageActs = useMemo(
    () => ({ choose, react, reach, find: (seq) => known.current.find((message) => message.seq === seq) }),
    [react, reach],
  );
  const current = section.find(({ seq }) => seq === chosen) ?? null;
  if (thread.messages.length + thread.pending.length === 0) {
    return (
      <>
        <p>{texts.empty}</p>
        {props.readyLines}
      </>
    );
  }
  return (
    <div {...keys} className={parts.list}>
      {chunks.current.map(({ key, messages }, index, all) => {
        const last = messages.at(-1)?.seq ?? 0;
        return (
          <Chunk key={key} onShown={onShown}>
            <Part
              {...props}
              acts={acts}
              after={all[index + 1]?.messages[0]}
              before={all[index - 1]?.messages.at(-1)}
              messages={messages}
              readSeq={Math.min(thread.partnerReadSeq, last)}
              ready={ready}
              contact={contact}
              money={money}
              unreadFrom={unreadFrom !== null && messages.some(({ seq }) => seq === unreadFrom) ? unreadFrom : null}
            />
          </Chunk>
        );
      })}
      {!thread.past && <PendingMessages {...props} />}
      <MessageMenu
        edits={initial.edits}
        hide={state.hide}
        isRead={current !== null && stateOf(thread, current) === "read"}
        message={current}
        onMode={state.setMode}
        open={open}
        own={current?.sender === selfId}
        react={react}
        texts={texts}
      />
    </div>
  );
}

function PendingMessages({ texts, state }: ThreadParts) {
  const { thread, retry, discard } = state;
  return thread.pending.map((one) => (
    <Bubble
      author={texts.you}
      key={one.clientId}
      kind={one.photo ? "photo" : one.voice ? "voice" : "text"}
      own
      picture={
        one.photo ? (
          <PendingPhoto photo={one.photo} sending={!one.error && !one.waiting} texts={texts} />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: the member has just said it.
          one.voice && <audio aria-label={texts.voice.word} controls src={one.voice} />
        )
      }
      retry={
        (one.error || one.waiting) && (
          <>
            <span role={one.error ? "alert" : undefined}>{one.error ?? texts.waiting}</span>{" "}
            {one.error && (
              <Button onClick={() => retry(one)} size="s" type="button" variant="quiet">
                {texts.retry}
              </Button>
            )}
            <Button onClick={() => discard(one)} size="s" type="button" variant="quiet">
              {texts.discard}
            </Button>
          </>
        )
      }
      state={{ kind: one.error ? "error" : "sending", label: one.error ? texts.states.error : texts.states.sending }}
      text={one.text}
    />
  ));
}

/** In ms. */
const NEW = 60_000;

type PartProps = Pick<ThreadParts, "initial" | "selfId" | "reader" | "now" | "texts" | "cdn" | "dear"> & {
  messages: Message[];
  before: Message | undefined;
  after: Message | undefined;
  readSeq: number;
  unreadFrom: number | null;
  /** Seqs that have a line above. */
  contact: number | null;
  money: number | null;
  ready: boolean;
  acts: MessageActs;
};

const Part = memo(
  MessagesPart,
  (a, b) =>
    a.reader.zone === b.reader.zone &&
    (["messages", "before", "after", "readSeq", "unreadFrom", "contact", "money", "now", "ready", "acts"] as const).every(
      (key) => a[key] === b[key],
    ),
);

function MessagesPart(props: PartProps) {
  const { messages, before, after, reader, now, texts, readSeq, unreadFrom, acts } = props;
  const options = { reader, now, today: texts.today, yesterday: texts.yesterday };
  const dayBefore = before && daysOf([before], options)[0]?.date;
  const one = (message: Message, previous: Message | undefined, next: Message | undefined) => (
    <One
      {...props}
      ends={!isGroup(message, next)}
      follows={isGroup(previous, message)}
      isFirstUnread={message.seq === unreadFrom}
      warns={message.seq === props.contact || message.seq === props.money}
      key={message.client_id}
      kind={stateOf({ partnerReadSeq: readSeq }, message)}
      message={message}
      original={message.reply_to ? acts.find(message.reply_to.seq) : undefined}
    />
  );
  // One flat list: a message keeps its element where another time zone moves it to another day.
  return daysOf(messages, options).flatMap((day, number, days) => [
    day.date !== dayBefore && <DayDivider dateTime={day.date} key={day.date} label={day.label} />,
    ...day.messages.map((message, index) =>
      one(
        message,
        index === 0 && number === 0 && day.date === dayBefore ? before : day.messages[index - 1],
        day.messages[index + 1] ?? (number === days.length - 1 ? after : undefined),
      ),
    ),
  ]);
}

type OneProps = Pick<PartProps, "initial" | "selfId" | "reader" | "now" | "texts" | "cdn" | "dear" | "ready" | "acts"> & {
  message: Message;
  /** The quoted message, if it is loaded. */
  original: Message | undefined;
  /** The previous message is of the same group. */
  follows: boolean;
  /** The next message is of another group. */
  ends: boolean;
  isFirstUnread: boolean;
  /** A line above it says what such a message may mean. */
  warns: boolean;
  kind: Message["state"];
};

/** An arrival draws itself and the one above, not the fifty of its part. */
const One = memo(
  OneMessage,
  (a, b) =>
    a.reader.zone === b.reader.zone &&
    (["message", "original", "follows", "ends", "isFirstUnread", "warns", "kind", "ready", "acts"] as const).every(
      (key) => a[key] === b[key],
    ),
);

function OneMessage(props: OneProps) {
  const { message, follows, ends, isFirstUnread, kind, initial, selfId, reader, texts, ready, acts } = props;
  const own = message.sender === selfId;
  // A page that loads shows only what has just come.
  const [isNew] = useState(ready || props.now - Date.parse(message.created_at) < NEW);
  const time = formatOf(reader.locale, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: reader.hourCycle,
    timeZone: reader.zone,
  });
  return (
    <>
      {isFirstUnread && <p className={css.unread}>{texts.newHere}</p>}
      {props.warns && <CautionLine message={message} own={own} texts={texts} />}
      <Bubble
        author={own ? texts.you : initial.profile.name}
        dateTime={message.created_at}
        mark={message.by_staff && texts.byStaff}
        edited={message.edited_at !== null && texts.actions.edited}
        follows={follows}
        kind={message.type}
        menu={
          ready ? (
            <MenuButton acts={acts} message={message} own={own} texts={texts} />
          ) : (
            !own && (
              <a className={parts.report} href={import.meta.env.SSR ? reportOf(message) : undefined} suppressHydrationWarning>
                {message.type === "gift" ? texts.actions.reportGift : texts.actions.report}
              </a>
            )
          )
        }
        own={own}
        quote={message.reply_to && <Quote {...props} message={message} reply={message.reply_to} />}
        reactions={(message.reaction || message.partner_reaction) && <Reactions acts={acts} message={message} texts={texts} />}
        seq={message.seq}
        {...(message.type === "gift" && {
          picture: (
            <GiftDrawing dear={isNew && props.dear.includes(message.gift?.id ?? "")} id={message.gift?.id ?? ""} size="l" />
          ),
          title: message.gift ? giftName(message.gift, texts.gift) : texts.gift.unnamed,
        })}
        {...(message.type === "photo" && {
          picture: <PhotoMessage cdn={props.cdn} message={message} own={own} texts={texts} />,
        })}
        {...(message.voice && {
          picture: <VoiceMessage cdn={props.cdn} message={{ ...message, voice: message.voice }} own={own} texts={texts} />,
        })}
        state={own ? { kind, label: texts.states[kind] } : undefined}
        text={message.call ? callWords(message.call, texts.call) : message.text}
        time={ends ? time.format(new Date(message.created_at)) : undefined}
      />
    </>
  );
}

/** Announces each arrival once: the log itself is silent, because its parts come and go while scrolling. */
export function Arrivals({ initial, state, texts }: Pick<ThreadParts, "initial" | "state" | "texts">) {
  const start = useRef(initial.conversation?.last_seq ?? 0);
  const arrived = state.thread.messages
    .slice(-ANNOUNCED)
    .filter(({ seq, sender }) => seq > start.current && sender === initial.profile.id);
  return (
    <div aria-live="polite" aria-relevant="additions" className="visually-hidden">
      {arrived.map((message) => (
        <div key={message.seq}>{`${initial.profile.name}: ${spokenOf(message, texts)}`}</div>
      ))}
    </div>
  );
}

const ANNOUNCED = 5;
