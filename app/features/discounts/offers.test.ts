import { expect, test } from "vitest";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { welcomeOf } from "#worker/discounts/discounts.ts";
import { type Edge, withEdge } from "#worker/edge/edge.ts";
import { AppError } from "#worker/lib/errors.ts";
import { offers } from "./offers.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Scene {
  path?: string;
  /** Since the sign-up, in ms; null for a visitor. */
  age?: number | null;
  paid?: boolean;
  /** Since the confirmation; null where the welcome call is refused. */
  confirmed?: number | null;
  payments?: boolean;
}

/** What a page would advertise, and how often the backend was asked for it. */
async function look({ path = "/members", age = 0, paid = false, confirmed = null, payments = true }: Scene) {
  const { domain } = await contextOf({ preview: payments ? ["payments"] : [] });
  const { settings } = domain;
  let asked = 0;
  const backend = {
    async discountcode() {
      asked++;
      const activatedAt = confirmed === null ? null : NOON - confirmed;
      const code = welcomeOf({ id: "nova", paid, signedUpAt: 0, activatedAt }, settings.welcome_discount_hours, NOON);
      if (!code) throw new AppError("code_not_found");
      return code;
    },
  };
  const user = age === null ? null : { paid_user: paid, signup_date: new Date(NOON - age).toISOString(), credits: 0 };
  const url = new URL(path, "http://localhost");
  const context = { domain, settings, backend, url, user: async () => user, now: () => NOON } as unknown as Edge;
  const found = await withEdge(context, async () => (await Promise.all([offers(), offers()]))[1]);
  return { bonus: found.timeBonus?.endsAt ?? null, welcome: found.welcome?.endsAt ?? null, asked };
}

test("the time bonus, in the members area, asks nobody", async () => {
  expect(await look({ age: HOUR })).toEqual({ bonus: NOON + 3 * HOUR, welcome: null, asked: 0 });
  expect(await look({ age: HOUR, path: "/members.rsc" })).toMatchObject({ bonus: NOON + 3 * HOUR });
  expect(await look({ age: HOUR, confirmed: 0, path: "/settings" })).toEqual({ bonus: null, welcome: null, asked: 0 });
});

test("the welcome discount after it, asked for once a page; a refusal is ignored", async () => {
  expect(await look({ age: 5 * HOUR, confirmed: HOUR })).toEqual({ bonus: null, welcome: NOON + 47 * HOUR, asked: 1 });
  expect(await look({ age: 5 * HOUR })).toEqual({ bonus: null, welcome: null, asked: 1 });
});

test("nobody is asked for what cannot be any more", async () => {
  const nothing = { bonus: null, welcome: null, asked: 0 };
  expect(await look({ age: null })).toEqual(nothing);
  expect(await look({ paid: true })).toEqual(nothing);
  expect(await look({ payments: false })).toEqual(nothing);
  expect(await look({ age: 16 * DAY, confirmed: HOUR })).toEqual(nothing);
});

test("somebody who confirms on the last day still gets all of the welcome discount", async () => {
  expect(await look({ age: 16 * DAY - HOUR, confirmed: 47 * HOUR })).toMatchObject({ welcome: NOON + HOUR });
});
