import type { z } from "zod";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One call of the contract. Routes, OpenAPI, the upstream client and the contract tests follow from it. */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  method: Method;
  /** `/api/<noun>.php`, with a query where the spec tells two calls of one path apart by it. */
  path: `/api/${string}.php` | `/api/${string}.php?${string}=${string}`;
  /** Query of a GET, JSON body of anything else unless it is `multipart`. What goes on is the parsed value. */
  input: Input;
  output: Output;
  /** Who may ask at all: `member` needs a session, `confirmed` a confirmed e-mail address too. */
  access: "anyone" | "member" | "confirmed";
  /** Status of success; 204 has no body. */
  status: 200 | 201 | 204;
  /** The body is a form with files (multipart/form-data, RFC 7578), one value a field. */
  multipart?: true;
  /** A GET that changes state, because the spec wants it so: same-origin only, never cached, no HEAD. */
  changesState?: true;
  /** There may be nothing to answer: the output then is null, and the status 204. */
  mayBeNothing?: true;
  /** Refused while a consent is due, as everything of access `confirmed` is. */
  needsConsent?: true;
  /** One line for the OpenAPI document. */
  summary: string;
  /** Set where the member's object may answer an unchanged poll without D1. */
  snapshot?: "user" | "chats" | "likes";
}

type Optional = "access" | "status";

/** Declares a call; access defaults to `member`, status to 200. */
export function defineCall<I extends z.ZodType, O extends z.ZodType>(
  call: Omit<Call<I, O>, Optional> & Partial<Pick<Call<I, O>, Optional>>,
): Call<I, O> {
  return { access: "member", status: 200, ...call };
}

export type Input<C> = C extends Call<infer I, z.ZodType> ? z.output<I> : never;
/** What a caller may hand in before defaults are filled. */
export type RawInput<C> = C extends Call<infer I, z.ZodType> ? z.input<I> : never;
export type Output<C> = C extends Call<z.ZodType, infer O> ? z.output<O> : never;

/** The path of a call without the query that belongs to it, and that query. */
export function splitPath({ path }: Pick<Call, "path">): { pathname: string; search: string } {
  const [pathname = "", search = ""] = path.split("?");
  return { pathname, search: search && `?${search}` };
}

/** Whether the query of a request holds what tells this call from others of its path. */
export function hasQueryOf(call: Pick<Call, "path">, query: URLSearchParams): boolean {
  return [...new URLSearchParams(splitPath(call).search)].every(([name, value]) => query.get(name) === value);
}

/** Calls of which the more particular stand first: of several that fit a request the first is meant. */
export function byParticularity<T extends readonly [string, Pick<Call, "path">]>(calls: T[]): T[] {
  return calls.toSorted(([, a], [, b]) => Number(b.path.includes("?")) - Number(a.path.includes("?")));
}
