import { AsyncLocalStorage } from "node:async_hooks";
import type { Translate } from "#locales/index.ts";
import type { Language } from "#locales/languages.ts";
import type { Backend, CallName, CheckedBackend } from "../calls.ts";
import type { WriteIdentity } from "../context.ts";
import type { Terms } from "../domains/domains.ts";
import type { Domain, Settings } from "../domains/settings.ts";
import type { User } from "../identity/accounts.contract.ts";
import type { Reader } from "../lib/dates.ts";
import type { ErrorCode } from "../lib/errors.ts";
import type { Source } from "../signup/source.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { Dismissals } from "./dismissals.ts";
import type { SessionToken } from "./session.ts";
import type { Trail } from "./trail.ts";

/** What a form shows after it was refused, or after it was carried out without leaving the page. */
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

/** What is known of one request, worked out once. Nothing later looks at the Request again for any of it. */
export interface Edge {
  requestId: string;
  url: URL;
  method: string;
  host: string;
  domain: Domain;
  settings: Settings;
  /** ISO 3166-1 alpha-2. */
  country: string;
  language: Language;
  languages: Language[];
  /** How times are written on this page: in the zone that the browser's cookie names, else the country's. */
  reader: Reader;
  t: Translate;
  /** The token the cookie shows; not checked yet. */
  session: SessionToken | null;
  /** Where the visitor comes from: what this page's address says, or what an earlier one did. */
  source: Source;
  /**
   * Whether that source opens a domain by invitation. An instance in proxy mode has not the key: there it only looks as if,
   * and the upstream decides.
   */
  sourceOpens: boolean;
  /** What this browser's user has waved away, and when. */
  dismissals: Dismissals;
  /** What the page before left for this one. */
  trail: Trail;
  /** The visitor's network: IPv4 address or IPv6 /64, for limits only; never logged or stored in the clear. */
  network: string;
  userAgent: string;
  /** True where the page came over https. */
  secure: boolean;
  /** For this answer's Content-Security-Policy. */
  nonce: string;
  /** Milliseconds since 1970; the only clock of the rules. */
  now(): number;
  /** Work that goes on after the answer has left. */
  defer(work: Promise<unknown>): void;
  /** Headers that whoever answers adds to the response: cookies of a log-in, for instance. */
  answer: Headers;
  /** Set by a server function whose form was refused: the page then shows it again with what was typed. */
  form: FormState | null;
  /** Status of the page where a server function decides it; else the route's own. */
  status: number | null;
  /** Set by the API for a write with an Idempotency-Key; see Context. */
  write: WriteIdentity | null;
  backend: Backend;
  /** The same backend for input that is parsed already. */
  checked: CheckedBackend;
  /** Asks whether this caller may make a call and counts it, once a call and before its input is read. @throws AppError. */
  admit(name: CallName): Promise<void>;
  /** The way to the server that answers for this domain; null where it is this one. */
  upstream: Upstream | null;
  /** The member who is logged in, or null; asked of the backend once. */
  user(): Promise<User | null>;
  /** Whether a text has changed that the member who is logged in has not agreed to yet; asks for no more than that. */
  consentDue(): Promise<boolean>;
  /** The settings and the country whose company and terms hold for who asks: a member's own, else those of the page. */
  terms(): Promise<Terms>;
  /** The id of the member who is logged in, checked, or null. */
  memberId(): Promise<string | null>;
  /** Whether the cookie names a session that has ended. A caller has to tell the visitor: the answer also deletes the cookie. */
  lostSession(): Promise<boolean>;
  /** When the session that the cookie shows ends (ms), or null where it is not valid; asked of D1 once. */
  sessionEnds(): Promise<number | null>;
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
