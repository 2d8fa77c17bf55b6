"use client";
import { useEffect, useRef, useState } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { whenIdle } from "#app/ui/busy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { counted } from "#app/ui/counted.ts";
import { LaterSheets } from "#app/ui/later-sheets.tsx";
import { TypingDots } from "./bubble.client.tsx";
import css from "./chat-thread.module.css";
import { Conversation, ConversationHeader } from "./conversation.shared.tsx";
import { FillField } from "./first-lines.client.ts";
import { firstUnread } from "./groups.client.ts";
import { Arrivals, Messages } from "./messages.client.tsx";
import { StatusNote, useStatusNote } from "./status-note.client.tsx";
import { shownIn } from "./thread.client.ts";
import { ThreadComposer } from "./thread-composer.client.tsx";
import type { ChatThreadProps, ThreadParts } from "./thread-props.ts";
import { useKeyboard } from "./use-keyboard.client.ts";
import { useEnd, useNewer, useOlder, useStartPlace } from "./use-scroll.client.ts";
import { useThread } from "./use-thread.client.ts";

/** Complete on the server, form included; live after hydration. */
export function ChatThread(props: ChatThreadProps) {
  const { initial, selfId, texts, header, removal, reader } = props;
  const state = useThread(
    {
      conversation: initial.conversation?.id ?? null,
      partnerId: initial.profile.id,
      selfId,
      changes: initial.conversation?.changes ?? 0,
      credits: initial.credits,
      price: initial.takes_price ? initial.price : undefined,
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
  useKeyboard();
  const { thread, conversation, typing, online, older } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const end = useEnd(scroller, thread, initial.profile.id);
  const { away, below, look, toEnd } = end;
  // Stored messages and those of other tabs become pending too, and move nothing.
  const send: typeof state.send = (sending) => {
    toEnd();
    setUnreadFrom(null);
    state.send(sending);
  };
  const [pressed, press] = useState<ThreadParts["pressed"]>(null);
  const [fill] = useState(() => (line: string) => press({ line }));
  const [unreadFrom, setUnreadFrom] = useState(() => unreadAtOpening(initial));
  useStartPlace(scroller, { key: `place:${selfId}:${initial.profile.id}`, unreadFrom, reach: state.reach }, end);
  const shown = shownIn(thread);
  const earlier = useOlder(scroller, shown, older);
  useNewer(scroller, thread, state.newer);

  // The first message creates the conversation; the URL follows, so that a reload finds it.
  useEffect(() => {
    if (conversation && !location.pathname.startsWith("/chats/"))
      history.replaceState(history.state, "", `/chats/${conversation}`);
  }, [conversation]);

  const muted = initial.conversation?.muted === true;
  const wasMuted = useRef(muted);
  const [said, say] = useStatusNote(props.said);
  useEffect(() => {
    if (wasMuted.current !== muted) say(muted ? texts.muted : texts.unmuted);
    wasMuted.current = muted;
  }, [muted, say, texts]);

  const firstSeq = shown.messages[0]?.seq;
  const olderHref = conversation && firstSeq ? `/chats/${conversation}?before=${firstSeq}` : undefined;
  return (
    <Conversation
      composer={<ThreadComposer {...props} pressed={pressed} state={{ ...state, send }} />}
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
        (away || thread.past) && (
          <Button
            icon="chevron-down"
            iconOnly={below === 0}
            onClick={() => {
              state.toNewest();
              toEnd();
              scroller.current?.focus();
            }}
            size={below > 0 ? "s" : "m"}
            type="button"
            variant={below > 0 ? "primary" : "secondary"}
          >
            {below > 0 ? counted(texts.newBelow, below, reader.locale) : texts.toLatest}
          </Button>
        )
      }
      onSubmit={submitted}
      notice={
        <>
          {removal}
          {initial.history_limited && !shown.older && <Alert>{texts.historyLimited}</Alert>}
        </>
      }
      older={
        shown.older && (
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
      arrivals={<Arrivals initial={initial} state={state} texts={texts} />}
      typing={typing && !thread.past ? <TypingDots label={texts.typing} /> : undefined}
    >
      <FillField value={fill}>
        <Messages {...props} onShown={end.hold} pressed={pressed} state={state} unreadFrom={unreadFrom} />
      </FillField>
      <StatusNote text={said} />
      {!thread.past && props.goodbye}
      {state.styled && <LaterSheets sheets={props.photoSheets} />}
    </Conversation>
  );
}

/** The first unread message need not be loaded yet. */
function unreadAtOpening({ conversation, messages, profile }: ChatThreadProps["initial"]): number | null {
  if (!conversation || conversation.unread === 0) return null;
  const first = firstUnread(messages, profile.id, conversation.read_seq);
  const isFirst = first !== null && first > (messages[0]?.seq ?? 0);
  return isFirst ? first : conversation.read_seq + 1;
}

function submitted(event: React.FormEvent): void {
  const form = event.target as HTMLElement;
  if (form.matches("[data-closes]")) form.closest<HTMLElement>("[popover]")?.hidePopover();
  hideRemoved(event);
}

/** Hides the chat and its list row at once. Without a navigation after the answer, the removal failed and both return. */
function hideRemoved({ target }: React.FormEvent): void {
  const columns = (target as HTMLElement).matches("[data-removes]") && document.querySelector<HTMLElement>("[data-columns]");
  if (!columns) return;
  columns.dataset.columns = "removing";
  whenIdle(() => {
    columns.dataset.columns = "";
  });
}
