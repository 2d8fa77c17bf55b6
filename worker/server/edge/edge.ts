import { AsyncLocalStorage } from "node:async_hooks";
import type { Translate } from "#locales/index.ts";
import type { Language } from "#locales/languages.ts";
import type { User } from "#worker/accounts/user/user.contract.ts";
import type { StaffViewer } from "#worker/backoffice/staff/viewer.ts";
import type { AgeGate } from "#worker/people/identity/age-gate.ts";
import type { WriteIdentity } from "#worker/people/identity/context.ts";
import type { RawInput } from "#worker/platform/call.ts";
import type { Reader } from "#worker/platform/dates.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { FormState } from "#worker/platform/form-answer.ts";
import type { Backend, CallName, CallOf, CallOutput } from "#worker/server/calls.ts";
import type { Side } from "#worker/server/sides/side.ts";
import type { StaffBackend, StaffCallName } from "#worker/server/staff/calls.ts";
import type { Terms } from "#worker/sites/domains/domains.ts";
import type { Facts } from "./facts.ts";

export interface Edge extends Facts {
  language: Language;
  reader: Reader;
  t: Translate;
  nonce: string;
  /** Idempotency key of the page's sign-up form. */
  formKey: string;
  /** Milliseconds since 1970; the only clock of the rules. */
  now(): number;
  defer(work: Promise<unknown>): void;
  answer: Headers;
  /** Set by a server function that refused its form; the page shows the form again. */
  form: FormState | null;
  status: number | null;
  /** True for a page that may be cached. It links its style sheets; each answer decides whether to inline them. */
  linksSheets: boolean;
  side: Side;
  backend: Backend;
  /** Has the rows of a later call read together with the session, if that is not read yet. */
  prefetchRows(name: CallName, input: unknown): void;
  /** A write of a form: its key and equal input make it once, however often the form is pressed. */
  once<N extends CallName>(name: N, input: RawInput<CallOf<N>>, key: string | undefined): Promise<CallOutput<N>>;
  /** Marks later calls as attempts of one write; see Context. */
  identify(write: WriteIdentity): void;
  user(): Promise<User | null>;
  consentDue(): Promise<boolean>;
  /** What waits for a proof of age of the member; null for a visitor. */
  ageGate(): Promise<Pick<AgeGate, "when" | "from"> | null>;
  /** Reads the account's language, which a request that `mayPrefetch` puts off. */
  settleLanguage(): Promise<void>;
  /** Settings and country whose company and terms apply: the member's, else the page's. */
  terms(): Promise<Terms>;
  /** Source of a legal text that a niche of this database wrote itself. */
  ownText(domain: string, hash: string): Promise<string>;
  memberId(): Promise<string | null>;
  /** True if the session has ended. Side effect: clears the cookie on this response. */
  lostSession(): Promise<boolean>;
}

type Shared =
  | "requestId"
  | "url"
  | "method"
  | "secure"
  | "nonce"
  | "language"
  | "reader"
  | "t"
  | "now"
  | "answer"
  | "form"
  | "status";

/** Facts for pages of the staff host, which has no domain, member or member session. */
export interface StaffEdge extends Pick<Edge, Shared> {
  staff: true;
  session: null;
  savesData: true;
  viewer: StaffViewer | null;
  backend: StaffBackend;
  /** Value handed over by the last form. Side effect: deletes it. */
  takeHanded(): { id: string; token: string; link: string } | null;
  /** Before the body is read. @throws authentication_required forbidden other_member */
  admit(name: StaffCallName): void;
}

const store = new AsyncLocalStorage<Edge | StaffEdge>();

export function withEdge<T>(edge: Edge | StaffEdge, work: () => T): T {
  return store.run(edge, work);
}

export function pageEdge(): Edge | StaffEdge {
  const current = store.getStore();
  if (!current) throw new Error("edge() outside of a request");
  return current;
}

/** @throws not_found on the staff host */
export function edge(): Edge {
  const current = pageEdge();
  if ("staff" in current) throw new AppError("not_found");
  return current;
}

/** @throws not_found on every other host */
export function staffEdge(): StaffEdge {
  const current = pageEdge();
  if (!("staff" in current)) throw new AppError("not_found");
  return current;
}
