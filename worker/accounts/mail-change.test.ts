import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import {
  addOwner,
  contextAs,
  isOpen,
  logInWith,
  mailsTo,
  NEW_PASSWORD,
  open,
  type Owner,
  outcomeOf,
  PASSWORD,
  tokenIn,
} from "#tests/setup/owners.ts";
import { asNewcomer, signUp } from "#tests/setup/newcomers.ts";
import { connect } from "#tests/setup/socket.ts";
import { connect as connectDb } from "#db/client.ts";
import { createExportStore } from "../leaving/export.store.ts";
import { nounsOf } from "../nouns.ts";
import { DAY, HOUR, MINUTE } from "../lib/limits.ts";

const { accounts } = nounsOf(env);
const exportStore = createExportStore(connectDb(env.DB));
const NO = { host: "velvet.localhost" };
let owner: Owner;
let here: string;
let made = 0;
const fresh = () => `new${made++}@example.com`;

beforeEach(async () => {
  owner = await addOwner();
  here = await open(owner);
});

const request = async (email: string, circumstances: Circumstances = {}, password = PASSWORD, session = here) =>
  outcomeOf(accounts.requestMailChange(await contextAs(session, circumstances), { email, password }));
const confirm = async (token: string, circumstances: Circumstances = {}) =>
  outcomeOf(accounts.confirmMailChange(await contextOf(circumstances), { token }));
const undo = async (token: string, circumstances: Circumstances = {}) =>
  outcomeOf(accounts.undoMailChange(await contextOf(circumstances), { token }));
const pending = async (circumstances: Circumstances = {}, session = here) =>
  accounts.pendingMailChange(await contextAs(session, circumstances));
const repeat = async (circumstances: Circumstances = {}, session = here) =>
  outcomeOf(accounts.repeatMailChange(await contextAs(session, circumstances)));
const NOTHING = { email: null, expires_at: null };
const linkTo = async (email: string) => tokenIn((await mailsTo(email, "mail_change"))[0]);
const undoOf = async (email: string, nth = 0) => tokenIn((await mailsTo(email, "mail_change_notice"))[nth]);
const emailOf = async ({ id }: Owner) =>
  env.DB.prepare("SELECT email FROM accounts WHERE id = ?").bind(id).first<string>("email");

/** Asks for a new address and opens its link; the address and the undo that the old one got. */
async function moved(circumstances: Circumstances = {}, session = here) {
  const [from, to] = [(await emailOf(owner)) ?? "", fresh()];
  expect(await request(to, circumstances, PASSWORD, session)).toBe("accepted");
  const back = await undoOf(from);
  expect(await confirm(await linkTo(to), circumstances)).toBe("accepted");
  return { from, to, back };
}

