import type { Call } from "#worker/platform/call.ts";
import { hmac, sha256 } from "#worker/platform/crypto.ts";
import type { CallName } from "#worker/server/calls.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { type WriteAnswer, withKey } from "./idempotency.ts";

type Context = Pick<Edge, "answer" | "memberId" | "identify" | "now">;
type Answered = Pick<WriteAnswer, "body">;

interface Write {
  call: Call;
  input: unknown;
  key: string | undefined;
  /** Waits for an earlier attempt; otherwise the caller asks again. */
  waits: boolean;
}

/** A member's write with a key has one effect, however often it comes. @throws invalid idempotency_conflict in_progress */
export async function keyedWrite(
  context: Context,
  env: Env,
  { call, input, key, waits }: Write,
  make: () => Promise<unknown>,
): Promise<WriteAnswer> {
  const work = async (): Promise<WriteAnswer> => {
    const body = JSON.stringify(await make());
    return { status: call.status, body, cookies: context.answer.getSetCookie().filter((line) => line.startsWith("locale=")) };
  };
  // Calls for anyone begin or end sessions: their answers must not be stored.
  const memberId = key !== undefined && call.access !== "anyone" ? await context.memberId() : null;
  if (key === undefined || memberId === null) return work();
  // HMAC, because the input may hold a password, which a plain hash would expose.
  const request = await hmac(env.PASSWORD_PEPPER, `write\n${call.method} ${call.path}\n${await textOf(input)}`);
  const { repeated, ...write } = await withKey(
    { store: servicesOf(env).idempotencyStore, wait: waits ? (ms) => scheduler.wait(ms) : null },
    { memberId, key, request, now: context.now() },
    async (at) => {
      context.identify({ secret: await hmac(env.PASSWORD_PEPPER, `row\n${memberId}\n${key}\n${at}`), at });
      return work();
    },
  );
  if (repeated) for (const cookie of write.cookies) context.answer.append("set-cookie", cookie);
  return write;
}

/** The same form of one page pressed twice. Another input is another write: Back keeps the page and its key. */
export async function pressedOnce(
  context: Context,
  env: Env,
  press: Pick<Write, "call" | "input" | "key"> & { name: CallName },
  make: () => Promise<unknown>,
): Promise<unknown> {
  const { call, input, name } = press;
  const key = press.key && `${name}.${await sha256(`${press.key}\n${await textOf(input)}`)}`;
  const { body }: Answered = await keyedWrite(context, env, { call, input, key, waits: true }, make);
  return JSON.parse(body as string);
}

/** The SHA-256 replaces a file's bytes: equal files make equal inputs. */
async function textOf(input: unknown): Promise<string> {
  if (typeof input !== "object" || input === null) return JSON.stringify(input);
  const entries = Object.entries(input).map(async ([name, value]) => [
    name,
    value instanceof File ? await sha256(await value.arrayBuffer()) : value,
  ]);
  return JSON.stringify(Object.fromEntries(await Promise.all(entries)));
}
