import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { outcomeOf } from "#tests/setup/accounts.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { identityConsent } from "#worker/discovery/members/profile-own.vocabulary.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createDraftStore } from "./draft.store.ts";
import { DRAFT_BYTES, DRAFT_RETENTION } from "./draft.ts";
import { DRAFT_MAX_AGE, DRAFT_STEPS, type DraftStep } from "./draft.vocabulary.ts";

const { signup } = servicesOf(env);
const WHO = {
  gender: "female",
  looking_for: "male",
  date_of_birth_day: "3",
  date_of_birth_month: "2",
  date_of_birth_year: "1990",
  country: "NL",
};
/** All keys with what they hold. */
async function rows() {
  const { keys } = await env.VISITORS.list();
  return Promise.all(keys.map(async (key) => ({ ...key, value: await env.VISITORS.get(key.name) })));
}
const clear = async () => {
  for (const { name } of await rows()) await env.VISITORS.delete(name);
};
const UNKNOWN = `${"x".repeat(43)}.abcdefgh`;

async function begin(values: CallInput<"saveSignupDraft">["values"] = WHO, step: DraftStep = "account") {
  const { value, effects } = await signup.saveSignupDraft(await contextOf(), { step, values });
  return { value, secret: effects.draft as string };
}

test("a draft is stored for the browser that has its secret, on this domain only", async () => {
  await clear();
  const { secret, value } = await begin({ ...WHO, name: " Zoë\u0000 ", email: "" });
  expect(value).toEqual({ step: "account", values: { ...WHO, name: "Zoë" }, updated_at: new Date(NOON).toISOString() });
  const [row] = await rows();
  expect(secret).toMatch(/^[\w-]{43}\.[0-9a-z]{8}$/);
  expect(JSON.stringify(row)).not.toContain(secret.slice(0, 43));
  expect(await signup.signupDraft(await contextOf({ draft: secret }))).toEqual(value);
  expect(await signup.signupDraft(await contextOf({ draft: secret, host: "curves.localhost" }))).toBeNull();
  expect(await signup.signupDraft(await contextOf({ draft: UNKNOWN }))).toBeNull();
  expect(await signup.signupDraft(await contextOf())).toBeNull();

  // Typed on: the same draft. A secret that opens nothing is not taken over.
  const more = await signup.saveSignupDraft(await contextOf({ draft: secret }), { step: "account", values: WHO });
  expect([more.effects.draft, (await rows()).length]).toEqual([secret, 1]);
  const other = await signup.saveSignupDraft(await contextOf({ draft: UNKNOWN }), { step: "gender", values: {} });
  expect(other.effects.draft).not.toContain("x".repeat(43));
  await signup.dropSignupDraft(await contextOf({ draft: secret }));
  expect(await signup.signupDraft(await contextOf({ draft: secret }))).toBeNull();
});

test("a step waits until no earlier answer is wrong", async () => {
  await clear();
  const wrong = async (step: DraftStep, changes: object) =>
    outcomeOf(signup.saveSignupDraft(await contextOf(), { step, values: { ...WHO, ...changes } }));
  expect(await wrong("looking_for", { gender: undefined })).toBe("gender: required");
  expect(await wrong("birth", { looking_for: "other", date_of_birth_day: "" })).toBe("looking_for: unknown_option");
  expect(await wrong("account", { gender: "", looking_for: "" })).toBe("gender: required, looking_for: required");
  expect(await wrong("account", { date_of_birth_day: "31" })).toBe("date_of_birth: invalid_date");
  expect(await rows()).toEqual([]);
  // The account's own fields are asked on its screen.
  expect(await wrong("account", { country: undefined })).toBe("accepted");
  await clear();
  expect((await begin({ gender: "female" }, "looking_for")).value).toMatchObject({
    step: "looking_for",
    values: { gender: "female" },
  });
});

test("a gender beyond woman and man is kept with its consent only, and waits for it", async () => {
  await clear();
  const more = { gender: "more", identity: "agender", shown_in: "both", looking_for: "male" };
  const here = async () => contextOf({ settings: { more_genders: ["agender"] } });
  const save = async (step: DraftStep, values: CallInput<"saveSignupDraft">["values"]) =>
    signup.saveSignupDraft(await here(), { step, values });
  expect(await outcomeOf(save("looking_for", more))).toBe("identity_consent: consent_required");
  expect(await outcomeOf(save("looking_for", { ...more, shown_in: "" }))).toContain("shown_in: required");
  expect((await save("gender", more)).value.values).toEqual({ looking_for: "male" });
  const agreed = { ...more, identity_consent: identityConsent("en") };
  expect((await save("looking_for", agreed)).value.values).toEqual(agreed);
  // Who read an earlier text, or the one of another language, is asked again.
  for (const other of [identityConsent("de"), "2026-01-01 en", "on"])
    expect(await outcomeOf(save("looking_for", { ...agreed, identity_consent: other }))).toBe(
      "identity_consent: consent_required",
    );
  expect((await save("looking_for", { ...agreed, gender: "female" })).value.values).toEqual({
    gender: "female",
    looking_for: "male",
  });
});

