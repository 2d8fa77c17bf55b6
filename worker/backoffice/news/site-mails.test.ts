import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { WAITING_READ } from "./site-mails.store.ts";

const { siteMails, preferences, preferencesStore, mail } = servicesOf(env);
const SITE = "liaison";
const NOW = Date.now();
let [olga, otto] = [staffContext("operator", NOW), staffContext("operator", NOW)];

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields: [field] }: AppError) => (field ? `${field.field} ${field.code}` : code),
  );
async function operator(): Promise<StaffMemberContext> {
  const ctx = { ...staffContext("operator", NOW), origin: "http://staff.localhost" };
  await runSql(
    `INSERT INTO staff_members (id, name, email, role, password_hash, created_at) VALUES (?1, 'Mo', ?2, 'operator', 'x', 1)`,
    ...[ctx.viewer.id, `${ctx.viewer.id}@staff.example`],
  );
  return ctx;
}
/** On the main site, by a member of any site of its pool. */
async function choose(member: string, given: boolean, now = NOW, site = SITE) {
  const viewer = { id: member, profile: { country: "NL" }, preferences: await preferencesStore.find(member) };
  const visited = await contextOf({ now });
  const { settings } = visited.domain;
  const home = site === SITE ? visited.domain : { ...visited.domain, id: site, settings: { ...settings, name: `At ${site}` } };
  const ctx = { ...visited, home, viewer } as MemberContext;
  return preferences.updatePreferences(ctx, { notifications: { site_news: { mail: given } } });
}
async function reader(language = "en", site = SITE): Promise<string> {
  const id = await addMember();
  await runSql("UPDATE accounts SET language = ?2, domain_id = ?3 WHERE id = ?1", id, language, site);
  await choose(id, true, NOW, site);
  return id;
}
const consentOf = async (member: string) =>
  (
    await env.DB.prepare(
      "SELECT domain_id AS site, version, language, accepted_at AS at, withdrawn_at AS until FROM news_consents WHERE account_id = ? ORDER BY 4",
    )
      .bind(member)
      .all()
  ).results;
const news = async () =>
  (
    await env.DB.prepare(
      "SELECT account_id AS id, subject, status, headers FROM outbox WHERE template = 'site_news' ORDER BY account_id",
    ).all<{
      id: string;
      subject: string;
      status: string;
      headers: string;
    }>()
  ).results;
const propose = (more: object = {}) =>
  siteMails.addSiteMail(olga, { site: SITE, per_day: 100, subject_en: "A walk", text_en: "On Sunday.", ...more } as never);
const send = async (more: object = {}) => {
  const { id } = await propose(more);
  await siteMails.decideSiteMail(otto, { id, decision: "send" });
  return id;
};
const stateOf = async (id: string) => (await siteMails.siteMails(olga)).mails.find((one) => one.id === id);

