"use client";
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from "react";
import { GiftDrawing } from "#app/features/gifts/gift-drawing.shared.tsx";
import { giftName } from "#app/features/gifts/gift-name.shared.ts";
import { Alert } from "#app/ui/alert.tsx";
import { isBusy, watchBusy } from "#app/ui/busy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { Message } from "#worker/chat/chat.contract.ts";
import { Bubble, DayDivider, TypingDots } from "./bubble.client.tsx";
import { Conversation } from "./conversation.shared.tsx";
import { daysOf } from "./days.client.ts";
import { stateOf, type Thread } from "./thread.client.ts";
import { ThreadComposer } from "./thread-composer.client.tsx";
import type { ChatThreadProps, ThreadParts } from "./thread-props.ts";
import { useThread } from "./use-thread.client.ts";

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

function Messages({ initial, selfId, reader, now, texts, state, icebreakers }: ThreadParts) {
  const { thread, send, discard } = state;
  const { locale, hourCycle, zone } = reader;
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle, timeZone: zone });
  if (thread.messages.length + thread.pending.length === 0) {
    return (
      <>
        <p>{texts.empty}</p>
        {icebreakers}
      </>
    );
  }
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
        {...(message.type === "gift" && {
          picture: <GiftDrawing id={message.gift?.id ?? ""} size="l" />,
          title: message.gift ? giftName(message.gift, texts.gift) : texts.gift.unnamed,
        })}
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
