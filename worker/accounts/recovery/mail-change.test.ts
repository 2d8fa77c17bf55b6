import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect as connectDb } from "#db/client.ts";
import {
  addAccount,
  addResetLink,
  contextAs,
  isOpen,
  logInWith,
  mailsTo,
  NEW_PASSWORD,
  openSession,
  outcomeOf,
  PASSWORD,
  tokenIn,
} from "#tests/setup/accounts.ts";
import {
  changeAddress,
  confirm,
  confirmTokenOf,
  emailOf,
  NO_CHANGE,
  owner,
  ownSession,
  pending,
  repeat,
  request,
  resetOwner,
  SECRET,
  undo,
  undoTokenOf,
  unusedAddress,
} from "#tests/setup/address-changes.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { createExportStore } from "#worker/accounts/leaving/export.store.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { recovery } = servicesOf(env);
const exportStore = createExportStore(connectDb(env.DB));

beforeEach(() => resetOwner());

describe("a new address", () => {
  test("is the account's once its link is pressed, on whatever device; nobody is logged out", async () => {
    const to = unusedAddress();
    expect(await request(` ${to.toUpperCase()} `)).toBe("accepted");
    expect(await emailOf(owner)).toBe(owner.email);
    const notice = (await mailsTo(owner.email, "mail_change_notice"))[0] ?? "";
    for (const said of [to, "http://localhost/v", "8 days"]) expect(notice).toContain(said);
    const link = await confirmTokenOf(to);
    expect(await recovery.confirmMailChange(await contextOf(), { token: link })).toEqual({ email: to });
    expect([await logInWith(owner.email, PASSWORD), await logInWith(to, PASSWORD)]).toEqual(["login_failed", "accepted"]);
    expect(await isOpen(ownSession)).toBe(true);
    expect(await confirm(link)).toBe("link_expired");
    expect(await recovery.mailChangeLink(await contextOf(), { token: link })).toEqual({ state: "used", email: null });
  });

  test("is asked for with the password, and must be another one that is an address", async () => {
    expect(await request(unusedAddress(), {}, "wrong")).toBe("password: password_wrong");
    expect(await request("nobody", {}, "")).toBe("email: new_email_invalid, password: required");
    expect(await request(" ")).toBe("email: required");
    expect(await request(owner.email.toUpperCase())).toBe("email: email_same");
    expect(await mailsTo(owner.email, "mail_change_notice")).toEqual([]);
  });

  test("is confirmed by the newest link only, for 24 hours", async () => {
    const [first, second] = [unusedAddress(), unusedAddress()];
    for (const to of [first, second]) expect(await request(to)).toBe("accepted");
    expect(await confirm(await confirmTokenOf(first))).toBe("link_expired");
    const link = await confirmTokenOf(second);
    expect(await confirm(link, { now: NOON + 24 * HOUR })).toBe("link_expired");
    expect(await confirm(link, { now: NOON + 24 * HOUR - 1 })).toBe("accepted");
    expect(await emailOf(owner)).toBe(second);
  });

  test("asked for again within a minute, or twice at once, is one mail to each and one link that works", async () => {
    const to = unusedAddress();
    expect(await Promise.all([request(to), request(to)])).toEqual(["accepted", "accepted"]);
    expect(await request(to, { now: NOON + MINUTE - 1 })).toBe("accepted");
    expect(await request(to, {}, "wrong")).toBe("password: password_wrong");
    expect(await mailsTo(to, "mail_change")).toHaveLength(1);
    expect(await mailsTo(owner.email, "mail_change_notice")).toHaveLength(1);
    expect(await confirm(await confirmTokenOf(to))).toBe("accepted");
  });

  test("can be changed back, and the way there again is open", async () => {
    const { from, to } = await changeAddress();
    expect(await request(from)).toBe("accepted");
    expect(await confirm(await confirmTokenOf(from))).toBe("accepted");
    expect(await request(to)).toBe("accepted");
    expect(await confirm(await confirmTokenOf(to))).toBe("accepted");
    expect(await emailOf(owner)).toBe(to);
  });

  test("ends that mails did not arrive, and nothing else that stops them", async () => {
    await env.DB.prepare("UPDATE accounts SET notifications_disabled = ? WHERE id = ?").bind('["bounce","fbl"]', owner.id).run();
    await changeAddress();
    expect((await contextAs(ownSession)).viewer.account.notificationsDisabled).toEqual(["fbl"]);
  });

  test("makes reset links useless that went to the old one", async () => {
    const link = await addResetLink(owner);
    await changeAddress();
    const reset = { token: link, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    expect(await outcomeOf(recovery.resetPassword(await contextOf(), reset))).toBe("link_expired");
  });

  test("is not given to two: who confirms first has it, and the other is told by the link", async () => {
    const to = unusedAddress();
    const other = await addAccount();
    expect(await request(to)).toBe("accepted");
    const mine = await confirmTokenOf(to);
    expect(await request(to, {}, PASSWORD, await openSession(other))).toBe("accepted");
    const theirs = (await mailsTo(to, "mail_change")).map(tokenIn).find((token) => token !== mine) ?? "";
    const outcomes = await Promise.all([confirm(mine), confirm(theirs)]);
    expect(outcomes.toSorted()).toEqual(["accepted", "email: email_taken"]);
    expect([await emailOf(owner), await emailOf(other)].filter((email) => email === to)).toHaveLength(1);
  });

  test("of ten presses at once one counts", async () => {
    const to = unusedAddress();
    await request(to);
    const link = await confirmTokenOf(to);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => confirm(link)));
    expect(outcomes.toSorted()).toEqual(["accepted", ...Array(9).fill("link_expired")]);
  });

  test("is mailed three times a day to one address, and requested five times a day", async () => {
    const to = unusedAddress();
    const again = (minutes: number) => ({ now: NOON + minutes * MINUTE });
    for (let i = 0; i < 3; i++) expect(await request(to, again(i))).toBe("accepted");
    expect(await request(to, again(3))).toBe("too_many_requests");
    for (let i = 0; i < 2; i++) expect(await request(unusedAddress(), again(3))).toBe("accepted");
    expect(await request(unusedAddress(), again(3))).toBe("too_many_requests");
    expect(await request(unusedAddress(), { now: NOON + DAY + 4 * MINUTE })).toBe("accepted");
  });

  test("is mailed three times a day, whichever accounts ask", async () => {
    const to = unusedAddress();
    const ask = async (now = NOON) => request(to, { now }, PASSWORD, await openSession(await addAccount()));
    expect([await ask(), await ask(), await ask()]).toEqual(["accepted", "accepted", "accepted"]);
    expect(await ask(NOON + HOUR)).toBe("too_many_requests");
    expect(await mailsTo(to, "mail_change")).toHaveLength(3);
  });

  test("that is somebody's is named where the domain tells, so often and no more", async () => {
    const other = await addAccount();
    for (let i = 0; i < 10; i++) expect(await request(other.email)).toBe("email: email_taken");
    // From then on nothing is looked at: what is refused differently would tell.
    for (const email of [other.email, unusedAddress()]) expect(await request(email)).toBe("too_many_requests");
    expect(await request(unusedAddress(), { now: NOON + HOUR })).toBe("accepted");
    expect(await mailsTo(other.email, "address_in_use")).toEqual([]);
  });
});

