import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One call of the contract. Routes, OpenAPI, the upstream client and the contract tests follow from it. */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  method: Method;
  /** `/api/<noun>.php` */
  path: `/api/${string}.php`;
  /** Query of a GET, JSON body of anything else. What goes on is the parsed value. */
  input: Input;
  output: Output;
  /** Who may ask at all: `member` needs a session, `confirmed` a confirmed e-mail address too. */
  access: "anyone" | "member" | "confirmed";
  /** Status of success; 204 has no body. */
  status: 200 | 201 | 204;
  /** A GET that changes state, because the spec wants it so: same-origin only, never cached, no HEAD. */
  changesState?: true;
  /** There may be nothing to answer: the output then is null, and the status 204. */
  mayBeNothing?: true;
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
