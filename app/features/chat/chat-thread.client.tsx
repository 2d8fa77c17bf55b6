"use client";
import { Fragment, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { newKey } from "#app/live/client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { isBusy, watchBusy } from "#app/ui/busy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { CallOutput } from "#worker/calls.ts";
import type { Message } from "#worker/chat/chat.contract.ts";
import type { Reader } from "#worker/lib/dates.ts";
import { Bubble, DayDivider, TypingDots } from "./bubble.tsx";
import { COUNT_FROM, charactersLeft } from "./characters.ts";
import type { ChatTexts } from "./chat-texts.ts";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.tsx";
import { daysOf } from "./days.ts";
import { stateOf, type Thread } from "./thread.ts";
import { draftKey, useThread } from "./use-thread.client.ts";

export interface ChatThreadProps {
  initial: CallOutput<"chat">;
  selfId: string;
  /** The reader that times are written for: the same in the server's HTML and after hydration. */
  reader: Reader;
  /** Milliseconds: the server's clock, by which "today" is the same in the first paint on both sides. */
  now: number;
  texts: ChatTexts;
  /** "1 credit", what a message costs. */
  price: string;
  header: ReactNode;
  /** Why the chat was not removed. */
  removal: ReactNode;
  /** What has to be agreed to before the first message. */
  confirm?: ReactNode;
  /** Before a member whose address is not confirmed. */
  notConfirmed: ReactNode;
  /** The form without JavaScript: a server function. */
  action: (data: FormData) => Promise<void>;
  /** What was typed before the page was posted, and why it was refused. */
  draft: string;
  error: string | null;
  clientId: string;
}

/** Within so many px of the end the reader is at the end. */
const AT_END = 80;

/** A conversation that lives; rendered on the server it is complete and its form works. */
export function ChatThread(props: ChatThreadProps) {
  const { initial, selfId, texts, header, removal } = props;
  const state = useThread(
    {
      conversation: initial.conversation?.id ?? null,
      partnerId: initial.profile.id,
      selfId,
      credits: initial.credits,
      thread: {
        messages: initial.messages,
        pending: [],
        older: initial.older,
        partnerReadSeq: initial.conversation?.partner_read_seq ?? 0,
        readSeq: initial.conversation?.read_seq ?? 0,
      },
    },
    texts.failed,
  );
  const { thread, conversation, typing, older } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const { below, look, toEnd } = useEnd(scroller, thread, initial.profile.id);

  // The first message makes the conversation: a reload then finds it under its own address.
  useEffect(() => {
    if (conversation && !location.pathname.startsWith("/chats/"))
      history.replaceState(history.state, "", `/chats/${conversation}`);
  }, [conversation]);

  const firstSeq = thread.messages[0]?.seq;
  const olderHref = conversation && firstSeq ? `/chats/${conversation}?before=${firstSeq}` : undefined;
  return (
    <Conversation
      composer={<ThreadComposer {...props} state={state} />}
      header={header}
      label={texts.log}
      log={{ ref: scroller, onScroll: look }}
      news={
        below && (
          <Button icon="chevron-down" onClick={toEnd} size="s" type="button">
            {texts.newBelow}
          </Button>
        )
      }
      onSubmit={hideRemoved}
      notice={
        <>
          {removal}
          {initial.history_limited && !thread.older && <Alert>{texts.historyLimited}</Alert>}
        </>
      }
      older={
        thread.older && (
          <ButtonLink
            href={olderHref ?? "#"}
            onClick={(event) => {
              event.preventDefault();
              older().catch(() => {}); // the link stays and can be pressed again
            }}
            size="s"
            variant="secondary"
          >
            {texts.older}
          </ButtonLink>
        )
      }
      typing={typing ? <TypingDots label={texts.typing} /> : undefined}
    >
      <Messages {...props} state={state} />
    </Conversation>
  );
}

type Parts = ChatThreadProps & { state: ReturnType<typeof useThread> };

function Messages({ initial, selfId, reader, now, texts, state }: Parts) {
  const { thread, send, discard } = state;
  const { locale, hourCycle, zone } = reader;
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle, timeZone: zone });
  if (thread.messages.length + thread.pending.length === 0) return <p>{texts.empty}</p>;
  const bubble = (message: Message, before: Message | undefined) => {
    const own = message.sender === selfId;
    const kind = stateOf(thread, message);
    return (
      <Bubble
        author={own ? texts.you : initial.profile.name}
        dateTime={message.created_at}
        follows={before?.sender === message.sender}
        key={message.client_id}
        kind={message.type}
        own={own}
        state={own ? { kind, label: texts.states[kind] } : undefined}
        text={message.text}
        time={time.format(new Date(message.created_at))}
      />
    );
  };
  return (
    <>
      {daysOf(thread.messages, { reader, now, today: texts.today, yesterday: texts.yesterday }).map((day) => (
        <Fragment key={day.date}>
          <DayDivider dateTime={day.date} label={day.label} />
          {day.messages.map((message, index) => bubble(message, day.messages[index - 1]))}
        </Fragment>
      ))}
      {thread.pending.map((one) => (
        <Bubble
          author={texts.you}
          key={one.clientId}
          own
          retry={
            (one.error || one.waiting) && (
              <>
                <span>{one.error ?? texts.waiting}</span>{" "}
                {one.error && (
                  <Button onClick={() => send(one.text, one.clientId)} size="s" type="button" variant="quiet">
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
      ))}
    </>
  );
}

function ThreadComposer({ initial, selfId, confirm, texts, price, notConfirmed, action, draft, error, clientId, state }: Parts) {
  const { send, type, refused, credits, conversation } = state;
  const storage = draftKey(initial.profile.id);
  const [text, setText] = useState(draft);
  const [nextId, setNextId] = useState(clientId);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // What was typed while the scripts were on their way stands in the field, and only there.
  useLayoutEffect(() => {
    const typed = field.current?.value;
    setText((now) => typed || now || (sessionStorage.getItem(storage) ?? ""));
  }, [storage]);

  const keep = useCallback(
    (value: string) => {
      setText(value);
      if (value) sessionStorage.setItem(storage, value);
      else sessionStorage.removeItem(storage);
    },
    [storage],
  );
  // What was refused is there to be mended; what has been typed since stays before it.
  useEffect(() => {
    const typed = field.current?.value;
    if (refused) keep(typed ? `${typed}\n${refused.text}` : refused.text);
  }, [refused, keep]);
  const left = charactersLeft(text, initial.message_length);
  const submit = () => {
    const value = text.trim();
    if (!value || left < 0) return;
    setNextId(newKey());
    keep("");
    send(value, nextId);
  };

  const blocked = initial.refusal === "not_enough_credits" && credits >= initial.price ? null : initial.refusal;
  const why = (refused && reasonOf(refused.error.code)) ?? blocked;
  const wrong = refused ? refused.error.fields[0]?.message || refused.error.message || texts.failed : error;
  const begun = state.thread.pending.length > 0 || state.thread.messages.some(({ sender }) => sender === selfId);
  const mendable = !why && Boolean(wrong) && left >= 0;
  return (
    <Composer
      confirm={!begun && why !== "deleted" && confirm}
      button={{ disabled: why === "blocked" || why === "deleted" }}
      counter={left <= COUNT_FROM ? texts.left.replace("{{count}}", String(left)) : undefined}
      error={left < 0 && texts.tooLong}
      form={{
        action,
        ref: form,
        onSubmit: (event) => {
          event.preventDefault();
          submit();
        },
      }}
      hidden={
        <>
          <input name="client_id" type="hidden" value={nextId} />
          <input name="profile" type="hidden" value={initial.profile.id} />
          {conversation && <input name="conversation" type="hidden" value={conversation} />}
        </>
      }
      label={texts.write}
      notice={
        why === "not_confirmed" ? (
          notConfirmed
        ) : why ? (
          <Refusal first={Boolean(error)} texts={texts} why={why} />
        ) : (
          mendable && <Alert first={!refused} id="message-refused" title={wrong} tone="error" />
        )
      }
      placeholder={texts.write}
      price={price}
      refused={mendable}
      send={texts.send}
      textarea={{
        ref: field,
        value: text,
        onChange: (event) => {
          keep(event.target.value);
          type();
        },
        onKeyDown: (event) => {
          // Enter sends where there is a keyboard; while a word is being composed it only ends the word.
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || !matchMedia("(hover: hover)").matches)
            return;
          event.preventDefault();
          form.current?.requestSubmit();
        },
      }}
    />
  );
}

/** What a refusal means here, where the page has words of its own for it. */
function reasonOf(code: string): keyof ChatTexts["refusals"] | "not_confirmed" | null {
  if (code === "not_found") return "deleted";
  return code === "blocked" || code === "not_confirmed" || code === "premium_required" || code === "not_enough_credits"
    ? code
    : null;
}

/** `first` where the page comes back with it: a message was sent without scripts. */
function Refusal({ why, texts, first }: { why: keyof ChatTexts["refusals"]; texts: ChatTexts; first: boolean }) {
  const links: Partial<Record<typeof why, { href: string; label: string | null }>> = {
    not_enough_credits: { href: "/credits", label: texts.getCredits },
    premium_required: { href: "/premium", label: texts.getPremium },
  };
  const link = links[why];
  const unsold = (why === "not_enough_credits" || why === "premium_required") && !link?.label && texts.unsold[why];
  return (
    <Alert
      action={
        link?.label && (
          <ButtonLink href={link.href} size="s">
            {link.label}
          </ButtonLink>
        )
      }
      first={first}
      title={texts.refusals[why]}
      tone="warning"
    >
      {unsold}
    </Alert>
  );
}

/**
 * Who is at the end stays there, whatever comes or is being typed. Who has scrolled up keeps the place, and `below` says
 * that the partner has written since.
 */
function useEnd(ref: React.RefObject<HTMLDivElement | null>, thread: Thread, partnerId: string) {
  const before = useRef({ height: 0, first: 0, last: 0, own: 0 });
  const [below, setBelow] = useState(false);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const { height, first, last, own } = before.current;
    const newest = thread.messages.at(-1);
    const now = {
      height: box.scrollHeight,
      first: thread.messages[0]?.seq ?? 0,
      last: newest?.seq ?? 0,
      own: thread.pending.length,
    };
    before.current = now;
    // The column is reversed: 0 is the end, and what grows there moves what is above it.
    if (height === 0 || -box.scrollTop < AT_END || now.own > own) box.scrollTop = 0;
    else {
      if (now.first === first) box.scrollTop -= now.height - height;
      if (now.last > last && newest?.sender === partnerId) setBelow(true);
    }
  });
  const toEnd = () => {
    ref.current?.scrollTo(0, 0);
    ref.current?.focus();
  };
  const look = () => ref.current && -ref.current.scrollTop < AT_END && setBelow(false);
  return { below, look, toEnd };
}

/** Between a form's answer and the page that it leads to; ms. */
const PAUSE = 500;

/**
 * A chat that is being removed is gone at once: from the list beside it, and itself. Where the answer is another page, that
 * one knows; else the chat was not removed and is back.
 */
function hideRemoved({ target }: React.FormEvent): void {
  const columns = (target as HTMLElement).matches("[data-removes]") && document.querySelector<HTMLElement>("[data-columns]");
  if (!columns) return;
  columns.dataset.columns = "removing";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = watchBusy(() => {
    clearTimeout(timer);
    if (isBusy()) return;
    timer = setTimeout(() => {
      stop();
      columns.dataset.columns = "";
    }, PAUSE);
  });
}