describe("a new address", () => {
  test("is the account's once its link is pressed, on whatever device; nobody is logged out", async () => {
    const to = fresh();
    expect(await request(` ${to.toUpperCase()} `)).toBe("accepted");
    expect(await emailOf(owner)).toBe(owner.email);
    const notice = (await mailsTo(owner.email, "mail_change_notice"))[0] ?? "";
    for (const said of [to, "http://localhost/v", "8 days"]) expect(notice).toContain(said);
    const link = await linkTo(to);
    expect(await accounts.confirmMailChange(await contextOf(), { token: link })).toEqual({ email: to });
    expect([await logInWith(owner.email, PASSWORD), await logInWith(to, PASSWORD)]).toEqual(["login_failed", "accepted"]);
    expect(await isOpen(here)).toBe(true);
    expect(await confirm(link)).toBe("link_expired");
  });

  test("is asked for with the password, and must be another one that is an address", async () => {
    expect(await request(fresh(), {}, "wrong")).toBe("password: password_wrong");
    expect(await request("nobody", {}, "")).toBe("email: new_email_invalid, password: required");
    expect(await request(" ")).toBe("email: required");
    expect(await request(owner.email.toUpperCase())).toBe("email: email_same");
    expect(await mailsTo(owner.email, "mail_change_notice")).toEqual([]);
  });

  test("is confirmed by the newest link only, for 24 hours", async () => {
    const [first, second] = [fresh(), fresh()];
    for (const to of [first, second]) expect(await request(to)).toBe("accepted");
    expect(await confirm(await linkTo(first))).toBe("link_expired");
    const link = await linkTo(second);
    expect(await confirm(link, { now: NOON + 24 * HOUR })).toBe("link_expired");
    expect(await confirm(link, { now: NOON + 24 * HOUR - 1 })).toBe("accepted");
    expect(await emailOf(owner)).toBe(second);
  });

  test("asked for again within a minute, or twice at once, is one mail to each and one link that works", async () => {
    const to = fresh();
    expect(await Promise.all([request(to), request(to)])).toEqual(["accepted", "accepted"]);
    expect(await request(to, { now: NOON + MINUTE - 1 })).toBe("accepted");
    expect(await request(to, {}, "wrong")).toBe("password: password_wrong");
    expect(await mailsTo(to, "mail_change")).toHaveLength(1);
    expect(await mailsTo(owner.email, "mail_change_notice")).toHaveLength(1);
    expect(await confirm(await linkTo(to))).toBe("accepted");
  });

  test("can be changed back, and the way there again is open", async () => {
    const { from, to } = await moved();
    expect(await request(from)).toBe("accepted");
    expect(await confirm(await linkTo(from))).toBe("accepted");
    expect(await request(to)).toBe("accepted");
    expect(await confirm(await linkTo(to))).toBe("accepted");
    expect(await emailOf(owner)).toBe(to);
  });

  test("ends that mails did not arrive, and nothing else that stops them", async () => {
    await env.DB.prepare("UPDATE accounts SET notifications_disabled = ? WHERE id = ?").bind('["bounce","fbl"]', owner.id).run();
    await moved();
    expect((await contextAs(here)).viewer.account.notificationsDisabled).toEqual(["fbl"]);
  });

  test("makes reset links useless that went to the old one", async () => {
    await accounts.requestReset(await contextOf(), { email: owner.email });
    const link = tokenIn((await mailsTo(owner.email, "password_reset"))[0]);
    await moved();
    const reset = { token: link, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    expect(await outcomeOf(accounts.resetPassword(await contextOf(), reset))).toBe("link_expired");
  });

  test("is not given to two: who confirms first has it, and the other is told by the link", async () => {
    const to = fresh();
    const other = await addOwner();
    expect(await request(to)).toBe("accepted");
    const mine = await linkTo(to);
    expect(await request(to, {}, PASSWORD, await open(other))).toBe("accepted");
    const theirs = (await mailsTo(to, "mail_change")).map(tokenIn).find((token) => token !== mine) ?? "";
    const outcomes = await Promise.all([confirm(mine), confirm(theirs)]);
    expect(outcomes.toSorted()).toEqual(["accepted", "email: email_taken"]);
    expect([await emailOf(owner), await emailOf(other)].filter((email) => email === to)).toHaveLength(1);
  });

  test("of ten presses at once one counts", async () => {
    const to = fresh();
    await request(to);
    const link = await linkTo(to);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => confirm(link)));
    expect(outcomes.toSorted()).toEqual(["accepted", ...Array(9).fill("link_expired")]);
  });

  test("is mailed three times a day to whoever it is, and asked for five times a day", async () => {
    const to = fresh();
    const again = (minutes: number) => ({ now: NOON + minutes * MINUTE });
    for (let i = 0; i < 3; i++) expect(await request(to, again(i))).toBe("accepted");
    expect(await request(to, again(3))).toBe("too_many_requests");
    expect(await request(fresh(), again(3))).toBe("accepted");
    expect(await request(fresh(), again(3))).toBe("too_many_requests");
    expect(await request(fresh(), { now: NOON + DAY + 4 * MINUTE })).toBe("accepted");
  });

  test("that is somebody's is named where the domain tells, so often and no more", async () => {
    const other = await addOwner();
    for (let i = 0; i < 10; i++) expect(await request(other.email)).toBe("email: email_taken");
    // From then on nothing is looked at: what is refused differently would tell.
    for (const email of [other.email, fresh()]) expect(await request(email)).toBe("too_many_requests");
    expect(await request(fresh(), { now: NOON + HOUR })).toBe("accepted");
    expect(await mailsTo(other.email, "address_in_use")).toEqual([]);
  });
});

