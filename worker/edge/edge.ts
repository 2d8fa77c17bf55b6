import { AsyncLocalStorage } from "node:async_hooks";
import type { Translate } from "#locales/index.ts";
import type { Language } from "#locales/languages.ts";
import type { Backend } from "../calls.ts";
import type { WriteIdentity } from "../context.ts";
import type { Terms } from "../domains/domains.ts";
import type { User } from "../identity/accounts.contract.ts";
import type { Reader } from "../lib/dates.ts";
import type { ErrorCode } from "../lib/errors.ts";
import type { Side } from "../sides/side.ts";
import type { Facts } from "./facts.ts";

/** A form that was refused, or that was carried out without leaving the page. */
export interface FormState {
  /** Which form of the page. */
  id: string;
  /** What was typed, by field; never a password. */
  values: Record<string, string>;
  /** Messages by field. */
  fields: Record<string, string>;
  /** A message for the form as a whole. */
  message: string | null;
  code: ErrorCode | null;
  done: boolean;
}

/** One request, read once: nothing later looks at the Request again for any of it. */
export interface Edge extends Facts {
  language: Language;
  /** Times are written in the zone of the browser's cookie, else of the country. */
  reader: Reader;
  t: Translate;
  /** For the Content-Security-Policy of this answer. */
  nonce: string;
  /** Milliseconds since 1970; the only clock of the rules. */
  now(): number;
  /** Keeps work going after the answer has left. */
  defer(work: Promise<unknown>): void;
  /** Headers that the answer gets beside its own, such as the cookies of a log-in. */
  answer: Headers;
  /** Set by a server function that refused its form: the page shows the form again. */
  form: FormState | null;
  /** Status of the page if a server function decides it; null leaves it to the route. */
  status: number | null;
  /** Who answers this request's calls, photos and sockets. */
  side: Side;
  backend: Backend;
  /** Marks the calls from now on as tries of one write; see Context. */
  identify(write: WriteIdentity): void;
  /** The member who is logged in, or null, with the sums as this request's calls left them. */
  user(): Promise<User | null>;
  /** Whether the member has yet to agree to a changed text. */
  consentDue(): Promise<boolean>;
  /** The settings and country whose company and terms apply: a member's own, else those of the page. */
  terms(): Promise<Terms>;
  memberId(): Promise<string | null>;
  /** True if the session cookie is not valid any more. Side effect: clears the cookie on this response. */
  lostSession(): Promise<boolean>;
}

const store = new AsyncLocalStorage<Edge>();

/** Runs `work` as part of the request that `edge` describes. */
export function withEdge<T>(edge: Edge, work: () => T): T {
  return store.run(edge, work);
}

/** The edge context of the request being answered. */
export function edge(): Edge {
  const current = store.getStore();
  if (!current) throw new Error("edge() outside of a request");
  return current;
}
