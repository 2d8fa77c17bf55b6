import { useCallback, useRef } from "react";
import { flushSync } from "react-dom";
import { call } from "#app/live/client.ts";
import { shownIn, type Thread, withNewer, withOlder } from "./thread.client.ts";

/** Loads messages outside the page. Each function may be called at any time; a failure changes nothing. */
export function useHistory(
  conversation: string | null,
  known: React.RefObject<Thread>,
  setThread: (change: (now: Thread) => Thread) => void,
  settled: () => Promise<void>,
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

  /** Counts the wishes where to go: a place whose messages come after a later wish is not shown. */
  const wishes = useRef(0);
  const toNewest = useCallback(() => {
    wishes.current++;
    setThread((now) => (now.past ? { ...now, past: null } : now));
  }, [setThread]);

  /** Shows a message that may be far back in the history; it is on the page afterwards. False if the reader went elsewhere. */
  const reach = useCallback(
    async (seq: number) => {
      const wish = ++wishes.current;
      const show = async (change: (now: Thread) => Thread) => {
        if (wish !== wishes.current) return false;
        flushSync(() => setThread(change));
        await settled();
        return wish === wishes.current;
      };
      const { past, messages } = known.current;
      const first = messages[0]?.seq;
      if (!conversation || first === undefined || past?.messages.some((message) => message.seq === seq)) return true;
      if (seq >= first) return past ? show((now) => ({ ...now, past: null })) : true;
      const { changeFor } = await import("./far-history.client.ts");
      const change = await changeFor(conversation, seq, first);
      return change ? show(change) : false;
    },
    [conversation, known, setThread, settled],
  );

  return { older, newer, toNewest, reach };
}
