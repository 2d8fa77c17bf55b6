import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addAccount, contextAs, openSession, outcomeOf } from "#tests/setup/accounts.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newSecret } from "#worker/platform/ids.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { signup, invites } = servicesOf(env);
const VELVET = { host: "velvet.localhost" };

/** An invitation as the operator's command makes it. */
async function invitation(uses: number, { domain = "velvet", days = 30 } = {}): Promise<string> {
  const code = `i${newSecret(32)}`;
  await env.DB.prepare("INSERT INTO invites VALUES (?, ?, NULL, ?, ?, ?)")
    .bind(await sha256(code), domain, uses, NOON, NOON + days * DAY)
    .run();
  return code;
}

const left = async (code: string) =>
  env.DB.prepare("SELECT uses_left FROM invites WHERE hash = ?")
    .bind(await sha256(code))
    .first("uses_left");

const signUpBy = async (
  code: string | undefined,
  changes: Partial<CallInput<"signup">> = {},
  circumstances: Circumstances = {},
) => signup.signup(await contextOf({ ...VELVET, ...circumstances }), signupForm({ invite: code, ...changes }));

test("an invitation opens the door as often as it says, and says what it was", async () => {
  const code = await invitation(2);
  expect(await signup.invite(await contextOf(VELVET), { code })).toMatchObject({ by: "site" });
  // By the form, and by what the browser stored of the link.
  expect(await outcomeOf(signUpBy(code, { email: "first@example.org" }))).toBe("accepted");
  expect(await outcomeOf(signUpBy(undefined, {}, { source: { invite: code } }))).toBe("accepted");
  expect(await outcomeOf(signUpBy(code))).toBe("invitation_over");
  expect(await outcomeOf(signup.invite(await contextOf(VELVET), { code }).then(String))).toBe("link_expired");
  const source = await env.DB.prepare("SELECT traffic_source FROM accounts WHERE email = 'first@example.org'").first();
  expect(source).toEqual({ traffic_source: "invite" });
});

test("two sign-ups at once: one gets the last use of the invitation, and the other no account", async () => {
  for (let round = 0; round < 5; round++) {
    const code = await invitation(1);
    const outcomes = await Promise.all([outcomeOf(signUpBy(code)), outcomeOf(signUpBy(code)), outcomeOf(signUpBy(code))]);
    expect(outcomes.sort()).toEqual(["accepted", "invitation_over", "invitation_over"]);
    expect(await left(code)).toBe(0);
  }
});

test("a refused sign-up uses nothing up, and the same form sent twice uses one", async () => {
  const code = await invitation(1);
  expect(await outcomeOf(signUpBy(code, { password: "short" }))).toBe("password: too_short");
  expect(await left(code)).toBe(1);
  const form = { signup_key: newSecret(8), email: "twice@example.org", name: "Twice.over" };
  expect(await outcomeOf(signUpBy(code, form))).toBe("accepted");
  expect(await outcomeOf(signUpBy(code, form))).toBe("accepted");
  expect(await left(code)).toBe(0);
});

test("it is used up all the same where the address was known: its giver learns nothing from it", async () => {
  const [known, fresh] = [await invitation(1), await invitation(1)];
  await signUpBy(await invitation(1), { email: "owner@example.org" });
  const form = (email: string, name: string) => ({ email, name, signup_key: `form of ${name}` });
  for (const [code, email, name] of [
    [known, "owner@example.org", "Known.one"],
    [fresh, "nobody.yet@example.org", "Fresh.one"],
  ] as const) {
    expect(await outcomeOf(signUpBy(code, form(email, name)))).toBe("accepted");
    expect(await left(code)).toBe(0);
    expect(await outcomeOf(signUpBy(code, form(email, name))), "again").toBe("accepted");
    expect(await outcomeOf(signUpBy(code)), "another form").toBe("invitation_over");
  }
});

test("it is good on its domain only, until its day, and only in its form", async () => {
  const [elsewhere, old] = [await invitation(3, { domain: "liaison" }), await invitation(3, { days: 0 })];
  for (const code of [elsewhere, old, "", "i", `i${"x".repeat(43)}`, `a${old.slice(1)}`]) {
    expect(await outcomeOf(signUpBy(code)), code).toMatch(/^(invitation_over|signup_closed)$/);
    expect(await outcomeOf(signup.invite(await contextOf(VELVET), { code }).then(String)), code).toBe("link_expired");
  }
  const copied = `\u200b${(await invitation(1)).replaceAll("-", "\u2011")}\u200e`;
  expect(await outcomeOf(signup.invite(await contextOf(VELVET), { code: copied })), "as it was copied").toBe("accepted");
  // Where everybody may sign up, one that is not good keeps nobody out.
  const open = { host: "localhost" };
  expect(await outcomeOf(signUpBy(old, {}, open))).toBe("accepted");
});

test("members make links, see them again, and end them; three in thirty days, however fast", async () => {
  const token = await openSession(await addAccount({ pool: "velvet" }), VELVET.host);
  const me = () => contextAs(token, VELVET);
  // In one millisecond there is one link.
  const results = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => outcomeOf(signup.createInvite({ ...(await me()), now: NOON + i }))),
  );
  expect(results.filter((outcome) => outcome === "accepted").length).toBe(3);
  expect(results.filter((outcome) => outcome === "too_many_requests").length).toBe(3);
  const mine = await signup.invites({ ...(await me()), now: NOON + 10 });
  expect([mine.invites.length, mine.links_left]).toEqual([3, 0]);
  const [first, second] = mine.invites.map(({ code }) => code) as [string, string];
  expect(JSON.stringify((await env.DB.prepare("SELECT * FROM invites").all()).results)).not.toContain(first);
  expect(await outcomeOf(signUpBy(first, {}, { now: NOON + 10 }))).toBe("accepted");
  expect(await signup.invite(await contextOf({ ...VELVET, now: NOON + 10 }), { code: first })).toMatchObject({ by: "member" });

  const other = await contextAs(await openSession(await addAccount({ pool: "velvet" }), VELVET.host), VELVET);
  await signup.revokeInvite(other, { code: second });
  expect(await left(second)).toBe(3);
  const after = await signup.revokeInvite({ ...(await me()), now: NOON + 10 }, { code: second });
  expect(after.invites.map(({ code }) => code)).not.toContain(second);
  expect(after.links_left, "an ended one counts").toBe(0);
  expect(await outcomeOf(signUpBy(second, {}, { now: NOON + 10 }))).toBe("invitation_over");
  expect((await signup.invites({ ...(await me()), now: NOON + 31 * DAY })).links_left).toBe(3);

  const everywhere = await contextAs(await openSession(await addAccount()));
  expect(await outcomeOf(signup.createInvite(everywhere))).toBe("forbidden");
});

test("an invitation with a lost answer is not made twice, not even the last one", async () => {
  const token = await openSession(await addAccount({ pool: "velvet" }), VELVET.host);
  const create = async (at: number, now: number) =>
    signup.createInvite({
      ...(await contextAs(token, VELVET)),
      now: NOON + now,
      write: { secret: newSecret(32), at: NOON + at },
    });
  for (const at of [1, 1000, 2000]) {
    const first = await create(at, at);
    expect(await create(at, at + 700)).toEqual(first);
  }
  expect((await create(2000, 2900)).invites).toHaveLength(3);
});

test("the cron removes what ended long ago", async () => {
  const [old, good] = [await invitation(1, { days: -40 }), await invitation(1)];
  await invites.purge(NOON - 30 * DAY);
  expect([await left(old), await left(good)]).toEqual([null, 1]);
});
