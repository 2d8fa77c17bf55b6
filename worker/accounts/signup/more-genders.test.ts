import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { outcomeOf } from "#tests/setup/accounts.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { signup } = servicesOf(env);
const HINT = "find me on telegram";

test("a sign-up keeps a gender beyond woman and man with its consent, and refuses own words that a person would have to see", async () => {
  const ctx = await contextOf({ settings: { more_genders: ["agender", "own"] } });
  const more = {
    gender: "female",
    shown_in: "both",
    identity: "own",
    identity_words: "demigirl",
    identity_shown: true,
  };
  const outcome = async (changes: object) => outcomeOf(signup.signup(ctx, signupForm({ ...more, ...changes })));
  expect(await outcome({})).toBe("identity_consent: consent_required");
  expect(await outcome({ identity: "trans_man", identity_consent: true })).toBe("identity: unknown_option");
  expect(await outcome({ identity: "", identity_consent: true })).toBe("shown_in: unknown_option");
  expect(await outcome({ identity_consent: true, identity_words: "a@b.example" })).toBe("identity_words: contact_details");
  expect(await outcome({ identity_consent: true, identity_words: HINT })).toBe("identity_words: contact_details");
  const input = signupForm({ ...more, identity_consent: true });
  await signup.signup(ctx, input);
  const stored = await env.DB.prepare("SELECT id, gender, identity FROM profiles WHERE name = ?")
    .bind(input.name)
    .first<{ id: string; gender: string; identity: string }>();
  expect([stored?.gender, JSON.parse(stored?.identity ?? "null")]).toMatchObject([
    "both",
    { code: "own", shown: true, words: more.identity_words, agreed: { language: "en", at: NOON } },
  ]);
  // Words that nobody reads are kept as they are; who shows them later has them looked at.
  const hidden = signupForm({ ...more, identity_consent: true, identity_words: HINT, identity_shown: false });
  await signup.signup(ctx, hidden);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM held_texts").first("n")).toBe(0);
});
