import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { addAccount, contextAs, openSession, outcomeOf } from "#tests/setup/accounts.ts";
import { contextOf } from "#tests/setup/context.ts";
import type { AgeGate } from "#worker/people/identity/age-gate.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { Call } from "#worker/platform/call.ts";
import { AGE_REACH } from "./age-reach.ts";
import { createLocalCalls } from "./backend.ts";
import { CALLS, type CallName } from "./calls.ts";

const NAMES = Object.keys(CALLS) as CallName[];
const CLOSED = { before_contact: ["contact"], before_members: ["contact", "members"], at_signup: ["contact", "members", "own"] };

function callsAs(ctx: Context) {
  return createLocalCalls(env, { contexts: { current: async () => ctx, cached: async () => null }, apply() {} });
}

/** Before its input is read. */
const refusal = (ctx: Context, name: CallName) => outcomeOf(callsAs(ctx).admit(name)).then(String, String);

test("every call that a setting closes is refused before its input is read, and no other", async () => {
  const owner = await addAccount();
  const me = await contextAs(await openSession(owner));
  expect(NAMES.length).toBeGreaterThan(100);
  for (const [when, closed] of Object.entries(CLOSED)) {
    const age: AgeGate = { when: when as AgeGate["when"], methods: ["eu"], country: "NL", from: null };
    for (const name of NAMES) {
      const isClosed = closed.includes(AGE_REACH[name]);
      const said = (await refusal({ ...me, age }, name)) === "age_proof_required";
      expect(said, `${when}: ${name}`).toBe(isClosed);
    }
  }
  const later: AgeGate = { when: "at_signup", methods: ["eu"], country: "NL", from: "2030-01-01" };
  for (const name of NAMES) expect(await refusal({ ...me, age: later }, name), name).not.toBe("age_proof_required");
});

test("a visitor of a place that proves the age first sees no member", async () => {
  const age_proof = { NL: { when: "before_members" as const, methods: ["eu" as const], existing: null } };
  const [here, there] = [
    await contextOf({ settings: { age_proof } }),
    await contextOf({ settings: { age_proof }, country: "FR" }),
  ];
  const shown = NAMES.filter((name) => AGE_REACH[name] === "members" && CALLS[name].access === "anyone");
  expect(shown.sort()).toEqual(["member", "members", "similar"]);
  for (const name of shown) {
    expect(await refusal(here, name), name).toBe("authentication_required");
    expect(await refusal(there, name), name).not.toBe("authentication_required");
  }
});

/** They show the member's own profile, or the own photos that are left. */
const OWN = [
  ...["user", "updateUser", "login", "loginByLink", "passkeyLogin", "activate", "signup", "reactivate"],
  ...["resetPassword", "removePhoto"],
];

test("no call whose answer shows members is free of the proof", () => {
  const shows = NAMES.filter((name) => {
    const { output }: Call = CALLS[name];
    return JSON.stringify(z.toJSONSchema(output, { io: "output", unrepresentable: "any" })).includes('"thumb_filename"');
  });
  expect(shows.length).toBeGreaterThan(15);
  expect(shows.filter((name) => AGE_REACH[name] === "free" && !OWN.includes(name))).toEqual([]);
});
