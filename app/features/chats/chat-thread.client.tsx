"use client";
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { newKey } from "#app/live/client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { CallOutput } from "#worker/calls.ts";
import type { Message } from "#worker/chat/chat.contract.ts";
import { Bubble, DayDivider, TypingDots } from "./bubble.tsx";
import type { ChatTexts } from "./chat-texts.ts";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.tsx";
import { daysOf } from "./days.ts";
import { stateOf, type Thread } from "./thread.ts";
import { draftKey, useThread } from "./use-thread.client.ts";

export interface ChatThreadProps {
  initial: CallOutput<"chat">;
  selfId: string;
  language: string;
  /** Milliseconds: the server's clock, by which "today" is the same in the first paint on both sides. */
  now: number;
  texts: ChatTexts;
  /** "1 credit", what a message costs. */
  price: string;
  header: ReactNode;
  /** The form without JavaScript: a server function. */
  action: (data: FormData) => Promise<void>;
  /** What was typed before the page was posted, and why it was refused. */
  draft: string;
  error: string | null;
  clientId: string;
}

/** The characters left are shown from here on. */
const COUNT_FROM = 100;

/** A conversation that lives; rendered on the server it is complete and its form works. */
export function ChatThread(props: ChatThreadProps) {
  const { initial, selfId, texts, header } = props;
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
  useKeptScroll(scroller, thread);

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
      log={{ ref: scroller }}
      notice={initial.history_limited && !thread.older ? <Alert>{texts.historyLimited}</Alert> : undefined}
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

function Messages({ initial, selfId, language, now, texts, state }: Parts) {
  const { thread, send, discard } = state;
  const zone = useTimeZone();
  const time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", timeZone: zone });
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
      {daysOf(thread.messages, { language, now, zone, today: texts.today, yesterday: texts.yesterday }).map((day) => (
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
            one.error && (
              <>
                <span>{one.error}</span>{" "}
                <Button onClick={() => send(one.text, one.clientId)} size="s" type="button" variant="quiet">
                  {texts.retry}
                </Button>
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

/** UTC in the first paint, as on the server; then the reader's own. */
function useTimeZone(): string {
  const [zone, setZone] = useState("UTC");
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return zone;
}

function ThreadComposer({ initial, texts, price, action, draft, error, clientId, state }: Parts) {
  const { send, type, refusal, credits, conversation } = state;
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

  const keep = (value: string) => {
    setText(value);
    if (value) sessionStorage.setItem(storage, value);
    else sessionStorage.removeItem(storage);
  };
  const submit = async () => {
    const value = text.trim();
    if (!value) return;
    const id = nextId;
    setNextId(newKey());
    keep("");
    const taken = await send(value, id);
    // What was refused for want of credits stays in its bubble, and as the draft should the page be left.
    if (!taken) sessionStorage.setItem(storage, value);
  };

  const blocked = initial.refusal === "not_enough_credits" && credits >= initial.price ? null : initial.refusal;
  const why = refusal?.code === "not_enough_credits" || refusal?.code === "premium_required" ? refusal.code : blocked;
  const left = initial.message_length - [...text].length;
  return (
    <Composer
      button={{ disabled: why === "blocked" || why === "deleted" }}
      counter={left <= COUNT_FROM ? texts.left.replace("{{count}}", String(left)) : undefined}
      form={{
        action,
        ref: form,
        onSubmit: (event) => {
          event.preventDefault();
          void submit();
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
      maxLength={initial.message_length * 2}
      notice={why ? <Refusal first={Boolean(error)} texts={texts} why={why} /> : error && <Alert title={error} tone="error" />}
      placeholder={texts.write}
      price={price}
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

/** `first` where the page comes back with it: a message was sent without scripts. */
function Refusal({ why, texts, first }: { why: keyof ChatTexts["refusals"]; texts: ChatTexts; first: boolean }) {
  const link =
    why === "not_enough_credits"
      ? { href: "/credits", label: texts.getCredits }
      : why === "premium_required"
        ? { href: "/premium", label: texts.getPremium }
        : why === "not_confirmed"
          ? { href: "/activate", label: texts.confirm }
          : null;
  return (
    <Alert
      action={
        link && (
          <ButtonLink href={link.href} size="s">
            {link.label}
          </ButtonLink>
        )
      }
      first={first}
      title={texts.refusals[why]}
      tone="warning"
    />
  );
}

/** At the end where one was at the end; where older ones come in above, what is read stays where it is. */
function useKeptScroll(ref: React.RefObject<HTMLDivElement | null>, thread: Thread): void {
  const before = useRef<{ height: number; first: number | undefined; own: number }>({ height: 0, first: undefined, own: 0 });
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const { height, first, own } = before.current;
    const nowFirst = thread.messages[0]?.seq;
    const grewAbove = first !== undefined && nowFirst !== undefined && nowFirst < first;
    const wasAtEnd = height === 0 || height - box.scrollTop - box.clientHeight < 120;
    if (grewAbove) box.scrollTop += box.scrollHeight - height;
    else if (wasAtEnd || thread.pending.length > own) box.scrollTop = box.scrollHeight;
    before.current = { height: box.scrollHeight, first: nowFirst, own: thread.pending.length };
  });
}
