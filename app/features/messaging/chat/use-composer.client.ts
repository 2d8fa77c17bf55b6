import { useEffect, useEffectEvent, useRef, useState } from "react";
import { newKey } from "#app/live/client.ts";
import { cleanText } from "#worker/platform/text.ts";
import { charactersLeft } from "./characters.client.ts";
import { icebreakerIn, withLine } from "./first-lines.client.ts";
import type { ThreadParts } from "./thread-props.ts";
import { useEdit } from "./use-edit.client.ts";
import { useTypedText } from "./use-typed-text.client.ts";

/** The field of a conversation: a new message, an answer or an edit. */
export function useComposer({ initial, selfId, texts, draft, clientId, state, lines, pressed }: ThreadParts) {
  const { send, conversation, refused, mode, setMode, photos } = state;
  const [nextId, setNextId] = useState(clientId);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const replyTo = mode?.kind === "reply" ? mode.message.seq : null;
  const partnerId = initial.profile.id;
  const version = initial.draft_version ?? 0;
  const sent = initial.messages.filter(({ sender }) => sender === selfId);
  const of = { selfId, partnerId, conversation, draft, version, replyTo, clientId: nextId, refused, sent, field };
  const { text, keep, clear, ...drafts } = useTypedText(of);
  const edit = useEdit({ state, field, draft: text, keep, texts: texts.actions });
  const { editing } = edit;
  const [unticked, setUnticked] = useState(false);
  useSavedReply(initial, setMode);
  useEffect(() => focusAtDesk(field.current), []);
  usePressed(pressed, (line) => {
    keep(withLine(text, line, lines));
    field.current?.focus();
  });

  const picture = editing ? null : photos.picked;
  const shown = editing ? edit.text : text;
  const left = charactersLeft(shown, initial.message_length);
  const icebreaker = editing || conversation ? null : icebreakerIn(shown, lines);
  const submit = () => {
    const value = cleanText(shown);
    if (left < 0) return;
    if (photos.preparing && !editing) return submitPrepared();
    if (!value && !picture) return;
    if (editing) return edit.save(value);
    const box = form.current?.elements.namedItem("fictional_known");
    const asked = box instanceof HTMLInputElement ? box : null;
    setUnticked(asked?.checked === false);
    if (asked?.checked === false) return asked.focus();
    const fictionalKnown = asked !== null;
    setNextId(newKey());
    const draftVersion = clear();
    edit.sent();
    setMode(null);
    photos.drop();
    const line = { icebreaker: icebreaker?.code, price: icebreaker?.price };
    const about = { clientId: nextId, ...line, replyTo: replyTo ?? undefined };
    const sending = { ...about, text: value, file: picture?.file };
    send({ ...sending, draftVersion, fictionalKnown });
  };
  const submitPrepared = useWhenPrepared(photos, submit);
  return {
    form,
    field,
    nextId,
    edit,
    shown,
    left,
    icebreaker,
    picture,
    keep,
    submit,
    drafts,
    unticked,
    onTick: () => setUnticked(false),
  };
}

/** Fills the field once for each press. */
function usePressed(pressed: ThreadParts["pressed"], fill: (line: string) => void): void {
  const fillNow = useEffectEvent(fill);
  useEffect(() => {
    if (pressed) fillNow(pressed.line);
  }, [pressed]);
}

/** A conversation is opened again as it was left, with its answer to a message. */
function useSavedReply(initial: ThreadParts["initial"], setMode: ThreadParts["state"]["setMode"]): void {
  const start = useRef(initial);
  useEffect(() => {
    const { messages, draft_reply_to: seq } = start.current;
    const answered = messages.find((message) => message.seq === seq);
    if (answered && !answered.hidden) setMode({ kind: "reply", message: answered });
  }, [setMode]);
}

/** A press while the photo is prepared sends with the photo; one that cannot be read leaves the text. */
function useWhenPrepared({ preparing, problem }: ThreadParts["state"]["photos"], submit: () => void): () => void {
  const [pressed, setPressed] = useState(false);
  const submitNow = useEffectEvent(submit);
  useEffect(() => {
    if (!pressed || preparing) return;
    setPressed(false);
    if (!problem) submitNow();
  }, [pressed, preparing, problem]);
  return () => setPressed(true);
}

/** Not on a touch screen, whose keyboard would cover the messages, and not where the reader is somewhere else. */
function focusAtDesk(field: HTMLTextAreaElement | null): void {
  const atDesk = matchMedia("(width >= 62em) and (not (pointer: coarse))").matches;
  if (!field || !atDesk || document.activeElement !== document.body || location.hash) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}
