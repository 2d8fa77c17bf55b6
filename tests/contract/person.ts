import { expect, vi } from "vitest";
import { z } from "zod";
import { type MemberOptions, memberRows, sessionRow } from "#tests/setup/member-rows.ts";
import { PASSWORD, signupForm } from "#tests/setup/signup-form.ts";
import { type Call, type RawInput, refusalsOf } from "#worker/platform/call.ts";
import { ERROR_STATUS, type ErrorCode } from "#worker/platform/errors.ts";
import { CALLS, type CallInput, type CallName, type CallOutput } from "#worker/server/calls.ts";
import { requestOf } from "./call-request.ts";
import { type Answer, ask } from "./http.ts";
import { inStore, served } from "./served-store.ts";

/** The two modes under one contract, for what differs on the wire. */
export const SIDES = ["local", "proxy"] as const;
/** For outcomes: permissions.test.ts makes every call through the proxy. */
export const LOCAL = ["local"] as const;
export type Side = (typeof SIDES)[number];

const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().min(1),
    field: z.string().nullable(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    retry_after: z.number().nullable(),
    fields: z
      .array(
        z.strictObject({
          field: z.string(),
          code: z.string(),
          message: z.string().min(1),
          params: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .optional(),
    request_id: z.string().optional(),
  }),
});
export type Refusal = z.output<typeof errorBody>["error"];

