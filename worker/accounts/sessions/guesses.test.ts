import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { HOUR, MINUTE } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { createLimits } from "#worker/platform/limits.ts";
import { createLoginLimits } from "./login-limits.ts";

/** The real counter, all keys in one object: a network of its own for each guess would start an object for each. */
const counter = env.LIMITS.getByName("guesses");
const limits = createLimits({ getByName: () => counter } as unknown as typeof env.LIMITS, "test only");

/** Wrong passwords for one account, each from where and when it says: how many of them were looked at. */
async function guesses(account: string, times: number, from: (n: number) => { now: number; network?: string; device?: string }) {
  // A new isolate each time remembers no refusal.
  const guard = createLoginLimits(limits, { now: () => NOON });
  const anywhere = await contextOf();
  const codes: string[] = [];
  for (let n = 0; n < times; n++) {
    const { device = null, ...where } = from(n);
    const ctx = { ...anywhere, network: newId(), device, ...where };
    codes.push(
      await guard.count({ ctx, identifier: account, account, known: device !== null }).then(
        () => "looked at",
        ({ code }: AppError) => code,
      ),
    );
  }
  return { lookedAt: codes.filter((code) => code === "looked at").length, last: codes.at(-1) };
}

test("strangers get a hundred guesses at an account a day, from as many networks as they like and however slowly", async () => {
  const account = newId();
  const day = await guesses(account, 120, (n) => ({ now: NOON + (n * HOUR) / 6 }));
  expect(day).toEqual({ lookedAt: 100, last: "login_blocked" });
  const burst = await guesses(newId(), 60, () => ({ now: NOON }));
  expect(burst.lookedAt).toBe(30);
});

test("that keeps no owner out: a device that knows the account has tries of its own, and not without end either", async () => {
  const account = newId();
  await guesses(account, 120, (n) => ({ now: NOON + (n * HOUR) / 6 }));
  const evening = NOON + 23 * HOUR;
  const device = newId();
  expect(await guesses(account, 6, () => ({ now: evening, device }))).toEqual({ lookedAt: 5, last: "login_blocked" });
  expect(await guesses(account, 1, () => ({ now: evening + 15 * MINUTE, device }))).toMatchObject({ lookedAt: 1 });
  const thief = newId();
  const stolen = await guesses(account, 72, (n) => ({ now: NOON + n * 4 * MINUTE, device: thief }));
  expect(stolen).toEqual({ lookedAt: 60, last: "login_blocked" });
});

test("one network cannot use up what all strangers have: the owner still logs in on a new device elsewhere", async () => {
  const account = newId();
  const network = newId();
  // Every four minutes, which the window of 15 minutes alone would let through.
  const attack = await guesses(account, 350, (n) => ({ now: NOON + n * 4 * MINUTE, network }));
  expect(attack).toEqual({ lookedAt: 15, last: "login_blocked" });
  const elsewhere = await guesses(account, 1, () => ({ now: NOON + 23 * HOUR + 50 * MINUTE }));
  expect(elsewhere).toEqual({ lookedAt: 1, last: "looked at" });
});
