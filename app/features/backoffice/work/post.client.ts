import type { FormEvent } from "react";
import { authorHeaders } from "#app/ui/author.ts";
import type { ErrorBody, ErrorCode } from "#worker/platform/errors.ts";

export interface Refused {
  /** Problem of the written words or of their author; null for other refusals and without a response. */
  words: string | null;
  /** Null without a response. */
  code: ErrorCode | null;
}

/** Chromium refuses the eleventh request with `keepalive` of a process. */
const AT_ONCE = 8;

interface Turn {
  id: string;
  begin(): void;
}

const open: string[] = [];
const waiting: Turn[] = [];
let idle: ((done: boolean) => void)[] = [];
let anyRefused = false;

/** Null when it is done. More than a few at once take their turns; requests about one item never overtake each other. */
export async function post(path: string, input: { id: string; [field: string]: string }): Promise<Refused | null> {
  await turn(input.id);
  const refusal = await send(path, input);
  if (refusal) anyRefused = true;
  open.splice(open.indexOf(input.id), 1);
  next();
  return refusal;
}

async function send(path: string, input: Record<string, string>): Promise<Refused | null> {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...authorHeaders() },
      body: JSON.stringify(input),
      // The next page may be asked for before the answer.
      keepalive: true,
    });
    if (answer.ok) return null;
    const { error } = (await answer.json()) as ErrorBody;
    const words = error.fields?.find(({ field }) => field === "words" || field === "chosen")?.message ?? null;
    return { words: error.code === "other_member" ? error.message : words, code: error.code };
  } catch {
    return { words: null, code: null }; // no network: the item waits again
  }
}

/** True when none was refused. Null when no request is open or waits. */
export function allAnswered(): Promise<boolean> | null {
  return open.length + waiting.length === 0 ? null : new Promise((resolve) => idle.push(resolve));
}

let leaves = false;

/** Leaving the page would drop decisions that wait, and giving work back refuses those on their way. A refusal is told, so the page stays. */
export function afterDecisions(event: FormEvent<HTMLFormElement>): void {
  const form = event.currentTarget;
  const answered = allAnswered();
  if (!answered) return;
  event.preventDefault();
  if (leaves) return;
  leaves = true;
  void answered.then((done) => {
    leaves = false;
    if (done) form.requestSubmit();
  });
}

function turn(id: string): Promise<void> {
  return new Promise((begin) => {
    waiting.push({ id, begin });
    next();
  });
}

function next(): void {
  const index = open.length < AT_ONCE ? waiting.findIndex(({ id }) => !open.includes(id)) : -1;
  const [first] = index < 0 ? [] : waiting.splice(index, 1);
  if (first) {
    open.push(first.id);
    first.begin();
  }
  if (typeof window !== "undefined") window.onbeforeunload = waiting.length > 0 ? (event) => event.preventDefault() : null;
  if (open.length + waiting.length > 0) return;
  for (const tell of idle) tell(!anyRefused);
  idle = [];
  anyRefused = false;
}
