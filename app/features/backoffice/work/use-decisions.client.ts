import { useRef, useState } from "react";
import { cleanText } from "#worker/platform/text.ts";
import { post, type Refused } from "./post.client.ts";
import type { Choice, QueueItem } from "./queue-items.ts";

interface Options {
  items: QueueItem[];
  paths: { decide: string; undo: string };
  words: { failed: string; refusals: Readonly<Record<string, string>>; undone: string };
  /** Called at once; the answer may still be on its way. */
  afterDecision(item: QueueItem): void;
  afterUndo(item: QueueItem): void;
}

/** Ms; the server's limit decides. */
const UNDO = 10_000;

const keyOf = ({ id }: QueueItem, { decision }: Choice) => `${id} ${decision}`;

/** Decisions are shown before their answer, and taken back where it is a refusal. */
export function useDecisions({ items, paths, words, afterDecision, afterUndo }: Options) {
  const [decided, setDecided] = useState<Record<string, string | null>>({});
  const [fixed, setFixed] = useState<Record<string, boolean>>({});
  const [open, setOpen] = useState(() => refusedOf(items)?.which ?? null);
  const [errors, setErrors] = useState<Record<string, string>>(() => refusedOf(items)?.errors ?? {});
  const [said, setSaid] = useState("");
  const undoable = useRef<string[]>([]);
  const [last, setLast] = useState<string>();
  const undoing = useRef(new Set<string>());
  const timers = useRef<Record<string, number>>({});
  /** Typed words by item and decision; they outlive a refusal. */
  const typed = useRef<Record<string, string>>({});
  // Keys may come faster than React renders.
  const latest = useRef({ decided, open });

  const decisionOf = ({ id, decision }: QueueItem, all = latest.current.decided) => (id in all ? (all[id] ?? null) : decision);
  const wordsOf = (item: QueueItem, choice: Choice) => typed.current[keyOf(item, choice)] ?? item.words ?? "";
  const refusalOf = ({ code, words: problem }: Refused) => problem ?? words.refusals[code ?? ""] ?? words.failed;
  const say = ({ label }: QueueItem, what: string) => setSaid(`${label}: ${what}`);
  const setUndoable = (ids: string[]) => {
    undoable.current = ids;
    setLast(ids.at(-1));
  };
  const forget = (id: string) => setUndoable(undoable.current.filter((one) => one !== id));
  const fix = (id: string) => {
    forget(id);
    setFixed((all) => ({ ...all, [id]: true }));
  };

  function mark({ id }: QueueItem, decision: string | null): void {
    latest.current.decided = { ...latest.current.decided, [id]: decision };
    setDecided(latest.current.decided);
  }

  function openReasons(which: string | null): void {
    latest.current.open = which;
    setOpen(which);
  }

  async function decide(item: QueueItem, choice: Choice, reason?: string): Promise<void> {
    const { id } = item;
    const { decision, done } = choice;
    const written = choice.words ? cleanText(wordsOf(item, choice)) : "";
    openReasons(null);
    if (decisionOf(item) !== null) return;
    mark(item, decision);
    setUndoable([...undoable.current, id]);
    afterDecision(item);
    const refusal = await post(paths.decide, { id, decision, ...(reason && { reason }), ...(written && { words: written }) });
    setErrors((all) => ({ ...all, [keyOf(item, choice)]: refusal?.words ?? "" }));
    if (refusal === null) {
      say(item, done);
      timers.current[id] = window.setTimeout(fix, UNDO, id);
      return;
    }
    mark(item, null);
    forget(id);
    say(item, refusalOf(refusal));
    const loggedOut = refusal.code === "authentication_required";
    // Not over what is being written for another item.
    if ((refusal.words || (loggedOut && written)) && latest.current.open === null) openReasons(keyOf(item, choice));
  }

  /** Leaves after the answer to the decision. A decision that was refused needs none: its refusal stays told. */
  async function undo(item: QueueItem): Promise<void> {
    if (undoing.current.has(item.id)) return;
    undoing.current.add(item.id);
    forget(item.id);
    const refusal = await post(paths.undo, { id: item.id });
    undoing.current.delete(item.id);
    if (decisionOf(item) === null) return;
    if (refusal === null) {
      window.clearTimeout(timers.current[item.id]);
      mark(item, null);
      say(item, words.undone);
      afterUndo(item);
    } else {
      fix(item.id);
      say(item, refusalOf(refusal));
    }
  }

  return {
    ...{ decide, undo, openReasons, decisionOf, wordsOf },
    isWaiting: (item: QueueItem) => decisionOf(item) === null,
    isFixed: ({ id }: QueueItem) => fixed[id] === true,
    /** True while the reasons of this choice are open, also before React has rendered them. */
    isOpen: (item: QueueItem, choice: Choice) => latest.current.open === keyOf(item, choice),
    latestDecided: () => items.find(({ id }) => id === undoable.current.at(-1)),
    rendered: {
      said,
      /** What u takes back. */
      undoable: items.find(({ id }) => id === last),
      decisionOf: (item: QueueItem) => decisionOf(item, decided),
      errorOf: (item: QueueItem, choice: Choice) => errors[keyOf(item, choice)],
      isOpen: (item: QueueItem, choice: Choice) => open === keyOf(item, choice),
    },
    setOpen: (item: QueueItem, choice: Choice, is: boolean) => openReasons(is ? keyOf(item, choice) : null),
    setTyped(item: QueueItem, choice: Choice, text: string): void {
      typed.current[keyOf(item, choice)] = text;
    },
  };
}

function refusedOf(items: QueueItem[]): { which: string; errors: Record<string, string> } | null {
  const item = items.find(({ refused }) => refused);
  if (!item?.refused) return null;
  const which = `${item.id} ${item.refused.decision}`;
  return { which, errors: { [which]: item.refused.error ?? "" } };
}
