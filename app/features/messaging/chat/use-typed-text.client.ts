import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { typedBeforeHydration } from "#app/page/typed-before-hydration.ts";
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
  field: RefObject<HTMLTextAreaElement | null>;
}

/** The text of the next message: typed, stored by this browser or the server, or refused. */
export function useTypedText({ refused, field, ...of }: Deps) {
  const { selfId, partnerId, draft, version } = of;
  const [text, setText] = useState(draft);
  const { typed: draftTyped, hear, adopt, sent, ...drafts } = useDrafts({ ...of, take: setText });
  const adopted = useRef(false);
  useLayoutEffect(() => {
    // The draft of a later page, which may have come without an event.
    if (adopted.current) return hear({ text: draft, version, client_id: "" });
    adopted.current = true;
    // Text typed before hydration exists only in the DOM field.
    const early = typedBeforeHydration(field.current) ?? field.current?.value;
    const isTyped = early && early !== draft;
    // This browser stored a text that the server did not save.
    const local = takeLocalDraft(selfId, partnerId);
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
