import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { typedBeforeHydration } from "#app/page/typed-before-hydration.ts";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import { takeLocalDraft } from "./local-drafts.client.ts";
import { useDrafts } from "./use-drafts.client.ts";
import { joined } from "./use-edit.client.ts";
import type { Refused } from "./use-thread.client.ts";

interface Deps {
  selfId: string;
  partnerId: string;
  conversation: string | null;
  /** The text that the page brought. */
  draft: string;
  version: number;
  replyTo: number | null;
  clientId: string;
  refused: Refused | null;
  /** Own messages that the page shows. */
  sent: readonly Pick<Message, "text" | "created_at">[];
  field: RefObject<HTMLTextAreaElement | null>;
}

/** An own message has these words, and was sent after this time (ms). */
function wasSent(told: Deps["sent"], text = "", since = 0): boolean {
  return told.some((one) => one.text === text.trim() && Date.parse(one.created_at) > since);
}

/** The text of the next message: typed, stored by this browser or the server, or refused. */
export function useTypedText({ refused, sent: told, field, ...of }: Deps) {
  const { selfId, partnerId, draft, version } = of;
  const [text, setText] = useState(draft);
  const said = useRef(told);
  const { typed: draftTyped, hear, adopt, sent, ...drafts } = useDrafts({ ...of, take: setText });
  const adopted = useRef(false);
  useLayoutEffect(() => {
    // The draft of a later page, which may have come without an event.
    if (adopted.current) return hear({ text: draft, version, client_id: "" });
    adopted.current = true;
    // Text typed before hydration exists only in the DOM field.
    const typed = typedBeforeHydration(field.current);
    // What was paid for was sent elsewhere: neither the browser's history nor its storage brings it back.
    const restored = field.current?.value;
    const isOver = !typed && wasSent(said.current, restored);
    const early = isOver ? "" : (typed ?? restored);
    const isTyped = early && early !== draft;
    // This browser stored a text that the server did not save.
    const stored = takeLocalDraft(selfId, partnerId);
    const local = stored && wasSent(said.current, stored.text, stored.at) ? undefined : stored;
    if (isOver && field.current) field.current.value = draft;
    const value = isTyped ? joined(local?.text, early) : local?.text;
    if (value === undefined) return;
    if (local) adopt(local);
    setText(value);
    draftTyped(value, isTyped ? undefined : local?.at);
  }, [selfId, partnerId, draft, version, hear, adopt, draftTyped, field]);

  const keep = useCallback(
    (value: string) => {
      setText(value);
      draftTyped(value);
    },
    [draftTyped],
  );
  // A refused text returns to the field, after any text typed since.
  const takeBack = useEffectEvent((words: string) => keep(joined(text, words)));
  useEffect(() => {
    if (refused) takeBack(refused.text);
  }, [refused]);

  /** Returns the version of the draft that the message ends. */
  const clear = useCallback(() => {
    setText("");
    return sent();
  }, [sent]);
  return { text, keep, clear, ...drafts };
}
