import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { outcomeOf } from "#tests/setup/accounts.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import { addImported } from "#tests/setup/imported.ts";
import { signUp } from "#tests/setup/signup.ts";
import { virtualClock } from "#tests/setup/virtual-clock.ts";
import { createFairQueue } from "#worker/platform/fair-queue.ts";
import { newId } from "#worker/platform/ids.ts";
import { isWrapped } from "#worker/platform/legacy-hash.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createLogin } from "./login.ts";
import { createLoginLimits } from "./login-limits.ts";

const { startSession, live, accountsStore, limits } = servicesOf(env);
const clock = virtualClock(NOON);

/** Ms of a hash of another system, and of ours. */
const [SLOW, QUICK] = [700, 20];
let brought = true;

const { login } = createLogin({
  store: accountsStore,
  loginLimits: createLoginLimits(limits, clock),
  live,
  startSession,
  clock,
  hasLegacy: async () => brought,
  passwordQueue: createFairQueue({ clock, maxWaiting: 30, maxWaitingPerKey: 3 }),
  legacyQueue: createFairQueue({ clock, maxWaiting: 100, maxWaitingPerKey: 8, lease: 10_000 }),
  passwords: {
    hash: async () => "$argon2id$new",
    comparable: async (phc, text) => {
      if (phc !== null && isWrapped(phc)) await clock.wait(SLOW);
      return { phc, text };
    },
    verify: async (_, text) => {
      await clock.wait(QUICK);
      return text === "right";
    },
  },
});

async function took(email: string, password: string, where: Circumstances = {}) {
  const ctx = await contextOf({ network: newId(), ...where });
  const since = clock.now();
  const outcome = await outcomeOf(login(ctx, { email, password }));
  return { outcome, ms: clock.now() - since };
}

const SECRET = { settings: { reveal_accounts: "no" as const } };

test("where accounts are secret, a refusal takes as long for an unknown, a brought and an own account", async () => {
  const own = await signUp();
  const old = `${await addImported()}@example.org`;
  for (const email of [own.email, old, "nobody@example.org"])
    expect(await took(email, "wrong", SECRET), email).toEqual({ outcome: "login_failed", ms: 2_000 });
  // A right password is not kept waiting, and without hashes of another system nobody is.
  expect(await took(old, "right", SECRET)).toEqual({ outcome: "accepted", ms: SLOW + QUICK });
  brought = false;
  expect((await took("nobody@example.org", "wrong", SECRET)).ms).toBe(QUICK);
  brought = true;
  expect((await took("nobody@example.org", "wrong")).ms).toBe(QUICK);
});

test("ten slow hashes hold up no other log-in", async () => {
  const old = await Promise.all(Array.from({ length: 10 }, () => addImported()));
  const own = await signUp();
  const slow = old.map((id) => took(`${id}@example.org`, "wrong"));
  const quick = await took(own.email, "right");
  expect(quick.ms).toBeLessThan(SLOW);
  expect((await Promise.all(slow)).map(({ outcome }) => outcome)).toEqual(Array(10).fill("login_failed"));
});
