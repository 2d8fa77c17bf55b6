import type { Translate } from "#locales/index.ts";
import type { Language } from "#locales/languages.ts";
import type { AgeGate } from "#worker/people/identity/age-gate.ts";
import type { SessionToken } from "#worker/people/identity/session-token.ts";
import type { Source } from "#worker/people/identity/source.vocabulary.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import type { Answer } from "#worker/platform/answer.ts";
import type { Call, Contract, Input, Output } from "#worker/platform/call.ts";
import type { Prefetched } from "#worker/platform/prefetch.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";

/** Equal for each attempt of one write: an unguessable secret, and the time of the first attempt in ms. */
export interface WriteIdentity {
  secret: string;
  at: number;
}

/** Plain data: rules get no Request, binding or clock. */
export interface Context {
  domain: Domain;
  /** Domain of the account; the page's domain for visitors. */
  home: Domain;
  /** ISO 3166-1 alpha-2 of the request; the profile holds the account's country. */
  country: string;
  /** ISO 3166-2 of the request, in the United States only; null where nobody knows it. */
  region: string | null;
  language: Language;
  t: Translate;
  now: number;
  network: string;
  userAgent: string;
  /** The browser loads the page ahead of a visit that may never come. */
  prefetch: boolean;
  secure: boolean;
  origin: string;
  /** Scheme and host of the visitor's page; passkeys are bound to it. */
  pageOrigin: string;
  session: SessionToken | null;
  device: string | null;
  draft: string | null;
  source: Source;
  storedCode: string | null;
  viewer: Viewer | null;
  /** What waits for a proof of age of this viewer; null for a visitor. */
  age: AgeGate | null;
  /** Set for a write with an Idempotency-Key; rules derive row ids from it. */
  write: WriteIdentity | null;
  prefetched: Prefetched | null;
  /** The viewer is cached, not read for this request. See `cachedFacts` of a call. */
  cachedFacts?: true;
  /** File names of a photo for this viewer or another session token. The caller has checked the permission. */
  image(photo: { key: string; visibility?: "public" | "private" }, owner: string, token?: string): ImageFiles;
}

interface ImageFiles {
  filename: string;
  card_filename: string;
  thumb_filename: string;
}

export interface MemberContext extends Context {
  session: SessionToken;
  viewer: Viewer;
}

export type ContextOf<C extends Call> = C["access"] extends "member" | "confirmed" ? MemberContext : Context;

export type Handler<C extends Call> = (ctx: ContextOf<C>, input: Input<C>) => Handled<C> | Promise<Handled<C>>;
type Handled<C extends Call> = Output<C> | Answer<Output<C>>;

export type Implements<Calls extends Contract> = { [N in keyof Calls]: Handler<Calls[N]> };
