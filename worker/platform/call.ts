import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Callers with equal answers; `language` means visitors with the same cookies. */
export type Audience = "everybody" | "language" | "visitor";

/** `confirmed` also needs a confirmed address. */
export type Access = "anyone" | "member" | "confirmed";

export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, A extends Access = Access> {
  method: Method;
  /** Only calls that share a path have a query. */
  path: `/api/${string}.php` | `/api/${string}.php?${string}=${string}`;
  /** Query of a GET, JSON body, or form of a `multipart` call. */
  input: I;
  output: O;
  access: A;
  status: 200 | 201 | 204;
  /** RFC 7578, one value per field. */
  multipart?: true;
  /** A GET that the specification lets change state: same-origin only, never cached, no HEAD. */
  changesState?: true;
  /** Makes a GET cacheable: it has an ETag, and a public lifetime unless the answer depends on the visitor. */
  sameFor?(query: z.input<I>): Audience;
  /** Null output has status 204. */
  mayBeNothing?: true;
  /** Refused while a consent is due; `confirmed` implies it. */
  needsConsent?: true;
  /**
   * The rule's first rows are read in the same round trip as the session (worker/server/sides/prefetches.ts). `page`: where a
   * page's loader names the call. `call`: for each request, whose input is then read before the session.
   */
  prefetch?: "page" | "call";
  /** The rule may run on facts that the isolate has cached; its write compares them with D1. Decision 71. */
  cachedFacts?: true;
  /** The rule may read a replica, which holds the member's own writes (docs/decisions/0067). */
  mayBeStale?: true;
  /** Codes beside those that follow from the kind of the call. */
  refuses?: readonly ErrorCode[];
  summary: string;
  /** The member's object may answer an unchanged poll without D1. */
  snapshot?: "user" | "chats" | "likes";
}

export type Contract = Record<string, Call>;

type Optional = "access" | "status";

export function defineCall<I extends z.ZodType, O extends z.ZodType>(
  call: Omit<Call<I, O>, Optional> & { access?: undefined; status?: Call["status"] },
): Call<I, O, "member">;
export function defineCall<I extends z.ZodType, O extends z.ZodType, A extends Access>(
  call: Omit<Call<I, O, A>, "status"> & { status?: Call["status"] },
): Call<I, O, A>;
export function defineCall(call: Omit<Call, Optional> & Partial<Pick<Call, Optional>>): Call {
  return { ...call, access: call.access ?? "member", status: call.status ?? 200 };
}

export type Input<C extends Call> = z.output<C["input"]>;
export type RawInput<C extends Call> = z.input<C["input"]>;
export type Output<C extends Call> = z.output<C["output"]>;

const EVERY: ErrorCode[] = [
  "malformed",
  "invalid",
  "other_member",
  "too_many_requests",
  "internal",
  "upstream_failed",
  "upstream_timeout",
];
const WRITES: ErrorCode[] = ["cross_origin", "too_large", "unsupported_media_type"];
/** For a member's write with an Idempotency-Key. */
const KEYED: ErrorCode[] = ["idempotency_conflict", "in_progress"];

export function refusalsOf(call: Call): ErrorCode[] {
  const { method, access } = call;
  const codes = new Set([...EVERY, ...(call.refuses ?? [])]);
  const add = (when: boolean | undefined, ...more: ErrorCode[]) => when && more.forEach((code) => void codes.add(code));
  add(method !== "GET", ...WRITES);
  add(call.changesState, "cross_origin");
  add(access !== "anyone", "authentication_required", "age_proof_required");
  add(access !== "anyone" && method !== "GET", ...KEYED);
  add(access === "confirmed", "not_confirmed");
  add(access === "confirmed" || call.needsConsent, "consent_required");
  return [...codes];
}

export function splitPath({ path }: Pick<Call, "path">): { pathname: string; search: string } {
  const [pathname = "", search = ""] = path.split("?");
  return { pathname, search: search && `?${search}` };
}

export function hasQueryOf(call: Pick<Call, "path">, query: URLSearchParams): boolean {
  return [...new URLSearchParams(splitPath(call).search)].every(([name, value]) => query.get(name) === value);
}

/** Calls with a query first: the first match answers. */
export function bySpecificity<T extends readonly [string, Pick<Call, "path">]>(calls: T[]): T[] {
  return calls.toSorted(([, a], [, b]) => Number(b.path.includes("?")) - Number(a.path.includes("?")));
}
