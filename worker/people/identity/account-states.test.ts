import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addResetLink, outcomeAndWait, PASSWORD } from "#tests/setup/accounts.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import { contextOfNewcomer, type Newcomer, newestMail, signUp } from "#tests/setup/signup.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { recovery, signup, unconfirmed, erasure } = servicesOf(env);

/** Somebody with every link and code that was ever sent to them, the newest last. */
interface Scene {
  who: Newcomer;
  links: string[];
  codes: string[];
}

type Step = (scene: Scene) => Promise<unknown>;

const byLink = (_: Scene, link: string | undefined, where: Circumstances = {}) =>
  contextOf(where).then((ctx) => signup.activate(ctx, { token: link ?? "" }));
const byCode = (scene: Scene, code: string | undefined, where: Circumstances = {}) =>
  contextOfNewcomer(scene.who, where).then((ctx) => signup.activate(ctx, { code: code ?? "" }));
const keep = async (scene: Scene) => {
  const { link, code } = await newestMail(scene.who.id);
  scene.links.push(link);
  scene.codes.push(code);
};

const nothing: Step = async () => {};
const confirmed: Step = (scene) => byLink(scene, scene.links[0]);
const resent: Step = async (scene) => {
  await signup.activation(await contextOfNewcomer(scene.who, { now: NOON + MINUTE }));
  await keep(scene);
};
const corrected: Step = async (scene) => {
  const ctx = await contextOfNewcomer(scene.who);
  await signup.correctAddress(ctx, { email: `right.${scene.who.email}`, password: PASSWORD });
  await keep(scene);
};
const reminded: Step = async (scene) => {
  const now = NOON + DAY;
  await env.DB.prepare("INSERT OR REPLACE INTO sweeps (name, at, steady_since) VALUES ('unconfirmed', ?, ?)")
    .bind(now, now - DAY)
    .run();
  await unconfirmed.sweep(now);
  await keep(scene);
};
/** As a deletion leaves an account; what deletes it is tested with the leaving. */
const deleted: Step = ({ who }) =>
  env.DB.batch([
    env.DB.prepare("UPDATE accounts SET status = 'deleted', deleted_at = ? WHERE id = ?").bind(NOON, who.id),
    env.DB.prepare("UPDATE profiles SET status = 'deleted' WHERE id = ?").bind(who.id),
  ]);
const removed: Step = (scene) => contextOf().then((ctx) => unconfirmed.removeAddress(ctx, { token: scene.links[0] ?? "" }));
const erased: Step = ({ who }) => erasure.erase(who.id, NOON);
const both =
  (...steps: Step[]): Step =>
  async (scene) => {
    for (const step of steps) await step(scene);
  };

const dichtbij = { host: "dichtbij.localhost" };
const curves = { host: "curves.localhost" };
const last = (list: string[]) => list.at(-1);