let people = 0;
/** 40 random bits in hexadecimal: files in parallel share no network, name or address. */
const file = [...crypto.getRandomValues(new Uint8Array(5))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fileInLetters = letters(Number.parseInt(file.slice(0, 8), 16));

/** A number in letters: digits in a name can look like a phone number. */
export function letters(number: number): string {
  return number.toString(26).replace(/./g, (digit) => "abcdefghijklmnopqrstuvwxyz"[Number.parseInt(digit, 26)] as string);
}

/** A person with a browser: unique cookies and network. */
export class Person {
  readonly side: Side;
  readonly cookies = new Map<string, string>();
  readonly network: string;
  email = "";
  name = "";
  id = "";
  /** The last raw response. */
  last: Answer = { status: 0, headers: {}, text: "" };

  constructor(side: Side) {
    this.side = side;
    people++;
    // Each its own /64: the limits count IPv6 by household.
    this.network = `fd${file.slice(0, 2)}:${file.slice(2, 6)}:${file.slice(6)}:${people.toString(16)}::1`;
  }

  get port(): number {
    return served[this.side];
  }

  async request(
    method: string,
    path: string,
    body?: string | Uint8Array,
    headers: Record<string, string | string[]> = {},
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { "cf-connecting-ip": this.network, ...(cookie ? { cookie } : {}), ...headers };
    this.last = await ask({ port: this.port, method, path, body, headers: all });
    for (const line of this.last.headers["set-cookie"] ?? []) this.#keep(line);
    return this.last;
  }

  /** Makes a call as the pages do and validates the response strictly. Fails the test on a refusal. */
  async call<N extends CallName>(
    name: N,
    input: RawInput<(typeof CALLS)[N]>,
    headers: Record<string, string> = {},
  ): Promise<CallOutput<N>> {
    const answer = await this.send(name, input, headers);
    const call = CALLS[name] as Call;
    expect({ status: answer.status, text: answer.status >= 300 ? answer.text : "" }, `${this.side} ${name}`).toEqual({
      status: call.status,
      text: "",
    });
    const body: unknown = JSON.parse(answer.text);
    expect(call.output.parse(body), `${this.side} ${name}`).toEqual(body);
    return body as CallOutput<N>;
  }

  /** Makes a call that must be refused. */
  async refused<N extends CallName>(
    name: N,
    input: Partial<CallInput<N>>,
    headers: Record<string, string> = {},
  ): Promise<Refusal> {
    const answer = await this.send(name, input, headers);
    expect(answer.status, `${this.side} ${name}: ${answer.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400);
    return this.refusal(answer);
  }

  refusal(answer: Answer = this.last): Refusal {
    const { error } = errorBody.parse(JSON.parse(answer.text));
    expect(answer.status).toBe(ERROR_STATUS[error.code]);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    return error;
  }

  async send(name: CallName, input: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.#send(name, input, headers);
    this.#hold(name, answer);
    return answer;
  }

  /** Every answer of every test: of the contract's shape, or a refusal that the contract names. */
  #hold(name: CallName, { status, text }: Answer): void {
    const call: Call = CALLS[name];
    if (status < 300) {
      if (status !== 204) expect(call.output.safeParse(JSON.parse(text)).error, `${this.side} ${name}`).toBeUndefined();
      return;
    }
    const { error } = errorBody.parse(JSON.parse(text));
    // A test may send a method that the call does not have, by a header of its own.
    expect([...refusalsOf(call), "method_not_allowed"], `${this.side} ${name} refuses with a code of its contract`).toContain(
      error.code,
    );
  }

  async #send(name: CallName, input: unknown, headers: Record<string, string>): Promise<Answer> {
    const { method, path, body, headers: own } = await requestOf(name, input);
    return this.request(method, path, body, { ...own, ...headers });
  }

  /** Inserts this person and a session, without the wire. */
  async insert(options: MemberOptions = {}): Promise<this> {
    this.#generateName();
    const { id, rows } = memberRows({ email: this.email, name: this.name, password: PASSWORD }, options);
    const { token, row } = await sessionRow(id);
    await inStore(...rows, row);
    this.id = id;
    this.cookies.set("session", token);
    return this;
  }

  #generateName(): void {
    people++;
    const unique = `${fileInLetters}_${letters(people)}`;
    this.email = `p${unique}@example.org`;
    this.name = `Person${unique}`;
  }

  /** Signs up on the default domain by the wire: logged in, unconfirmed. */
  async signUp(form: Partial<CallInput<"signup">> = {}): Promise<this> {
    this.#generateName();
    const user = await this.call("signup", signupForm({ email: this.email, name: this.name, ...form }));
    if ("check_mail" in user) throw new Error("this domain does not log in at sign-up");
    this.id = user.profile.id;
    return this;
  }

  /** Confirms the address with the mail's link. */
  async confirm(): Promise<this> {
    await this.call("activate", { token: await this.mailed(/https?:\/\/[^/\s]+\/([A-Za-z0-9_-]{20,})/) });
    return this;
  }

  /** Waits for the newest mail to this person with a matching text. The instance with the members stores mails. */
  async mail(saying = /(?:)/): Promise<{ subject: string; text: string }> {
    const newest = { sql: "SELECT subject, text FROM outbox WHERE recipient = ? ORDER BY created_at DESC, rowid DESC LIMIT 1" };
    const found = async () => {
      const [[mail] = []] = await inStore<{ subject: string; text: string }>({ ...newest, values: [this.email] });
      return mail && saying.test(mail.text) ? mail : null;
    };
    return vi.waitUntil(found, { timeout: 60_000, interval: 50 });
  }

  /** Waits for a mail with this pattern; returns the first group. */
  async mailed(pattern: RegExp): Promise<string> {
    return pattern.exec((await this.mail(pattern)).text)?.[1] ?? expect.unreachable();
  }

  async logIn(): Promise<this> {
    await this.call("login", { email: this.email, password: PASSWORD });
    return this;
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";");
    const at = pair.indexOf("=");
    const ended = attributes.some((attribute) => attribute.trim().toLowerCase() === "max-age=0");
    if (ended) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

export async function block(blocker: Person, blocked: Person): Promise<void> {
  await blocker.call("block", { profile: blocked.id });
}

/** A confirmed member with a session. */
export function member(side: Side, options: MemberOptions = {}): Promise<Person> {
  return new Person(side).insert(options);
}

/** A member with an unconfirmed address, without the mail of the sign-up. */
export function unconfirmed(side: Side, options: MemberOptions = {}): Promise<Person> {
  return new Person(side).insert({ ...options, confirmed: false });
}
