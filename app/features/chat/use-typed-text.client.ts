import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { typedEarly } from "#app/page/typed-early.ts";
import { keptDraft } from "./kept-drafts.client.ts";
import { useDrafts } from "./use-drafts.client.ts";
import { joined } from "./use-edit.client.ts";
import type { Refused } from "./use-thread.client.ts";

interface Deps {
  selfId: string;
  partnerId: string;
  /** The text that the page brought. */
  draft: string;
  replyTo: number | null;
  clientId: string;
  refused: Refused | null;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** The text of the next message: typed, kept by this browser or the server, or refused. */
export function useTypedText({ draft, refused, field, ...of }: Deps) {
  const { selfId, partnerId } = of;
  const [text, setText] = useState(draft);
  const { typed: draftTyped, offered, sent } = useDrafts({ ...of, text, take: setText });
  const adopted = useRef(false);
  // Text typed before hydration exists only in the DOM field.
  useLayoutEffect(() => {
    const first = !adopted.current;
    const early = first ? (typedEarly(field.current) ?? field.current?.value) : undefined;
    const kept = keptDraft(selfId, partnerId);
    adopted.current = true;
    setText((now) => {
      const typed = early ?? now;
      return typed && typed !== draft ? typed : (kept?.text ?? typed);
    });
    if (early && early !== draft) draftTyped(early);
    // This browser kept a text that the server did not save; a newer text of another device wins.
    else if (kept) draftTyped(kept.text, kept.at);
    else if (!first) offered(draft);
  }, [selfId, partnerId, draft, draftTyped, offered, field]);

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

  const clear = useCallback(() => {
    setText("");
    sent();
  }, [sent]);
  return { text, keep, clear };
}