describe("a change that is under way", () => {
  test("is shown to its member until it is confirmed, runs out or gives way to another", async () => {
    const [first, second] = [unusedAddress(), unusedAddress()];
    expect(await pending()).toEqual(NO_CHANGE);
    await request(first);
    expect(await pending()).toEqual({ email: first, expires_at: new Date(NOON + DAY).toISOString() });
    expect(await pending({}, await openSession(await addAccount()))).toEqual(NO_CHANGE);
    expect(await pending({ now: NOON + DAY })).toEqual(NO_CHANGE);
    await request(second, { now: NOON + 1 });
    expect(await pending()).toEqual({ email: second, expires_at: new Date(NOON + DAY + 1).toISOString() });
    await confirm(await confirmTokenOf(second));
    expect(await pending()).toEqual(NO_CHANGE);
  });

  test("is mailed again with a link of its own, which ends the older, within the limits of asking", async () => {
    const to = unusedAddress();
    expect(await repeat()).toBe("link_expired");
    await request(to);
    const older = await confirmTokenOf(to);
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
    expect(await confirm(await confirmTokenOf(to))).toBe("accepted");
    expect(await repeat({ now: NOON + 4 * MINUTE })).toBe("link_expired");
  });

  test("is cancelled: its link opens nothing any more, the undo of its notice still does", async () => {
    const to = unusedAddress();
    await request(to);
    expect(await recovery.cancelMailChange(await contextAs(ownSession))).toEqual({ cancelled: true });
    expect(await recovery.cancelMailChange(await contextAs(ownSession))).toEqual({ cancelled: true });
    expect(await pending()).toEqual(NO_CHANGE);
    expect(await confirm(await confirmTokenOf(to))).toBe("link_expired");
    expect([await emailOf(owner), await isOpen(ownSession)]).toEqual([owner.email, true]);
    expect(await undo(await undoTokenOf(owner.email))).toBe("accepted");
    expect(await isOpen(ownSession)).toBe(false);
  });

  test("of somebody else's address, where the domain tells, is refused when it is to be mailed again", async () => {
    const to = unusedAddress();
    await request(to);
    await env.DB.prepare("UPDATE accounts SET email = ? WHERE id = ?")
      .bind(to, (await addAccount()).id)
      .run();
    expect(await repeat({ now: NOON + MINUTE })).toBe("email: email_taken");
  });
});