describe("a change that is under way", () => {
  test("is shown to its member until it is confirmed, runs out or gives way to another", async () => {
    const [first, second] = [fresh(), fresh()];
    expect(await pending()).toEqual(NOTHING);
    await request(first);
    expect(await pending()).toEqual({ email: first, expires_at: new Date(NOON + DAY).toISOString() });
    expect(await pending({}, await open(await addOwner()))).toEqual(NOTHING);
    expect(await pending({ now: NOON + DAY })).toEqual(NOTHING);
    await request(second, { now: NOON + 1 });
    expect(await pending()).toEqual({ email: second, expires_at: new Date(NOON + DAY + 1).toISOString() });
    await confirm(await linkTo(second));
    expect(await pending()).toEqual(NOTHING);
  });

  test("is mailed again with a link of its own, which ends the older, within the limits of asking", async () => {
    const to = fresh();
    expect(await repeat()).toBe("link_expired");
    await request(to);
    const older = await linkTo(to);
    expect(await repeat({ now: NOON + MINUTE - 1 })).toBe("accepted");
    expect(await mailsTo(to, "mail_change")).toHaveLength(1);
    const then = { now: NOON + MINUTE };
    expect(await Promise.all([repeat(then), repeat(then)])).toEqual(["accepted", "accepted"]);
    expect(await mailsTo(to, "mail_change")).toHaveLength(2);
    expect((await pending(then)).expires_at).toBe(new Date(NOON + MINUTE + DAY).toISOString());
    expect(await repeat({ now: NOON + 2 * MINUTE })).toBe("accepted");
    expect(await repeat({ now: NOON + 3 * MINUTE })).toBe("too_many_requests");
    expect(await request(to, { now: NOON + 3 * MINUTE })).toBe("too_many_requests");
    expect(await confirm(older)).toBe("link_expired");
    expect(await confirm(await linkTo(to))).toBe("accepted");
    expect(await repeat({ now: NOON + 4 * MINUTE })).toBe("link_expired");
  });

  test("is cancelled: its link opens nothing any more, the undo of its notice still does", async () => {
    const to = fresh();
    await request(to);
    expect(await accounts.cancelMailChange(await contextAs(here))).toEqual({ cancelled: true });
    expect(await accounts.cancelMailChange(await contextAs(here))).toEqual({ cancelled: true });
    expect(await pending()).toEqual(NOTHING);
    expect(await confirm(await linkTo(to))).toBe("link_expired");
    expect([await emailOf(owner), await isOpen(here)]).toEqual([owner.email, true]);
    expect(await undo(await undoOf(owner.email))).toBe("accepted");
    expect(await isOpen(here)).toBe(false);
  });

  test("of somebody else's address, where the domain tells, is refused when it is to be mailed again", async () => {
    const to = fresh();
    await request(to);
    await env.DB.prepare("UPDATE accounts SET email = ? WHERE id = ?")
      .bind(to, (await addOwner()).id)
      .run();
    expect(await repeat({ now: NOON + MINUTE })).toBe("email: email_taken");
  });
});

