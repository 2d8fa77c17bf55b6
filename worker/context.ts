import type { Language, Translate } from "#locales/index.ts";
import type { Domain } from "./domains/settings.ts";
import type { SessionToken } from "./edge/session.ts";
import type { Viewer } from "./identity/viewer.ts";
import type { Answer } from "./lib/answer.ts";
import type { Call, Contract, Input, Output } from "./lib/call.ts";
import type { Source } from "./signup/source.ts";

/** The same for each try of one write, and of nobody else's. */
export interface WriteIdentity {
  /** 43 characters that nobody can guess. */
  secret: string;
  /** When the first try came (ms). */
  at: number;
}

/** What every rule is told of the request it serves. Plain data: no Request, no binding, no clock of its own. */
export interface Context {
  domain: Domain;
  /** The domain of the account: another of the pool's than the page's, where a member visits one; the page's for visitors. */
  home: Domain;
  /** Where the request comes from, ISO 3166-1 alpha-2; what the account's own country is, its profile says. */
  country: string;
  language: Language;
  t: Translate;
  /** Milliseconds since 1970. */
  now: number;
  /** For limits only; see Edge. */
  network: string;
  userAgent: string;
  secure: boolean;
  /** Scheme and host of the domain, without a trailing slash: for links in mails. What a request says of itself is not asked. */
  origin: string;
  /** Scheme and host of the page that the visitor sees: what a passkey is bound to. */
  pageOrigin: string;
  session: SessionToken | null;
  /** The secret of the session that this browser has or had; see sessions/session-token.ts. */
  device: string | null;
  /** The secret of the sign-up that this browser has begun. */
  draft: string | null;
  /** Where the visitor comes from, as far as the browser kept it. */
  source: Source;
  viewer: Viewer | null;
  /**
   * What the tries of a write with an Idempotency-Key have in common; null for any other call. A rule whose write would double
   * makes the ids of its rows of it.
   */
  write: WriteIdentity | null;
  /**
   * The file names under which this viewer, or the one of another session token, may fetch a photo of a profile (see
   * media/links.ts). Asked for only where this request has just found that they may see it.
   */
  image(key: string, owner: string, token?: string): { filename: string; thumb_filename: string };
}

/** A context in which a member is logged in. */
export interface MemberContext extends Context {
  session: SessionToken;
  viewer: Viewer;
}

/** The context of a call: only access `member` or `confirmed` promises a viewer. */
export type ContextOf<C extends Call> = C["access"] extends "member" | "confirmed" ? MemberContext : Context;

/** The rule that answers a call. */
export type Handler<C extends Call> = (ctx: ContextOf<C>, input: Input<C>) => Handled<C> | Promise<Handled<C>>;
type Handled<C extends Call> = Output<C> | Answer<Output<C>>;

/** The rules that answer the calls of a contract, each by the name of its call. */
export type Implements<Calls extends Contract> = { [N in keyof Calls]: Handler<Calls[N]> };