describe("where accounts are not revealed", () => {
  beforeEach(async () => {
    await resetOwner("velvet");
  });

  test("a known address is answered as an unknown one, to the last request; its owner gets a mail", async () => {
    const other = await addAccount({ pool: "velvet" });
    const asker = { known: ownSession, unknown: await openSession(await addAccount({ pool: "velvet" }), SECRET.host) };
    const unknown = unusedAddress();
    const answers = { known: [] as string[], unknown: [] as string[] };
    for (let i = 0; i < 5; i++) {
      const then = { ...SECRET, now: NOON + i * MINUTE };
      answers.known.push(await request(other.email, then, PASSWORD, asker.known));
      answers.unknown.push(await request(unknown, then, PASSWORD, asker.unknown));
    }
    expect(answers.known).toEqual(answers.unknown);
    expect(answers.known).toEqual(["accepted", "accepted", "accepted", "too_many_requests", "too_many_requests"]);
    expect(await mailsTo(other.email, "address_in_use")).toHaveLength(3);
    expect(await mailsTo(other.email, "mail_change")).toEqual([]);
  });

  test("a change to a known address waits, is mailed again, cancelled and listed as one to an unknown", async () => {
    const other = await addAccount({ pool: "velvet" });
    const story = async (to: string) => {
      const session = await openSession(await addAccount({ pool: "velvet" }), SECRET.host);
      const told: unknown[] = [];
      const tell = async (told_: unknown) => told.push(JSON.parse(JSON.stringify(told_).replaceAll(to, "the address")));
      const look = async (now: number) => {
        await tell(await pending({ ...SECRET, now }, session));
        const ctx = await contextAs(session, { ...SECRET, now });
        const { mails } = await servicesOf(env).mail.mails(ctx);
        await tell(mails.map(({ template, status, attempts }) => [template, status, attempts]));
        const rows = await exportStore.rows("outbox", ctx.viewer.id);
        await tell(rows.map(({ template, status }) => [template, status]));
        const links = await exportStore.rows("tokens", ctx.viewer.id);
        await tell(links.map(({ kind, data, created_at, expires_at }) => [kind, data === to, created_at, expires_at]));
      };
      await tell(await request(to, SECRET, PASSWORD, session));
      await look(NOON);
      for (let i = 1; i < 4; i++) await tell(await repeat({ ...SECRET, now: NOON + i * MINUTE }, session));
      await look(NOON + 4 * MINUTE);
      await tell(await recovery.cancelMailChange(await contextAs(session, SECRET)));
      await look(NOON + 5 * MINUTE);
      return told;
    };
    const [known, unknown] = [await story(other.email), await story(unusedAddress())];
    expect(known).toEqual(unknown);
    expect(known[1]).toEqual({ email: "the address", expires_at: new Date(NOON + DAY).toISOString() });
    expect(known.slice(5, 8)).toEqual(["accepted", "accepted", "too_many_requests"]);
  });

  test("a request for a known address takes the older link's place as any other would", async () => {
    const other = await addAccount({ pool: "velvet" });
    const to = unusedAddress();
    await request(to, SECRET);
    const link = await confirmTokenOf(to);
    await request(other.email, SECRET);
    expect(await confirm(link, SECRET)).toBe("link_expired");
  });
});

test("links that ran out are forgotten with the addresses in them, some at a time, and none that is still good", async () => {
  const { accountsStore } = servicesOf(env);
  await request(unusedAddress());
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
