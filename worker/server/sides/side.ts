import type { User } from "#worker/accounts/user/user.contract.ts";
import type { Handshake } from "#worker/delivery/live/handshake.ts";
import type { AgeGate } from "#worker/people/identity/age-gate.ts";
import type { Effects } from "#worker/platform/answer.ts";
import { type CallName, type CheckedBackend, everyCall } from "#worker/server/calls.ts";
import type { Current } from "#worker/server/edge/context.ts";
import type { Facts, Reading } from "#worker/server/edge/facts.ts";
import type { Terms } from "#worker/sites/domains/domains.ts";

/** Answers one request: this server or an upstream. No other code asks which. */
export interface Side {
  calls: CheckedBackend;
  /** Checks the caller and counts the call, once and before its input is read. */
  admit(name: CallName): Promise<void>;
  /** Has the rows of a later call read with the session. Nothing is read for a call that would be refused. */
  prefetchRows(name: CallName, input: unknown): void;
  /** Null for a call that the routes here answer. */
  pass(request: Request): Promise<Response | null>;

  user(): Promise<User | null>;
  memberId(): Promise<string | null>;
  /** False if the member lookup timed out; a null user then proves nothing. */
  isCertain(): boolean;
  /** Null for a request that shows no text of this server. */
  accountLanguage(): Promise<string | null>;
  consentDue(): Promise<boolean>;
  ageGate(): Promise<Pick<AgeGate, "when" | "from"> | null>;
  terms(): Promise<Terms>;

  media(request: Request): Promise<Response>;
  download(id: string): Promise<Response>;
  uploader(): Promise<string>;

  live: {
    handshake(tokenHash: string): Promise<Handshake | null>;
    keepsPolls: boolean;
    /** In ms; null for an invalid session. */
    sessionEnds(): Promise<number | null>;
  };
  /** Mail providers report to the server that holds the members. */
  takesMailReports: boolean;
}

export interface Visit {
  request: Request;
  env: Env;
  facts: Facts;
  current: Current;
  send(effects: Effects): void;
  setCookies(lines: string[]): void;
  defer(work: Promise<unknown>): void;
}

export interface Mode {
  read: Reading;
  serve(visit: Visit): Side;
}

export function lazily<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

/** Keeps the sums of an answer for this page's badges. */
export function counting(calls: CheckedBackend, { current }: Visit): CheckedBackend {
  const readChat: CheckedBackend["readChat"] = async (input) => {
    const answer = await calls.readChat(input);
    current.counters = { ...current.counters, unread_messages: answer.unread_messages };
    return answer;
  };
  return everyCall((name) => (name === "readChat" ? readChat : calls[name]) as CheckedBackend[typeof name]);
}
