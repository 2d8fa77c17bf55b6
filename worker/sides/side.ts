import type { CallName, CheckedBackend } from "../calls.ts";
import type { Terms } from "../domains/domains.ts";
import type { Current } from "../edge/context.ts";
import type { Facts, Reading } from "../edge/facts.ts";
import type { User } from "../identity/accounts.contract.ts";
import type { Effects } from "../lib/answer.ts";
import type { Handshake } from "../live/handshake.ts";

/** Who answers one request: this server, an upstream, or this server for some services. Nothing else asks which. */
export interface Side {
  /** The calls, for input that the contract has parsed. */
  calls: CheckedBackend;
  /** Checks the caller and counts the call, once and before its input is read. @throws AppError as `calls` do. */
  admit(name: CallName): Promise<void>;
  /** Answers a browser's call on another server; null for a call that the routes here answer. */
  pass(request: Request): Promise<Response | null>;

  /** The member of the session, or null. */
  user(): Promise<User | null>;
  memberId(): Promise<string | null>;
  /** False if the member could not be determined in time: then a null user says nothing. */
  isCertain(): boolean;
  /** The language of the account; null for a request that shows no text of this server. */
  accountLanguage(): Promise<string | null>;
  consentDue(): Promise<boolean>;
  terms(): Promise<Terms>;

  media(request: Request): Promise<Response>;
  /** A member's archive by its id. */
  download(id: string): Promise<Response>;
  /** The key of this caller's place among uploads. */
  uploader(): Promise<string>;

  live: {
    /** Null for a session that is not valid. */
    handshake(tokenHash: string): Promise<Handshake | null>;
    /** True if the member's object may keep polled answers. */
    keepsPolls: boolean;
    /** End of the session (ms), or null if it is not valid. */
    sessionEnds(): Promise<number | null>;
  };
  /** Mail providers report to the server that has the members. */
  takesMailReports: boolean;
}

/** One request, as a side is told of it. */
export interface Visit {
  request: Request;
  env: Env;
  facts: Facts;
  current: Current;
  /** Sends what a call changes in the browser with this answer. */
  send(effects: Effects): void;
  /** Adds `Set-Cookie` lines to this answer. */
  setCookies(lines: string[]): void;
  /** Keeps work going after the answer has left. */
  defer(work: Promise<unknown>): void;
}

/** How a domain is served. */
export interface Mode {
  read: Reading;
  /** The side that answers one request. */
  serve(visit: Visit): Side;
}

/** Runs `work` once, when it is first asked for. */
export function lazily<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

/** Notes the sums that an answer tells, for the badges of this page. */
export function counting(calls: CheckedBackend, { current }: Visit): CheckedBackend {
  return {
    ...calls,
    async readChat(input) {
      const answer = await calls.readChat(input);
      current.counters = { ...current.counters, unread_messages: answer.unread_messages };
      return answer;
    },
  };
}
