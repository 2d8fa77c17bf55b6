import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outcomeOf, PASSWORD } from "#tests/setup/accounts.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import { signUp } from "#tests/setup/signup.ts";
import { virtualClock } from "#tests/setup/virtual-clock.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { deviceOf } from "#worker/people/identity/session-token.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { createFairQueue } from "#worker/platform/fair-queue.ts";
import { newId } from "#worker/platform/ids.ts";
import { createLimits } from "#worker/platform/limits.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createLogin } from "./login.ts";
import { createLoginLimits } from "./login-limits.ts";

const { startSession, live } = servicesOf(env);
let hashes = 0;
let lookUps = 0;
const store = createAccountsStore(connect(env.DB));

/** The real counter, all keys in one object: a network of its own for each guess would start an object for each. */
const counter = env.LIMITS.getByName("burst");
const limits = createLimits({ getByName: () => counter } as unknown as typeof env.LIMITS, "burst");
const clock = virtualClock(NOON);

/** Log-in as it is wired, over a password check that counts instead of costing. */
const { login } = createLogin({
  store: {
    ...store,
    findOwner: (pool: string, by: Parameters<typeof store.findOwner>[1]) => {
      lookUps++;
      return store.findOwner(pool, by);
    },
  },
  loginLimits: createLoginLimits(limits, clock),
  live,
  startSession,
  passwordQueue: createFairQueue({ clock, maxWaiting: 30, maxWaitingPerKey: 3 }),
  legacyQueue: createFairQueue({ clock, maxWaiting: 100, maxWaitingPerKey: 8 }),
  clock,
  hasLegacy: async () => false,
  passwords: {
    hash: async () => expect.unreachable(),
    comparable: async () => expect.unreachable(),
    verify: async (phc: string | null, password: string) => {
      hashes++;
      await clock.wait(1);
      return phc !== null && password === PASSWORD;
    },
  },
});

beforeEach(() => {
  hashes = 0;
  lookUps = 0;
});

/** Somebody, and the device that they signed up on. */
async function signedUp(): Promise<{ email: string; device: string | null }> {
  const { email, token } = await signUp();
  return { email, device: deviceOf(token ?? "") };
}

let anywhere: Promise<Context> | undefined;

async function attempt(email: string, password: string, where: Pick<Circumstances, "network" | "device" | "now"> = {}) {
  anywhere ??= contextOf();
  return outcomeOf(login({ ...(await anywhere), network: newId(), ...where }, { email, password }));
}

function tally(codes: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

test("1,000 guesses at one account from 250 addresses cost 30 hashes at most, and lock it for strangers only", async () => {
  const [victim, other] = [await signedUp(), await signedUp()];
  const networks = Array.from({ length: 250 }, () => newId());
  const burst = Promise.all(
    Array.from({ length: 1000 }, (_, i) => attempt(victim.email, `guess ${i}`, { network: networks[i % 250] as string })),
  );
  // Others log in while it lasts, also on devices that nobody knows.
  const others = await Promise.all([attempt(other.email, PASSWORD), attempt(other.email, PASSWORD, { device: other.device })]);
  expect(others).toEqual(["accepted", "accepted"]);
  const counts = tally(await burst);
  expect(counts.accepted).toBeUndefined();
  expect(counts.login_failed).toBeLessThanOrEqual(30);
  expect(hashes).toBeLessThanOrEqual(32);
  expect(lookUps).toBeLessThanOrEqual(32);

  // The victim's own device is not locked out; a new one is, and other accounts are to nobody.
  expect(await attempt(victim.email, PASSWORD, { device: victim.device, now: NOON + 1 })).toBe("accepted");
  for (let round = 0; round < 10; round++)
    await Promise.all(Array.from({ length: 3 }, (_, i) => attempt(victim.email, `guess ${i}`, { now: NOON + 1 })));
  expect(await attempt(victim.email, PASSWORD, { now: NOON + 2 })).toBe("login_blocked");
  expect(await attempt(other.email, PASSWORD, { network: networks[0] as string })).toBe("accepted");

  // What is refused already costs nothing, until the time is over.
  hashes = 0;
  lookUps = 0;
  const again = await Promise.all(Array.from({ length: 200 }, (_, i) => attempt(victim.email, `again ${i}`, { now: NOON + 3 })));
  expect([tally(again), hashes, lookUps]).toEqual([{ login_blocked: 200 }, 0, 0]);
  expect(await attempt(victim.email, PASSWORD, { now: NOON + 15 * MINUTE + 2 })).toBe("accepted");
});

test("300 names from 300 addresses at once: few wait, the rest are asked to come again, and nobody is locked", async () => {
  const [known, fresh] = [await signedUp(), await signedUp()];
  const burst = Promise.all(Array.from({ length: 300 }, (_, i) => attempt(`nobody.${i}@example.org`, "guess")));
  expect(await attempt(known.email, PASSWORD, { device: known.device })).toBe("accepted");
  const counts = tally(await burst);
  expect(Object.keys(counts).sort()).toEqual(["login_failed", "too_many_requests"]);
  expect(hashes).toBe((counts.login_failed ?? 0) + 1);
  expect(await attempt(fresh.email, PASSWORD)).toBe("accepted");
});

test("one address that fails on many accounts is asked to wait; devices that know their account are not", async () => {
  const victim = await signedUp();
  const network = newId();
  const fail = async (times: number, from: string) => {
    const codes: string[] = [];
    for (let i = 0; i < times; i += 4)
      codes.push(...(await Promise.all([0, 1, 2, 3].map((n) => attempt(`${from}.${i + n}@example.org`, "guess", { network })))));
    return tally(codes);
  };
  expect(await fail(100, "someone")).toEqual({ login_failed: 100 });
  expect(await fail(4, "late")).toEqual({ too_many_requests: 4 });
  expect(await attempt(victim.email, PASSWORD, { network })).toBe("too_many_requests");
  expect(await attempt(victim.email, PASSWORD, { network, device: victim.device })).toBe("accepted");
});

test("a success takes its own hit back, and nothing else that the network did", async () => {
  const victim = await signedUp();
  const network = newId();
  const key = `login network ${network}`;
  const room = async () => (await limits.check(key, [{ limit: 2, windowMs: 15 * MINUTE }], NOON)).allowed;
  await attempt("one@example.org", "guess", { network });
  for (let i = 0; i < 2; i++) expect(await attempt(victim.email, PASSWORD, { network })).toBe("accepted");
  expect(await room()).toBe(true);
  await attempt("two@example.org", "guess", { network });
  expect(await room()).toBe(false);
});