describe("where accounts are not revealed", () => {
  beforeEach(async () => {
    owner = await addOwner({ pool: "velvet" });
    here = await open(owner, NO.host);
  });

  test("a known address is answered as an unknown one, to the last request; its owner gets a mail", async () => {
    const other = await addOwner({ pool: "velvet" });
    const asker = { known: here, unknown: await open(await addOwner({ pool: "velvet" }), NO.host) };
    const unknown = fresh();
    const answers = { known: [] as string[], unknown: [] as string[] };
    for (let i = 0; i < 5; i++) {
      const then = { ...NO, now: NOON + i * MINUTE };
      answers.known.push(await request(other.email, then, PASSWORD, asker.known));
      answers.unknown.push(await request(unknown, then, PASSWORD, asker.unknown));
    }
    expect(answers.known).toEqual(answers.unknown);
    expect(answers.known).toEqual(["accepted", "accepted", "accepted", "too_many_requests", "too_many_requests"]);
    expect(await mailsTo(other.email, "address_in_use")).toHaveLength(3);
    expect(await mailsTo(other.email, "mail_change")).toEqual([]);
  });

  test("a change to a known address waits, is mailed again, cancelled and listed as one to an unknown", async () => {
    const other = await addOwner({ pool: "velvet" });
    const story = async (to: string) => {
      const session = await open(await addOwner({ pool: "velvet" }), NO.host);
      const told: unknown[] = [];
      const tell = async (told_: unknown) => told.push(JSON.parse(JSON.stringify(told_).replaceAll(to, "the address")));
      const look = async (now: number) => {
        await tell(await pending({ ...NO, now }, session));
        const ctx = await contextAs(session, { ...NO, now });
        const { mails } = await nounsOf(env).mail.mails(ctx);
        await tell(mails.map(({ template, status, attempts }) => [template, status, attempts]));
        const kept = await exportStore.rows("outbox", ctx.viewer.id);
        await tell(kept.map(({ template, status }) => [template, status]));
        const links = await exportStore.rows("tokens", ctx.viewer.id);
        await tell(links.map(({ kind, data, created_at, expires_at }) => [kind, data === to, created_at, expires_at]));
      };
      await tell(await request(to, NO, PASSWORD, session));
      await look(NOON);
      for (let i = 1; i < 4; i++) await tell(await repeat({ ...NO, now: NOON + i * MINUTE }, session));
      await look(NOON + 4 * MINUTE);
      await tell(await accounts.cancelMailChange(await contextAs(session, NO)));
      await look(NOON + 5 * MINUTE);
      return told;
    };
    const [known, unknown] = [await story(other.email), await story(fresh())];
    expect(known).toEqual(unknown);
    expect(known[1]).toEqual({ email: "the address", expires_at: new Date(NOON + DAY).toISOString() });
    expect(known.slice(5, 8)).toEqual(["accepted", "accepted", "too_many_requests"]);
  });

  test("a request for a known address takes the older link's place as any other would", async () => {
    const other = await addOwner({ pool: "velvet" });
    const to = fresh();
    await request(to, NO);
    const link = await linkTo(to);
    await request(other.email, NO);
    expect(await confirm(link, NO)).toBe("link_expired");
  });
});