beforeEach(async () => {
  await env.DB.batch(["site_mails", "outbox", "news_consents"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  await env.DB.prepare("DELETE FROM preferences").run();
  [olga, otto] = [await operator(), await operator()];
});

test("each consent keeps its text, site, day and withdrawal by switch or link, also beside a later one", async () => {
  const member = await addMember();
  expect(await consentOf(member)).toEqual([]);
  await choose(member, true);
  const given = { site: SITE, version: "2026-11-29", language: "en", at: NOW, until: null };
  expect(await consentOf(member)).toEqual([given]);
  await choose(member, true, NOW + DAY);
  expect(await consentOf(member)).toEqual([given]);
  await choose(member, false, NOW + 2 * DAY);
  expect(await consentOf(member)).toEqual([{ ...given, until: NOW + 2 * DAY }]);
  await choose(member, true, NOW + 3 * DAY);
  const first = { ...given, until: NOW + 2 * DAY };
  expect(await consentOf(member)).toEqual([first, { ...given, at: NOW + 3 * DAY }]);
  await send();
  await siteMails.sweep(NOW);
  const [sent] = await news();
  const link =
    /<([^>]*)>/.exec((JSON.parse(sent?.headers ?? "{}") as Record<string, string>)["List-Unsubscribe"] ?? "")?.[1] ?? "";
  const ctx = await contextOf({ now: NOW + 4 * DAY });
  await mail.unsubscribe(ctx, { token: new URL(link).pathname.slice(1) });
  expect(await consentOf(member)).toEqual([first, { ...given, at: NOW + 3 * DAY, until: NOW + 4 * DAY }]);
  // No stopped mail: nothing offers to begin again.
  expect(await env.DB.prepare("SELECT notifications_disabled AS d FROM accounts WHERE id = ?").bind(member).first("d")).toBe(
    "[]",
  );
});

test("who agrees on another site of the pool is told of the own one, and gets its news alone", async () => {
  const anna = await reader("en", "velvet");
  expect((await choose(anna, true, NOW, "velvet")).news_site).toBe("At velvet");
  expect(await consentOf(anna)).toMatchObject([{ site: "velvet" }]);
  await send();
  await siteMails.sweep(NOW);
  expect(await news()).toEqual([]);
  // A consent holds for the site that its text named, wherever the account belongs.
  const bea = await reader();
  await runSql("UPDATE accounts SET domain_id = 'velvet' WHERE id = ?", bea);
  await send();
  await siteMails.sweep(NOW);
  expect((await news()).map(({ id }) => id)).toEqual([bea]);
});

test("nobody sends alone what needs two, and nothing is sent before", async () => {
  await reader();
  const { id } = await propose();
  await siteMails.sweep(NOW);
  expect([await news(), await stateOf(id)]).toMatchObject([
    [],
    { status: "proposed", may: false, previews: [{ language: "en", subject: "A walk" }] },
  ]);
  expect(await codeOf(siteMails.decideSiteMail(olga, { id, decision: "send" }))).toBe("forbidden");
  await siteMails.decideSiteMail(otto, { id, decision: "send" });
  expect(await codeOf(siteMails.decideSiteMail(otto, { id, decision: "refuse" }))).toBe("conflict");
  await siteMails.sweep(NOW);
  expect((await news()).length).toBe(1);
});

test("each member who agreed gets it once, on this site, in the own language", async () => {
  const [anna, bea] = [await reader(), await reader()].sort();
  const carl = await reader("de");
  await reader("fr");
  await reader("en", "velvet");
  await addMember();
  const gone = await reader();
  await choose(gone, false);
  const { sites } = await siteMails.siteMails(olga);
  expect(sites.find(({ id }) => id === SITE)?.receivers).toEqual({ en: 2, de: 1, fr: 1 });
  const id = await send({ subject_de: "Ein Spaziergang", text_de: "Am Sonntag." });
  await Promise.all([siteMails.sweep(NOW), siteMails.sweep(NOW)]);
  await siteMails.sweep(NOW);
  const sent = await news();
  expect(sent.map((one) => one.id)).toEqual([anna, bea, carl].sort());
  expect(sent.find((one) => one.id === carl)?.subject).toBe("Ein Spaziergang");
  await siteMails.sweep(NOW);
  expect([(await news()).length, await stateOf(id)]).toMatchObject([3, { status: "sent", sent: 3 }]);
});

test("a day has its limit, the next one goes on, and stopping takes back what waits", async () => {
  for (let n = 0; n < 3; n++) await reader();
  const id = await send({ per_day: 1 });
  await siteMails.sweep(NOW);
  await siteMails.sweep(NOW);
  expect((await news()).length).toBe(1);
  await siteMails.sweep(NOW + DAY);
  expect((await news()).length).toBe(2);
  await siteMails.stopSiteMail(olga, { id });
  await siteMails.sweep(NOW + 2 * DAY);
  const sent = await news();
  expect([sent.length, sent.filter(({ status }) => status === "queued")]).toEqual([2, []]);
  expect(await codeOf(siteMails.stopSiteMail(olga, { id }))).toBe("not_found");
});

test("mails that wait are taken back after the last member too, and never without a row in the audit log", async () => {
  await reader();
  const id = await send();
  await siteMails.sweep(NOW);
  await siteMails.sweep(NOW);
  expect(await stateOf(id)).toMatchObject({ status: "sent", waiting: 1 });
  await siteMails.stopSiteMail(olga, { id });
  expect([await stateOf(id), await news()]).toMatchObject([{ status: "stopped", waiting: 0 }, [{ status: "skipped" }]]);
  const stops = () =>
    env.DB.prepare("SELECT count(*) AS n FROM staff_audit WHERE action = 'stop news' AND reason = ?").bind(id).first("n");
  expect(await stops()).toBe(1);
  await env.DB.prepare("UPDATE outbox SET status = 'queued' WHERE template = 'site_news'").run();
  expect(await codeOf(siteMails.stopSiteMail({ ...olga, now: NOW + 1 }, { id }))).toBe("not_found");
  expect([await stops(), await news()]).toMatchObject([1, [{ status: "queued" }]]);
});

test("a mail needs a subject and a text in a language, within their lengths", async () => {
  expect(await codeOf(propose({ subject_en: "", text_en: "" }))).toBe("subject_en required");
  expect(await codeOf(propose({ text_en: " " }))).toBe("text_en required");
  expect(await codeOf(propose({ subject_en: "x".repeat(121) }))).toBe("subject_en too_long");
  expect(await codeOf(propose({ site: "nobody" }))).toBe("site unknown_option");
});

test("the page reads a bounded part of the queue, whatever waits in it, and offers to stop what may wait behind", async () => {
  const bea = await reader();
  const id = await send();
  await siteMails.sweep(NOW);
  await siteMails.sweep(NOW + 60_000);
  expect(await stateOf(id)).toMatchObject({ status: "sent", waiting: 1 });
  expect((await siteMails.siteMails(olga)).more_waiting).toBe(false);
  await runSql(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO outbox (id, domain_id, template, recipient, sender, subject, text, html, headers, status, attempts, next_attempt_at, created_at)
     SELECT 'fill' || i, 'liaison', 'message', ?1, '', '', '', '', '{}', 'queued', 0, 1, 1 FROM n`,
    ...[`${bea}@example.org`, WAITING_READ + 500],
  );
  const read = await siteMails.siteMails(olga);
  expect([read.more_waiting, read.mails[0]?.waiting]).toEqual([true, 0]);
});
