import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addAccount, addLoginLink, addResetLink, contextAs, openSession, outcomeOf } from "#tests/setup/accounts.ts";
import { addAwayMember, runSql, writeMessage } from "#tests/setup/actions.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { mailsOver } from "#tests/setup/notification-mails.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { loginLinks, sessions, preferences } = servicesOf(env);
const mails = mailsOver(env.DB, async () => false);
const textTo = async (id: string) =>
  (await env.DB.prepare("SELECT text FROM outbox WHERE account_id = ?").bind(id).first<string>("text")) ?? "";
const linkIn = (text: string) => /https:\/\/localhost\/(l[\w-]{43})\n/.exec(text)?.[1] ?? "";
const look = async (token: string, cookie?: string) =>
  loginLinks.loginLink(await (cookie ? contextAs(cookie) : contextOf()), { token });

beforeEach(() => env.DB.exec("DELETE FROM news"));

test("the link of a message mail logs in once and leads to the conversation", async () => {
  const [anna, ben] = [await addAwayMember("Anna"), await addAwayMember("Ben")];
  const conversation = await writeMessage(anna, ben);
  await mails.sweep(NOON + 11 * MINUTE);
  const text = await textTo(ben);
  const token = linkIn(text);
  expect(text).toContain("logs you in once, within 3 days");
  expect(text).not.toContain(conversation);
  expect(await look(token)).toEqual({ state: "open", path: `/chats/${conversation}`, name: "Ben" });
  const { value, effects } = await loginLinks.loginByLink(await contextOf(), { token });
  expect([value.profile.id, typeof effects.session]).toEqual([ben, "object"]);
  expect(await look(token)).toEqual({ state: "expired", path: null, name: null });
  expect(await outcomeOf(loginLinks.loginByLink(await contextOf(), { token }))).toBe("link_expired");
});

test("a member or a domain that does not want it gets mails that log nobody in", async () => {
  const [anna, ben, cleo] = [await addAwayMember("Anna"), await addAwayMember("Ben"), await addAwayMember("Cleo")];
  await runSql("INSERT INTO preferences (account_id, mail_login, updated_at) VALUES (?, 0, 0)", ben);
  // The site names members to those alone who have proved their age.
  const proofs = '{"eu":{"day":"2026-11-01","until":null}}';
  await runSql("UPDATE accounts SET domain_id = 'velvet', age_proofs = ? WHERE id = ?", proofs, cleo);
  const off = `json_set(settings, '$.settings.mail_login_links', 'no')`;
  await runSql(`UPDATE domains SET settings = ${off} WHERE id = 'velvet'`);
  const toBen = await writeMessage(anna, ben);
  const toCleo = await writeMessage(anna, cleo);
  await mails.sweep(NOON + 11 * MINUTE);
  expect(await textTo(ben)).toContain(`/chats/${toBen}`);
  expect(await textTo(cleo)).toContain(`/chats/${toCleo}`);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM tokens WHERE account_id IN (?, ?)").bind(ben, cleo).first("n")).toBe(0);
});

test("a member who is logged in goes on without using the link", async () => {
  const owner = await addAccount();
  const token = await addLoginLink(owner.id);
  const cookie = await openSession(owner);
  expect(await look(token, cookie)).toEqual({ state: "here", path: "/chats", name: null });
  expect((await look(token)).state).toBe("open");
});

test("an expired or unknown link tells nothing to others, and still leads its own member on", async () => {
  const owner = await addAccount();
  const token = await addLoginLink(owner.id, NOON - 4 * 24 * 60 * MINUTE);
  const unknown = await look(`l${"A".repeat(43)}`);
  expect(unknown).toEqual({ state: "expired", path: null, name: null });
  expect(await look(token)).toEqual(unknown);
  expect(await look(token, await openSession(await addAccount()))).toEqual(unknown);
  expect(await look(token, await openSession(owner))).toEqual({ state: "here", path: "/chats", name: null });
});

test.each([
  ["password", "UPDATE accounts SET password_hash = 'other' WHERE id = ?"],
  ["address", "UPDATE accounts SET email = 'other-' || email WHERE id = ?"],
  ["deletion", "UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?"],
])("a changed %s ends the link", async (_, change) => {
  const { id } = await addAccount();
  const token = await addLoginLink(id);
  await runSql(change, id);
  expect((await look(token)).state).toBe("expired");
  expect(await outcomeOf(loginLinks.loginByLink(await contextOf(), { token }))).toBe("link_expired");
});

test("logging out everywhere ends the links, one device does not", async () => {
  const owner = await addAccount();
  const token = await addLoginLink(owner.id);
  const [one, two] = [await openSession(owner), await openSession(owner)];
  const listed = (await sessions.sessions(await contextAs(one))).sessions.find(({ current }) => !current);
  await sessions.endSessions(await contextAs(one), { session: listed?.id });
  expect(await outcomeOf(contextAs(two))).not.toBe("accepted");
  expect((await look(token)).state).toBe("open");
  await sessions.endSessions(await contextAs(one), { all: true });
  expect((await look(token)).state).toBe("expired");
});

test("links in earlier mails end where the member no longer wants any", async () => {
  const owner = await addAccount();
  const [token, reset] = [await addLoginLink(owner.id), await addResetLink(owner)];
  const ctx = await contextAs(await openSession(owner));
  await preferences.updatePreferences(ctx, { mail_login: true });
  expect((await look(token)).state).toBe("open");
  await preferences.updatePreferences(ctx, { mail_login: false });
  expect((await look(token)).state).toBe("expired");
  expect(await outcomeOf(loginLinks.loginByLink(await contextOf(), { token }))).toBe("link_expired");
  expect(await env.DB.prepare("SELECT count(*) AS n FROM tokens WHERE account_id = ?").bind(owner.id).first("n"), reset).toBe(1);
});

test("the switch is stored", async () => {
  const owner = await addAccount();
  const cookie = await openSession(owner);
  expect(preferences.preferences(await contextAs(cookie)).mail_login).toBe(true);
  await preferences.updatePreferences(await contextAs(cookie), { mail_login: false });
  expect(preferences.preferences(await contextAs(cookie)).mail_login).toBe(false);
});