describe("the undo", () => {
  test("before the change: the address stays, and whoever asked is out", async () => {
    const to = fresh();
    const thief = await open(owner);
    await request(to, {}, PASSWORD, thief);
    const { email, token } = await accounts.undoMailChange(await contextOf(), { token: await undoOf(owner.email) });
    expect(email).toBe(owner.email);
    expect(await confirm(await linkTo(to))).toBe("link_expired");
    expect([await isOpen(here), await isOpen(thief)]).toEqual([false, false]);
    expect(await logInWith(owner.email, PASSWORD)).toBe("login_failed");
    const [told, ...more] = await mailsTo(owner.email, "mail_undone");
    for (const words of ["the old password", "no longer work", "http://localhost/reset-password"]) expect(told).toContain(words);
    expect(more).toEqual([]);
    const reset = { token: token ?? "", password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    expect(await outcomeOf(accounts.resetPassword(await contextOf(), reset))).toBe("accepted");
    expect(await logInWith(owner.email, NEW_PASSWORD)).toBe("accepted");
  });

  test("a week after the change: the address is back, and nothing that the new one got opens anything", async () => {
    const { from, to, back } = await moved();
    const later = { now: NOON + 8 * DAY - 1 };
    await env.DB.prepare(
      "INSERT INTO passkeys (id, account_id, rp_id, public_key, name, created_at) VALUES (?1, ?1, 'localhost', '', '', 0)",
    )
      .bind(owner.id)
      .run();
    await accounts.requestReset(await contextOf(later), { email: to });
    const reset = tokenIn((await mailsTo(to, "password_reset"))[0]);
    expect(await undo(back, { now: NOON + 8 * DAY })).toBe("link_expired");
    expect(await undo(back, later)).toBe("accepted");
    expect(await emailOf(owner)).toBe(from);
    const form = { token: reset, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    expect(await outcomeOf(accounts.resetPassword(await contextOf(later), form))).toBe("link_expired");
    expect(await undo(back, later)).toBe("link_expired");
    const kept = env.DB.prepare("SELECT count(*) AS n FROM passkeys WHERE account_id = ?").bind(owner.id);
    expect(await kept.first("n")).toBe(0);
  });

  test("ends the thief's session on every way in, at once", async () => {
    const now = Date.now();
    const thief = await open(owner, "localhost", now);
    await request(fresh(), { now }, PASSWORD, thief);
    const poll = () => exports.default.fetch("http://localhost/api/user.php", { headers: { cookie: `session=${thief}` } });
    for (let i = 0; i < 2; i++) expect((await poll()).status).toBe(200);
    const socket = await connect(thief);
    await socket.event("hello");
    expect(await undo(await undoOf(owner.email), { now })).toBe("accepted");
    await socket.closedWith(4403);
    expect([(await poll()).status, (await connect(thief)).status]).toEqual([403, 403]);
  });

  test("of whose address was first has the last word, whatever a thief undoes in between", async () => {
    const first = await moved();
    const second = await moved({ now: NOON + MINUTE });
    expect(second.from).toBe(first.to);
    // The thief reads the mail of the second address, and presses its undo.
    expect(await undo(second.back, { now: NOON + 2 * MINUTE })).toBe("accepted");
    expect(await emailOf(owner)).toBe(first.to);
    expect(await undo(first.back, { now: NOON + 3 * MINUTE })).toBe("accepted");
    expect(await emailOf(owner)).toBe(first.from);
    expect(await undo(second.back, { now: NOON + 4 * MINUTE })).toBe("link_expired");
  });

  test("of whose address was first has it too where a thief's request began before and ended after", async () => {
    const first = await moved();
    const second = await moved({ now: NOON - 1 });
    expect(await undo(first.back)).toBe("accepted");
    expect(await undo(second.back)).toBe("link_expired");
    expect(await emailOf(owner)).toBe(first.from);
  });

  test("stays when two later requests claim to be of the moment of the change", async () => {
    const { from, back } = await moved();
    for (const now of [NOON, NOON + 1]) expect(await request(fresh(), { now })).toBe("accepted");
    expect(await undo(back)).toBe("accepted");
    expect(await emailOf(owner)).toBe(from);
  });

  test("takes the later undo with it", async () => {
    const first = await moved();
    const second = await moved({ now: NOON + MINUTE });
    expect(await undo(first.back, { now: NOON + 2 * MINUTE })).toBe("accepted");
    expect(await undo(second.back, { now: NOON + 2 * MINUTE })).toBe("link_expired");
  });

  test("is not stopped by an account that nobody confirmed, only by one that somebody did", async () => {
    const { from, back } = await moved();
    const squatter = await addOwner({ status: "not_confirmed" });
    const squat = (email: string) => env.DB.prepare("UPDATE accounts SET email = ? WHERE id = ?").bind(email, squatter.id).run();
    await squat(from);
    await env.DB.prepare("UPDATE accounts SET status = 'active', activated_at = 1 WHERE id = ?").bind(squatter.id).run();
    expect(await undo(back)).toBe("email: email_taken");
    await env.DB.prepare("UPDATE accounts SET status = 'not_confirmed', activated_at = NULL WHERE id = ?")
      .bind(squatter.id)
      .run();
    expect(await undo(back)).toBe("accepted");
    expect([await emailOf(owner), await emailOf(squatter)]).toEqual([from, `${squatter.id}@unconfirmed.invalid`]);
  });

  test("is not stopped by an account that nobody confirmed and its maker deleted, and no link of that account is left", async () => {
    const { from, back } = await moved();
    const squatter = await signUp({}, { email: from });
    await accounts.requestReset(await contextOf(), { email: from });
    const reset = tokenIn((await mailsTo(from, "password_reset"))[0]);
    const { leaving } = nounsOf(env);
    await leaving.deleteAccount(await asNewcomer(squatter), { password: PASSWORD, reason: "break" });
    const reactivation = tokenIn((await mailsTo(from, "reactivation"))[0]);
    expect(await undo(back)).toBe("accepted");
    expect(await emailOf(owner)).toBe(from);
    expect(await outcomeOf(leaving.reactivate(await contextOf(), { token: reactivation }))).toBe("link_expired");
    const form = { token: reset, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    expect(await outcomeOf(accounts.resetPassword(await contextOf(), form))).toBe("link_expired");
    const { erasure } = nounsOf(env);
    expect(await erasure.erase(squatter.id, NOON)).toBe("erased");
  });

  test("takes the links of an account that nobody confirmed: they would confirm an address that is none", async () => {
    const { from, back } = await moved();
    const squatter = await signUp({}, { email: from });
    await accounts.requestReset(await contextOf(), { email: from });
    const reset = tokenIn((await mailsTo(from, "password_reset"))[0]);
    expect(await undo(back)).toBe("accepted");
    expect(await outcomeOf(accounts.activate(await contextOf(), { token: squatter.link }))).toBe("link_expired");
    const form = { token: reset, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    expect(await outcomeOf(accounts.resetPassword(await contextOf(), form))).toBe("link_expired");
    expect((await asNewcomer(squatter)).viewer.account.status).toBe("not_confirmed");
  });

  test("of ten presses at once one counts, and its token is the one that works", async () => {
    const { back } = await moved();
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, async () => accounts.undoMailChange(await contextOf(), { token: back })),
    );
    const won = answers.filter((answer) => answer.status === "fulfilled");
    expect(won).toHaveLength(1);
    expect(await mailsTo(owner.email, "mail_undone")).toHaveLength(1);
    const reset = { token: won[0]?.value.token ?? "", password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    expect(await outcomeOf(accounts.resetPassword(await contextOf(), reset))).toBe("accepted");
  });

  test("of a request that a newer one replaced is gone with it", async () => {
    await request(fresh());
    const replaced = await undoOf(owner.email);
    await request(fresh(), { now: NOON + 1 });
    expect(await undo(replaced)).toBe("link_expired");
    expect(await undo(await undoOf(owner.email))).toBe("accepted");
  });

  test("brings back what a thief deleted, by a link to the old address and no other", async () => {
    const { from, to, back } = await moved();
    const { leaving } = nounsOf(env);
    await leaving.deleteAccount(await contextAs(here), { password: PASSWORD, reason: "privacy" });
    await leaving.requestReactivation(await contextOf(), { email: to });
    await vi.waitFor(async () => expect(await mailsTo(to, "reactivation")).toHaveLength(2), 5_000);
    const theirs = (await mailsTo(to, "reactivation")).map(tokenIn);
    const { token } = await accounts.undoMailChange(await contextOf(), { token: back });
    expect(token).toBe(null);
    const reactivate = async (link: string) => outcomeOf(leaving.reactivate(await contextOf(), { token: link }));
    for (const link of theirs) expect(await reactivate(link)).toBe("link_expired");
    await vi.waitFor(async () => expect(await mailsTo(from, "reactivation")).toHaveLength(1), 5_000);
    expect(await reactivate(tokenIn((await mailsTo(from, "reactivation"))[0]))).toBe("accepted");
    const row = await env.DB.prepare(
      "SELECT a.email, a.status, p.status AS profile FROM accounts a JOIN profiles p ON p.id = a.id WHERE a.id = ?",
    )
      .bind(owner.id)
      .first();
    expect(row).toEqual({ email: from, status: "active", profile: "active" });
    expect(await logInWith(from, PASSWORD)).toBe("login_failed");
  });
});

test("links that ran out are forgotten with the addresses in them, some at a time, and none that is still good", async () => {
  const { accountsStore } = nounsOf(env);
  await request(fresh());
  const add = env.DB.prepare(
    "INSERT INTO tokens (hash, kind, account_id, data, created_at, expires_at) VALUES (?, ?, ?, 'x', 0, 1)",
  );
  const kinds = ["mail_change", "mail_undo", "reactivation"];
  await env.DB.batch(Array.from({ length: 180 }, (_, i) => add.bind(`old ${i}`, kinds[i % 3], owner.id)));
  const left = async () => {
    const { results } = await env.DB.prepare("SELECT kind, count(*) AS n FROM tokens WHERE account_id = ? GROUP BY kind")
      .bind(owner.id)
      .all<{ kind: string; n: number }>();
    return Object.fromEntries(results.map(({ kind, n }) => [kind, n]));
  };
  const total = async () => Object.values(await left()).reduce((sum, n) => sum + n, 0);
  expect(await total()).toBe(182);
  await accountsStore.forgetLinks(2);
  expect(await total()).toBe(82);
  await accountsStore.forgetLinks(2);
  expect(await left()).toEqual({ mail_change: 1, mail_undo: 1 });
});