/** From which state, by what, with what outcome, to which state of account and profile. */
const EDGES: [string, Step, string, Step, string, string][] = [
  ["not confirmed", nothing, "the link", (s) => byLink(s, s.links[0]), "accepted", "active active"],
  ["not confirmed", nothing, "the code", (s) => byCode(s, s.codes[0]), "accepted", "active active"],
  [
    "not confirmed",
    nothing,
    "the link on another domain of the pool",
    (s) => byLink(s, s.links[0], dichtbij),
    "accepted",
    "active active",
  ],
  [
    "not confirmed",
    nothing,
    "the link on a domain of another pool",
    (s) => byLink(s, s.links[0], curves),
    "link_expired",
    "not_confirmed disabled",
  ],
  [
    "not confirmed",
    nothing,
    "the code by nobody",
    (s) => contextOf().then((ctx) => signup.activate(ctx, { code: s.codes[0] })),
    "authentication_required",
    "not_confirmed disabled",
  ],
  [
    "not confirmed",
    nothing,
    "the link a moment before 48 hours",
    (s) => byLink(s, s.links[0], { now: NOON + 48 * HOUR - 1 }),
    "accepted",
    "active active",
  ],
  [
    "not confirmed",
    nothing,
    "the link after 48 hours",
    (s) => byLink(s, s.links[0], { now: NOON + 48 * HOUR }),
    "link_expired",
    "not_confirmed disabled",
  ],
  [
    "not confirmed",
    nothing,
    "the code after 48 hours",
    (s) => byCode(s, s.codes[0], { now: NOON + 48 * HOUR }),
    "link_expired",
    "not_confirmed disabled",
  ],
  [
    "not confirmed",
    nothing,
    "a link that never was",
    (s) => byLink(s, `a${newSecret(32)}`),
    "link_expired",
    "not_confirmed disabled",
  ],
  [
    "not confirmed",
    nothing,
    "another member's code",
    async (s) => {
      const { code } = await signUp();
      return byCode(s, code === s.codes[0] ? "x" : code);
    },
    "code: wrong_code",
    "not_confirmed disabled",
  ],
  [
    "not confirmed",
    nothing,
    "another member's link",
    async (s) => byLink(s, (await signUp()).link),
    "accepted",
    "not_confirmed disabled",
  ],
  ["not confirmed", nothing, "no link and no code", (s) => byLink(s, ""), "link_expired", "not_confirmed disabled"],
  ["with a newer mail", resent, "the old link", (s) => byLink(s, s.links[0]), "link_expired", "not_confirmed disabled"],
  ["with a newer mail", resent, "the new link", (s) => byLink(s, last(s.links)), "accepted", "active active"],
  ["with a newer mail", resent, "the new code", (s) => byCode(s, last(s.codes)), "accepted", "active active"],
  ["reminded", reminded, "the first link", (s) => byLink(s, s.links[0]), "link_expired", "not_confirmed disabled"],
  [
    "reminded",
    reminded,
    "the reminder's link",
    (s) => byLink(s, last(s.links), { now: NOON + DAY }),
    "accepted",
    "active active",
  ],
  ["corrected", corrected, "the wrong address's link", (s) => byLink(s, s.links[0]), "link_expired", "not_confirmed disabled"],
  ["corrected", corrected, "the right address's link", (s) => byLink(s, last(s.links)), "accepted", "active active"],
  ["corrected", corrected, "the right address's code", (s) => byCode(s, last(s.codes)), "accepted", "active active"],
  ["active", confirmed, "the link again", (s) => byLink(s, s.links[0]), "accepted", "active active"],
  [
    "active",
    confirmed,
    "the link again after 48 hours",
    (s) => byLink(s, s.links[0], { now: NOON + 72 * HOUR }),
    "accepted",
    "active active",
  ],
  [
    "active",
    confirmed,
    "the link again on a domain of another pool",
    (s) => byLink(s, s.links[0], curves),
    "link_expired",
    "active active",
  ],
  ["active", confirmed, "the code again", (s) => byCode(s, s.codes[0]), "accepted", "active active"],
  [
    "active",
    confirmed,
    "another mail",
    (s) => contextOfNewcomer(s.who).then((ctx) => signup.activation(ctx)),
    "conflict",
    "active active",
  ],
  [
    "active",
    both(resent, (s) => byLink(s, last(s.links))),
    "a link that was replaced",
    (s) => byLink(s, s.links[0]),
    "link_expired",
    "active active",
  ],
  ["active", confirmed, "taking the address off", removed, "link_expired", "active active"],
  ["active", confirmed, "an erasure", erased, "accepted", "active active"],
  ["deleted, never confirmed", deleted, "the link", (s) => byLink(s, s.links[0]), "link_expired", "deleted deleted"],
  ["deleted", both(confirmed, deleted), "the link again", (s) => byLink(s, s.links[0]), "link_expired", "deleted deleted"],
  ["deleted, never confirmed", deleted, "taking the address off", removed, "link_expired", "deleted deleted"],
  ["not confirmed", nothing, "taking the address off", removed, "accepted", "erased deleted"],
  ["erased", erased, "the link", (s) => byLink(s, s.links[0]), "link_expired", "erased deleted"],
  ["erased", removed, "taking the address off again", removed, "link_expired", "erased deleted"],
];

const named = EDGES.map(([from, before, by, ...rest]) => [from, by, before, ...rest] as const);
test.each(named)("%s: %s", async (_from, _by, before, act, expected, after) => {
  const who = await signUp();
  const scene: Scene = { who, links: [who.link], codes: [who.code] };
  await before(scene);
  expect(await outcomeAndWait(act(scene))).toBe(expected);
  const row = await env.DB.prepare(
    "SELECT a.status || ' ' || p.status AS state, (SELECT count(*) FROM ledger WHERE account_id = a.id) AS grants FROM accounts a JOIN profiles p USING (id) WHERE id = ?",
  )
    .bind(who.id)
    .first<{ state: string; grants: number }>();
  expect(row?.state).toBe(after);
  // The credits come with the confirmation, once.
  if (after.startsWith("active")) expect(row?.grants).toBe(1);
  if (after.startsWith("not_confirmed")) expect(row?.grants).toBe(0);
});

test("a link opens only what it is for: as another kind of link it is nothing", async () => {
  const who = await signUp();
  const ctx = await contextOf();
  const reset = await addResetLink(who);
  const passwords = { password: "seven quiet lakes", password_repeat: "seven quiet lakes" };
  for (const token of [reset, `a${reset.slice(1)}`])
    expect(await outcomeAndWait(signup.activate(ctx, { token }))).toBe("link_expired");
  for (const token of [who.link, `r${who.link.slice(1)}`])
    expect(await outcomeAndWait(recovery.resetPassword(ctx, { token, ...passwords }))).toBe("link_expired");
  for (const token of [reset, `a${reset.slice(1)}`])
    expect(await outcomeAndWait(unconfirmed.removeAddress(ctx, { token }))).toBe("link_expired");
});

test("a hundred guessed links and as many codes as the limit lets through open nothing", async () => {
  const who = await signUp();
  const ctx = await contextOf();
  const guesses = Array.from({ length: 100 }, () => signup.activate(ctx, { token: `a${newSecret(32)}` }));
  expect(new Set(await Promise.all(guesses.map(outcomeAndWait)))).toEqual(new Set(["link_expired"]));
  const member = await contextOfNewcomer(who);
  const codes = Array.from({ length: 100 }, (_, i) => String((Number(who.code) + 1 + i) % 1_000_000).padStart(6, "0"));
  const tries = await Promise.all(codes.map((code) => outcomeAndWait(signup.activate(member, { code }))));
  expect(tries.filter((one) => one === "code: wrong_code").length).toBe(5);
  expect(tries.filter((one) => one.startsWith("too_many_requests")).length).toBe(95);
  expect((await contextOfNewcomer(who)).viewer.account.status).toBe("not_confirmed");
});
