"use client";
import { Fragment, useEffect, useRef } from "react";
import { GiftDrawing } from "#app/features/gifts/gift-drawing.shared.tsx";
import { giftName } from "#app/features/gifts/gift-name.shared.ts";
import { Alert } from "#app/ui/alert.tsx";
import { isBusy, watchBusy } from "#app/ui/busy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { counted } from "#app/ui/counted.ts";
import type { Message } from "#worker/chat/chat.contract.ts";
import { Bubble, DayDivider, TypingDots } from "./bubble.client.tsx";
import css from "./chat-thread.module.css";
import { Conversation, ConversationHeader } from "./conversation.shared.tsx";
import { daysOf } from "./days.client.ts";
import { stateOf } from "./thread.client.ts";
import { ThreadComposer } from "./thread-composer.client.tsx";
import type { ChatThreadProps, ThreadParts } from "./thread-props.ts";
import { useEnd, useOlder } from "./use-scroll.client.ts";
import { useThread } from "./use-thread.client.ts";

/** Complete on the server, form included; live after hydration. */
export function ChatThread(props: ChatThreadProps) {
  const { initial, selfId, texts, header, removal, reader } = props;
  const state = useThread(
    {
      conversation: initial.conversation?.id ?? null,
      partnerId: initial.profile.id,
      selfId,
      credits: initial.credits,
      online: initial.profile.online,
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
  const { thread, conversation, typing, online, older } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const { away, below, look, toEnd } = useEnd(scroller, thread, initial.profile.id);
  const earlier = useOlder(scroller, thread, older);

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
      header={
        <ConversationHeader
          {...header}
          online={online && texts.online}
          status={typing ? <span className={css.typing}>{texts.typingShort}</span> : online ? texts.online : undefined}
        />
      }
      label={texts.log}
      log={{ ref: scroller, onScroll: look }}
      news={
        away && (
          <Button
            icon="chevron-down"
            iconOnly={below === 0}
            onClick={toEnd}
            size={below > 0 ? "s" : "m"}
            type="button"
            variant={below > 0 ? "primary" : "secondary"}
          >
            {below > 0 ? counted(texts.newBelow, below, reader.locale) : texts.toLatest}
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
          <>
            {earlier.failed && <p role="alert">{texts.olderFailed}</p>}
            <ButtonLink
              aria-busy={earlier.loading}
              href={olderHref ?? "#"}
              onClick={(event) => {
                event.preventDefault();
                earlier.load();
              }}
              size="s"
              variant="secondary"
            >
              {texts.older}
            </ButtonLink>
          </>
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