test("a minor's draft is erased, also the parts stored before", async () => {
  await clear();
  const { secret } = await begin();
  const young = { ...WHO, date_of_birth_year: "2012", name: "Young" };
  for (const step of DRAFT_STEPS) {
    const save = signup.saveSignupDraft(await contextOf({ draft: secret }), { step, values: young });
    expect(await outcomeOf(save)).toBe("date_of_birth: under_age");
    expect(await outcomeOf(signup.saveSignupDraft(await contextOf(), { step, values: young }))).toContain("under_age");
  }
  expect(await rows()).toEqual([]);
});

test("after seven days it is forgotten, and KV erases it", async () => {
  await clear();
  const { secret } = await begin();
  expect(await signup.signupDraft(await contextOf({ draft: secret, now: NOON + DRAFT_RETENTION - 1 }))).not.toBeNull();
  expect(await signup.signupDraft(await contextOf({ draft: secret, now: NOON + DRAFT_RETENTION }))).toBeNull();
  const [row] = await rows();
  const left = (row?.expiration ?? 0) - Date.now() / 1000;
  expect(left).toBeGreaterThan(DRAFT_MAX_AGE - 60);
  expect(left).toBeLessThanOrEqual(DRAFT_MAX_AGE + 1);
});

test("a visitor writes nothing to D1", async () => {
  const tables = (
    await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'").all()
  ).results as { name: string }[];
  expect(tables.length).toBeGreaterThan(20);
  const counts = async () =>
    (await env.DB.batch<{ n: number }>(tables.map(({ name }) => env.DB.prepare(`SELECT count(*) AS n FROM "${name}"`)))).map(
      ({ results }) => results[0]?.n,
    );
  const before = await counts();
  const { secret } = await begin();
  await signup.saveSignupDraft(await contextOf({ draft: secret }), { step: "gender", values: WHO });
  await signup.dropSignupDraft(await contextOf({ draft: secret }));
  expect(await counts()).toEqual(before);
});

test("an older copy opens the first step again, so that no account is made of it unseen", async () => {
  await clear();
  const { secret } = await begin();
  const [older] = await rows();
  const change = { step: "account", values: { ...WHO, gender: "male" } } as const;
  const newer = await signup.saveSignupDraft(await contextOf({ draft: secret, now: NOON + 1000 }), change);
  const draft = newer.effects.draft as string;
  expect(await signup.signupDraft(await contextOf({ draft }))).toMatchObject({ step: "account", values: { gender: "male" } });
  await env.VISITORS.put(older?.name as string, older?.value as string);
  expect(await signup.signupDraft(await contextOf({ draft }))).toMatchObject({ step: "gender", values: { gender: "female" } });
  expect((await rows()).length).toBe(1);
});

test("a draft larger than its limit is refused, and the one before stays", async () => {
  await clear();
  const { secret } = await begin();
  const long = { ...WHO, signup_message: "e".repeat(DRAFT_BYTES) };
  const save = signup.saveSignupDraft(await contextOf({ draft: secret }), { step: "gender", values: long });
  expect(await outcomeOf(save)).toBe("too_large");
  expect(await signup.signupDraft(await contextOf({ draft: secret }))).toMatchObject({ step: "account", values: WHO });
});

test("an account that is made of it ends it; a refusal does not", async () => {
  await clear();
  const { secret } = await begin();
  const ctx = await contextOf({ draft: secret });
  expect(await outcomeOf(signup.signup(ctx, signupForm({ password: "short" })))).toBe("password: too_short");
  expect((await rows()).length).toBe(1);
  const made = await signup.signup(ctx, signupForm());
  expect(made.effects.draft).toBeNull();
  expect(await rows()).toEqual([]);
});

test("one network begins no more than a hundred in an hour", async () => {
  const save = async () =>
    outcomeOf(signup.saveSignupDraft(await contextOf({ network: "busy" }), { step: "gender", values: {} }));
  const outcomes = await Promise.all(Array.from({ length: 105 }, save));
  expect(outcomes.filter((outcome) => outcome === "accepted").length).toBe(100);
  expect(await save()).toBe("too_many_requests");
});

test("a write that KV refuses because of the last one is made a second later", async () => {
  let refusals = 1;
  const busy = <T>(write: () => Promise<T>) => (refusals-- > 0 ? Promise.reject(new Error("KV PUT failed: 429")) : write());
  const store = createDraftStore(
    {
      get: (key: string, type: "json") => env.VISITORS.get(key, type),
      put: (key: string, text: string, options: KVNamespacePutOptions) => busy(() => env.VISITORS.put(key, text, options)),
      delete: (key: string) => busy(() => env.VISITORS.delete(key)),
    } as KVNamespace,
    DRAFT_MAX_AGE,
  );
  const draft = { domainId: "liaison", step: "gender" as const, values: WHO, updatedAt: NOON };
  await store.save("secret", draft);
  expect(await store.find("secret")).toEqual(draft);
  refusals = 1;
  await store.remove("secret");
  expect(await store.find("secret")).toBeNull();
});
