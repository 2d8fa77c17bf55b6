import { useCallback } from "react";
import { flushSync } from "react-dom";
import { call } from "#app/live/client.ts";
import type { Message } from "#worker/chat/chat.contract.ts";
import { merge, shownIn, type Thread, withNewer, withOlder } from "./thread.client.ts";

const ABOVE = 25;
/** A place further back is shown without the messages between it and the newest. */
const FURTHEST = 400;

/** Loads messages outside the page. Each function may be called at any time; a failure changes nothing. */
export function useHistory(
  conversation: string | null,
  known: React.RefObject<Thread>,
  setThread: (change: (now: Thread) => Thread) => void,
) {
  const older = useCallback(async () => {
    const first = shownIn(known.current).messages[0]?.seq;
    if (!conversation || first === undefined) return;
    const answer = await call("chat", { conversation, before: first });
    // The reader may have gone elsewhere meanwhile.
    setThread((now) => (shownIn(now).messages[0]?.seq === first ? withOlder(now, answer) : now));
  }, [conversation, known, setThread]);

  const newer = useCallback(async () => {
    const after = known.current.past?.messages.at(-1)?.seq;
    if (!conversation || after === undefined) return;
    const { messages } = await call("chat", { conversation, after });
    setThread((now) => (now.past?.messages.at(-1)?.seq === after ? withNewer(now, messages) : now));
  }, [conversation, known, setThread]);

  const toNewest = useCallback(() => setThread((now) => (now.past ? { ...now, past: null } : now)), [setThread]);

  /** Shows a message that may be far back in the history; it is on the page afterwards. */
  const reach = useCallback(
    async (seq: number) => {
      const { past, messages } = known.current;
      const first = messages[0]?.seq;
      if (!conversation || first === undefined || past?.messages.some((message) => message.seq === seq)) return;
      if (seq >= first) return past ? flushSync(toNewest) : undefined;
      if (first - seq > FURTHEST) {
        const section = await call("chat", { conversation, before: seq + ABOVE });
        if (section.messages.length > 0) flushSync(() => setThread((now) => ({ ...now, past: section })));
        return;
      }
      const came: Message[] = [];
      for (let after = Math.max(0, seq - ABOVE); after < first - 1; ) {
        const answer = await call("chat", { conversation, after });
        const last = answer.messages.at(-1);
        if (!last) return;
        came.push(...answer.messages);
        after = last.seq;
      }
      flushSync(() => setThread((now) => ({ ...merge({ ...now, past: null }, came), older: (came[0]?.seq ?? 1) > 1 })));
    },
    [conversation, known, setThread, toNewest],
  );

  return { older, newer, toNewest, reach };
}
