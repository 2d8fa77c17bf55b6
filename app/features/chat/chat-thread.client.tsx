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
  /** The viewer's settings for times: equal on the server and after hydration. */
  reader: Reader;
  /** Server time in ms: server and browser agree on "today" at hydration. */
  now: number;
  texts: ChatTexts;
  /** Cost of one message, e.g. "1 credit". */
  price: string;
  header: ReactNode;
  /** Error of a failed removal. */
  removal: ReactNode;
  /** Consent required before the first message. */
  confirm?: ReactNode;
  /** Shown until the viewer confirms the e-mail address. */
  notConfirmed: ReactNode;
  /** Server function of the form; used without JavaScript. */
  action: (data: FormData) => Promise<void>;
  /** Submitted text and its error, after a post without JavaScript. */
  draft: string;
  error: string | null;
  clientId: string;
}

/** Maximum distance in px from the end that counts as being at the end. */
const AT_END = 80;

/** Complete on the server, form included; live after hydration. */
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

  // The first message creates the conversation; the URL follows, so that a reload finds it.
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
              older().catch(() => {}); // the link stays for another try
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
  // Text typed before hydration exists only in the DOM field.
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
  // A refused text returns to the field, after any text typed since.
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
          // Enter sends on devices with a keyboard. During composition (IME) it only ends the word.
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || !matchMedia("(hover: hover)").matches)
            return;
          event.preventDefault();
          form.current?.requestSubmit();
        },
      }}
    />
  );
}

/** The key of this page's own text for an error code; null if there is none. */
function reasonOf(code: string): keyof ChatTexts["refusals"] | "not_confirmed" | null {
  if (code === "not_found") return "deleted";
  return code === "blocked" || code === "not_confirmed" || code === "premium_required" || code === "not_enough_credits"
    ? code
    : null;
}

/** `first` moves the focus here on page load, after a post without JavaScript. */
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
 * Keeps a reader at the end there while content grows. A scrolled-up reader keeps the position; `below` reports new
 * messages of the partner.
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
    // The column is reversed: scrollTop 0 is the end, and growth there shifts the content above.
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

/** Delay in ms between the answer to a form and the navigation that follows. */
const PAUSE = 500;

/** Hides the chat and its list row at once. Without a navigation after the answer, the removal failed and both return. */
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
