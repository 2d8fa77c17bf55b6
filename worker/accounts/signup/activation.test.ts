import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { outcomeAndWait } from "#tests/setup/accounts.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { contextOfNewcomer, type Newcomer, newestMail, signUp } from "#tests/setup/signup.ts";
import { isBrokenLink } from "#worker/people/links/vocabulary.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { HOUR, MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { signup, accountsStore } = servicesOf(env);
const ledger = (id: string) => env.DB.prepare("SELECT amount, kind, cause FROM ledger WHERE account_id = ?").bind(id).all();

let anna: Newcomer;
beforeEach(async () => {
  anna = await signUp();
});

test("the link confirms account and profile and grants the credits, once", async () => {
  const answer = await signup.activate(await contextOf(), { token: anna.link });
  expect([answer.value, answer.effects]).toEqual([{ status: "active", credits: 10 }, {}]);
  const row = await env.DB.prepare(
    "SELECT a.status, a.credits, a.activated_at, p.status AS profile FROM accounts a JOIN profiles p USING (id) WHERE id = ?",
  )
    .bind(anna.id)
    .first();
  expect(row).toEqual({ status: "active", credits: 10, activated_at: NOON, profile: "active" });
  expect((await ledger(anna.id)).results).toEqual([{ amount: 10, kind: "signup", cause: anna.id }]);
  // Once more is no mistake, and tells nobody else what she has.
  const again = await signup.activate(await contextOf(), { token: anna.link });
  expect([again.value, again.effects]).toEqual([{ status: "active", credits: null }, {}]);
  expect((await signup.activate(await contextOfNewcomer(anna), { token: anna.link })).value).toEqual({
    status: "active",
    credits: 10,
  });
  expect((await ledger(anna.id)).results.length).toBe(1);
});

test("pressed many times at once it grants once", async () => {
  const results = await Promise.all(
    Array.from({ length: 10 }, async () => outcomeAndWait(signup.activate(await contextOf(), { token: anna.link }))),
  );
  expect(results).toEqual(Array(10).fill("accepted"));
  expect((await ledger(anna.id)).results).toEqual([{ amount: 10, kind: "signup", cause: anna.id }]);
});

test("a second confirmation, after a reactivation or by a second link, grants nothing again", async () => {
  await signup.activate(await contextOf(), { token: anna.link });
  await env.DB.prepare("UPDATE accounts SET status = 'not_confirmed' WHERE id = ?").bind(anna.id).run();
  await env.DB.prepare("UPDATE tokens SET used_at = NULL WHERE account_id = ?").bind(anna.id).run();
  await signup.activate(await contextOf({ now: NOON + 1 }), { token: anna.link });
  const row = await env.DB.prepare(
    "SELECT status, credits, (SELECT count(*) FROM ledger WHERE account_id = accounts.id) AS entries FROM accounts WHERE id = ?",
  )
    .bind(anna.id)
    .first();
  expect(row).toEqual({ status: "active", credits: 10, entries: 1 });
});

test("48 hours, not a moment longer", async () => {
  expect(await outcomeAndWait(signup.activate(await contextOf({ now: NOON + 48 * HOUR }), { token: anna.link }))).toBe(
    "link_expired",
  );
  expect(await outcomeAndWait(signup.activate(await contextOf({ now: NOON + 48 * HOUR - 1 }), { token: anna.link }))).toBe(
    "accepted",
  );
});

test("anything else is expired too", async () => {
  const other = `${anna.link.slice(0, -1)}${anna.link.endsWith("A") ? "B" : "A"}`;
  for (const token of [
    "",
    "a",
    other,
    anna.link.slice(1),
    `${anna.link}x`,
    anna.link.toUpperCase(),
    "a".repeat(44),
    "'; DROP TABLE tokens; --",
  ]) {
    expect(await outcomeAndWait(signup.activate(await contextOf(), { token })), token).toBe("link_expired");
  }
  // A link of one pool is nothing to another.
  expect(await outcomeAndWait(signup.activate(await contextOf({ host: "curves.localhost" }), { token: anna.link }))).toBe(
    "link_expired",
  );
});

test("a domain that grants nothing writes no entry", async () => {
  const answer = await signup.activate(await contextOf({ settings: { signup_credits: 0 } }), { token: anna.link });
  expect(answer.value).toEqual({ status: "active", credits: 0 });
  expect((await ledger(anna.id)).results).toEqual([]);
});

test("the code confirms the logged-in account, with spaces or full-width digits, and again without harm", async () => {
  expect(await outcomeAndWait(signup.activate(await contextOf(), { code: anna.code }))).toBe("authentication_required");
  const typed = ` ${anna.code.slice(0, 3)} ${anna.code.slice(3)}`.replaceAll(/\d/g, (digit) =>
    String.fromCharCode(0xff10 + Number(digit)),
  );
  expect((await signup.activate(await contextOfNewcomer(anna), { code: typed })).value).toEqual({
    status: "active",
    credits: 10,
  });
  expect((await signup.activate(await contextOfNewcomer(anna), { code: anna.code })).value).toEqual({
    status: "active",
    credits: 10,
  });
  expect((await signup.activate(await contextOf(), { token: anna.link })).value).toEqual({ status: "active", credits: null });
});

