import { useRef, useState } from "react";
import { cleanText } from "#worker/platform/text.ts";
import { post, type Refused } from "./post.client.ts";
import type { Choice, QueueItem } from "./queue-items.ts";

interface Options {
  items: QueueItem[];
  paths: { decide: string; undo: string };
  words: { failed: string; offline: string; refusals: Readonly<Record<string, string>>; undone: string };
  /** Called at once; the answer may still be on its way. */
  afterDecision(item: QueueItem): void;
  /** Of an undo, and of a decision that could not be sent. */
  backTo(item: QueueItem): void;
}

/** Ms; the server's limit decides. */
const UNDO = 10_000;

const keyOf = ({ id }: QueueItem, { decision }: Choice) => `${id} ${decision}`;

/** Decisions are shown before their answer, and taken back where it is a refusal. */
export function useDecisions({ items, paths, words, afterDecision, backTo }: Options) {
  const [decided, setDecided] = useState<Record<string, string | null>>({});
  const [fixed, setFixed] = useState<Record<string, boolean>>({});
  const [open, setOpen] = useState(() => refusedOf(items)?.which ?? null);
  const [errors, setErrors] = useState<Record<string, string>>(() => refusedOf(items)?.errors ?? {});
  const [said, setSaid] = useState("");
  /** Refusals that are told at their item. */
  const [problems, setProblems] = useState<Record<string, string>>({});
  /** The decided item by the id of those that follow it. */
  const leads = useRef(leadsOf(items));
  const [following, setFollowing] = useState(leads.current);
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
  const refusalOf = ({ code, words: problem }: Refused) =>
    code === null ? words.offline : (problem ?? words.refusals[code] ?? words.failed);
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

  /** With the items that follow it. */
  function mark({ id }: QueueItem, decision: string | null): void {
    const all = [id, ...Object.keys(leads.current).filter((one) => leads.current[one] === id)];
    latest.current.decided = { ...latest.current.decided, ...Object.fromEntries(all.map((one) => [one, decision])) };
    setDecided(latest.current.decided);
    if (decision === null) for (const one of all) delete leads.current[one];
    setFollowing({ ...leads.current });
  }

  function follow(item: QueueItem, { follows }: Choice): void {
    const key = follows && item[follows];
    for (const one of items)
      if (key && one.id !== item.id && one[follows] === key && decisionOf(one) === null) leads.current[one.id] = item.id;
  }

  function tell(item: QueueItem, problem: string): void {
    say(item, problem);
    setProblems((all) => ({ ...all, [item.id]: problem }));
  }

  function openReasons(which: string | null): void {
    latest.current.open = which;
    setOpen(which);
  }

  async function decide(item: QueueItem, choice: Choice, reason?: string, chosen?: string): Promise<void> {
    const { id } = item;
    const { decision, done } = choice;
    const written = choice.words ? cleanText(wordsOf(item, choice)) : "";
    openReasons(null);
    if (decisionOf(item) !== null) return;
    follow(item, choice);
    mark(item, decision);
    setProblems((all) => ({ ...all, [id]: "" }));
    setUndoable([...undoable.current, id]);
    afterDecision(item);
    const more = { ...(reason && { reason }), ...(written && { words: written }), ...(chosen && { chosen }) };
    const refusal = await post(paths.decide, { id, decision, ...more });
    setErrors((all) => ({ ...all, [keyOf(item, choice)]: refusal?.words ?? "" }));
    if (refusal === null) {
      say(item, done);
      timers.current[id] = window.setTimeout(fix, UNDO, id);
      return;
    }
    mark(item, null);
    forget(id);
    // A problem of the words stands at their field.
    if (refusal.words) say(item, refusalOf(refusal));
    else tell(item, refusalOf(refusal));
    // Where the hand was, unless it writes about another item.
    if (refusal.code === null && latest.current.open === null) backTo(item);
    const loggedOut = refusal.code === "authentication_required";
    // Not over what is being written for another item.
    if ((refusal.words || (loggedOut && written)) && latest.current.open === null) openReasons(keyOf(item, choice));
  }

  /** Leaves after the answer to the decision. A decision that was refused needs none: its refusal stays told. */
  async function undo(chosen: QueueItem): Promise<void> {
    const item = items.find(({ id }) => id === leads.current[chosen.id]) ?? chosen;
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
      backTo(item);
    } else {
      // Without a connection it may still be undone.
      if (refusal.code === null) setUndoable([...undoable.current, item.id]);
      else fix(item.id);
      tell(item, refusalOf(refusal));
    }
  }

  return {
    ...{ decide, undo, openReasons, decisionOf, wordsOf },
    isWaiting: (item: QueueItem) => decisionOf(item) === null,
    isFixed: ({ id }: QueueItem) => fixed[following[id] ?? id] === true,
    isFollowing: ({ id }: QueueItem) => id in following,
    problemOf: ({ id }: QueueItem) => problems[id] || null,
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

function leadsOf(items: QueueItem[]): Record<string, string> {
  return Object.fromEntries(items.flatMap(({ id, lead }) => (lead ? [[id, lead]] : [])));
}

function refusedOf(items: QueueItem[]): { which: string; errors: Record<string, string> } | null {
  const item = items.find(({ refused }) => refused);
  if (!item?.refused) return null;
  const which = `${item.id} ${item.refused.decision}`;
  return { which, errors: { [which]: item.refused.error ?? "" } };
}
