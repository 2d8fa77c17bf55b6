import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { outcomeOf } from "#tests/setup/owners.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import type { CallInput } from "../calls.ts";
import { DAY } from "../lib/limits.ts";
import { servicesOf } from "../wiring/index.ts";
import { DRAFT_KEPT } from "./draft.ts";

const { accounts, drafts } = servicesOf(env);
const WHO = {
  gender: "female",
  looking_for: "male",
  date_of_birth_day: "3",
  date_of_birth_month: "2",
  date_of_birth_year: "1990",
  country: "NL",
  place: "NL-NH/Amsterdam",
};
const rows = async () => (await env.DB.prepare("SELECT * FROM signup_drafts").all()).results;
const clear = () => env.DB.prepare("DELETE FROM signup_drafts").run();

async function begin(values: CallInput<"saveSignupDraft">["values"] = WHO, step: "you" | "account" = "account") {
  const { value, effects } = await accounts.saveSignupDraft(await contextOf(), { step, values });
  return { value, secret: effects.draft as string };
}

test("what was typed is kept for the browser that has the secret, on this domain only", async () => {
  await clear();
  const { secret, value } = await begin({ ...WHO, name: " Zoë\u0000 ", email: "" });
  expect(value).toEqual({ step: "account", values: { ...WHO, name: "Zoë" }, updated_at: new Date(NOON).toISOString() });
  const [row] = await rows();
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(await accounts.signupDraft(await contextOf({ draft: secret }))).toEqual(value);
  expect(await accounts.signupDraft(await contextOf({ draft: secret, host: "curves.localhost" }))).toBeNull();
  expect(await accounts.signupDraft(await contextOf({ draft: "x".repeat(43) }))).toBeNull();
  expect(await accounts.signupDraft(await contextOf())).toBeNull();

  // Typed on: the same draft. A secret that opens nothing is not taken over.
  const more = await accounts.saveSignupDraft(await contextOf({ draft: secret }), { step: "account", values: WHO });
  expect([more.effects.draft, (await rows()).length]).toEqual([secret, 1]);
  const other = await accounts.saveSignupDraft(await contextOf({ draft: "x".repeat(43) }), { step: "you", values: {} });
  expect(other.effects.draft).not.toBe("x".repeat(43));
  await accounts.dropSignupDraft(await contextOf({ draft: secret }));
  expect(await accounts.signupDraft(await contextOf({ draft: secret }))).toBeNull();
});

test("the second step waits until nothing of the first is wrong", async () => {
  await clear();
  const wrong = async (changes: object) =>
    outcomeOf(accounts.saveSignupDraft(await contextOf(), { step: "account", values: { ...WHO, ...changes } }));
  expect(await wrong({ gender: undefined, looking_for: "other" })).toBe("gender: required, looking_for: unknown_option");
  expect(await wrong({ date_of_birth_day: "31" })).toBe("date_of_birth: invalid_date");
  expect(await wrong({ country: "JP" })).toBe("country: unknown_option, region: unknown_option");
  expect(await wrong({ place: "NL-NH/Rotterdam" })).toBe("city: unknown_option");
  expect(await rows()).toEqual([]);
  expect((await begin({ gender: "female" }, "you")).value).toMatchObject({ step: "you", values: { gender: "female" } });
});

test("of who is too young nothing is kept, not even what was kept before", async () => {
  await clear();
  const { secret } = await begin();
  const young = { ...WHO, date_of_birth_year: "2012", name: "Young" };
  for (const step of ["you", "account"] as const) {
    const save = accounts.saveSignupDraft(await contextOf({ draft: secret }), { step, values: young });
    expect(await outcomeOf(save)).toBe("date_of_birth: under_age");
    expect(await outcomeOf(accounts.saveSignupDraft(await contextOf(), { step, values: young }))).toContain("under_age");
  }
  expect(await rows()).toEqual([]);
});

test("after seven days it is forgotten, and the cron erases it, some at a time", async () => {
  await clear();
  const { secret } = await begin();
  expect(await accounts.signupDraft(await contextOf({ draft: secret, now: NOON + DRAFT_KEPT - 1 }))).not.toBeNull();
  expect(await accounts.signupDraft(await contextOf({ draft: secret, now: NOON + DRAFT_KEPT }))).toBeNull();
  const many = Array.from({ length: 150 }, (_, i) =>
    env.DB.prepare("INSERT INTO signup_drafts VALUES (?, 'liaison', 'you', '{}', 0, ?)").bind(`h${i}`, NOON - 8 * DAY),
  );
  await env.DB.batch(many);
  await drafts.purge(NOON - DRAFT_KEPT);
  expect((await rows()).length).toBe(51);
  await drafts.purge(NOON - DRAFT_KEPT);
  expect((await rows()).length).toBe(1);
});

test("an account that is made of it ends it; a refusal does not", async () => {
  await clear();
  const { secret } = await begin();
  const ctx = await contextOf({ draft: secret });
  expect(await outcomeOf(accounts.signup(ctx, signupForm({ password: "short" })))).toBe("password: too_short");
  expect((await rows()).length).toBe(1);
  const made = await accounts.signup(ctx, signupForm());
  expect(made.effects.draft).toBeNull();
  expect(await rows()).toEqual([]);
});

test("one network begins no more than a hundred in an hour", async () => {
  const save = async () => outcomeOf(accounts.saveSignupDraft(await contextOf({ network: "busy" }), { step: "you", values: {} }));
  const outcomes = await Promise.all(Array.from({ length: 105 }, save));
  expect(outcomes.filter((outcome) => outcome === "accepted").length).toBe(100);
  expect(await save()).toBe("too_many_requests");
});