test("thirty tries a day: six digits are not guessed in the fortnight of an account", async () => {
  const wrong = anna.code === "000000" ? "000001" : "000000";
  for (let i = 0; i < 30; i++)
    expect(
      await outcomeAndWait(signup.activate(await contextOfNewcomer(anna, { now: NOON + i * 5 * MINUTE }), { code: wrong })),
    ).toBe("code: wrong_code");
  const later = NOON + 150 * MINUTE;
  expect(await outcomeAndWait(signup.activate(await contextOfNewcomer(anna, { now: later }), { code: anna.code }))).toBe(
    "too_many_requests 77400",
  );
  // The link is good all the same.
  expect(await outcomeAndWait(signup.activate(await contextOf(), { token: anna.link }))).toBe("accepted");
});

test("after five wrong tries the code of a new mail is taken at once", async () => {
  const wrong = anna.code === "000000" ? "000001" : "000000";
  for (let i = 0; i < 5; i++) await outcomeAndWait(signup.activate(await contextOfNewcomer(anna), { code: wrong }));
  expect(await outcomeAndWait(signup.activate(await contextOfNewcomer(anna), { code: anna.code }))).toBe("too_many_requests 900");
  await signup.activation(await contextOfNewcomer(anna, { now: NOON + MINUTE }));
  const { code } = await newestMail(anna.id);
  expect(await outcomeAndWait(signup.activate(await contextOfNewcomer(anna, { now: NOON + MINUTE }), { code }))).toBe("accepted");
});

test("five tries at the code in 15 minutes; another member's code is wrong", async () => {
  const other = await signUp();
  const wrong = anna.code === "000000" ? "000001" : "000000";
  expect(
    await outcomeAndWait(signup.activate(await contextOfNewcomer(anna), { code: other.code === anna.code ? wrong : other.code })),
  ).toBe("code: wrong_code");
  for (let i = 0; i < 4; i++)
    expect(await outcomeAndWait(signup.activate(await contextOfNewcomer(anna), { code: wrong }))).toBe("code: wrong_code");
  expect(await outcomeAndWait(signup.activate(await contextOfNewcomer(anna), { code: anna.code }))).toBe("too_many_requests 900");
  expect(
    await outcomeAndWait(signup.activate(await contextOfNewcomer(anna, { now: NOON + 15 * MINUTE }), { code: anna.code })),
  ).toBe("accepted");
});

test("what is no code of six digits costs no try, and a code is found however it was copied", async () => {
  for (const code of ["abc", `${anna.code}0`, anna.code.slice(1), `${anna.code.slice(0, 5)}O`])
    for (let i = 0; i < 3; i++)
      expect(await outcomeAndWait(signup.activate(await contextOfNewcomer(anna), { code }))).toBe("code: six_digits");
  for (const code of ["", " \u200b"])
    expect(await outcomeAndWait(signup.activate(await contextOfNewcomer(anna), { code }))).toBe("code: required");
  const code = `\u200b${anna.code.slice(0, 3)}\u2011${anna.code.slice(3)}\u200e`;
  expect(await outcomeAndWait(signup.activate(await contextOfNewcomer(anna), { code }))).toBe("accepted");
});

test("a new mail makes every earlier link and code worthless", async () => {
  expect(await signup.activation(await contextOfNewcomer(anna, { now: NOON + MINUTE }))).toEqual({ sent: true });
  const fresh = await newestMail(anna.id);
  expect(fresh.link).not.toBe(anna.link);
  expect(await outcomeAndWait(signup.activate(await contextOf({ now: NOON + MINUTE }), { token: anna.link }))).toBe(
    "link_expired",
  );
  if (fresh.code !== anna.code)
    expect(
      await outcomeAndWait(signup.activate(await contextOfNewcomer(anna, { now: NOON + MINUTE }), { code: anna.code })),
    ).toBe("code: wrong_code");
  expect(await outcomeAndWait(signup.activate(await contextOf({ now: NOON + MINUTE }), { token: fresh.link }))).toBe("accepted");
  expect(await outcomeAndWait(signup.activation(await contextOfNewcomer(anna, { now: NOON + MINUTE })))).toBe("conflict");
});

test("three mails an hour, five a day", async () => {
  const at = async (now: number) => outcomeAndWait(signup.activation(await contextOfNewcomer(anna, { now })));
  for (const minute of [0, 1, 2]) expect(await at(NOON + minute * MINUTE)).toBe("accepted");
  expect(await at(NOON + 3 * MINUTE)).toBe(`too_many_requests ${57 * 60}`);
  expect(await at(NOON + 60 * MINUTE)).toBe("accepted");
  expect(await at(NOON + 61 * MINUTE)).toBe("accepted");
  expect(await at(NOON + 10 * HOUR)).toBe(`too_many_requests ${14 * 3600}`);
});

test("where signing up logs nobody in, the link does", async () => {
  const bob = await signUp({ host: "velvet.localhost" });
  expect(bob.token).toBe(null);
  const answer = await signup.activate(await contextOf({ host: "velvet.localhost" }), { token: bob.link });
  const { started } = answer.effects.session as { started: string };
  expect((await accountsStore.findViewer(await sha256(started), "velvet", NOON))?.account).toMatchObject({
    id: bob.id,
    status: "active",
  });
});

test("a link damaged by a mail program is told apart from an unknown page", () => {
  const link = `aQ3${"x7".repeat(20)}Z`;
  expect([link.length, isBrokenLink("activation", link)]).toEqual([44, false]);
  const noDigit = "acrXQfzsyKY_ubJZ-FQRTOeZnovENe-D";
  for (const broken of [link.slice(0, 30), `${link}.`, `${link}%3E`, `${link}Q3`, noDigit])
    expect(isBrokenLink("activation", broken)).toBe(true);
  for (const page of ["activate", "about", "account-deleted-long-ago-in-2024", "alonetonight", `i${link.slice(1)}`, ""])
    expect([page, isBrokenLink("activation", page)]).toEqual([page, false]);
});
