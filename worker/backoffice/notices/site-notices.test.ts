import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { createLimits } from "#worker/platform/limits.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { maintenanceOf } from "#worker/sites/notices/notices.vocabulary.ts";
import { createSiteNoticesStore } from "./site-notices.store.ts";
import { createSiteNotices } from "./site-notices.ts";

const { siteNotices, domainsStore } = servicesOf(env);
const SITE = "liaison";
let olga: StaffMemberContext;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields: [field] }: AppError) => (field ? `${field.field} ${field.code}` : code),
  );
const add = (more: object) => siteNotices.addSiteNotice(olga, { site: SITE, kind: "info", text_en: "Hello", ...more });
const close = (more: object = {}) => siteNotices.addSiteNotice(olga, { site: SITE, kind: "maintenance", ...more });
const found = async (host = "localhost") => (await domainsStore.findByHost(host))?.notices ?? expect.unreachable();

beforeEach(async () => {
  await env.DB.exec("DELETE FROM site_notices");
  olga = staffContext("operator", Date.now());
});

test("a site is read with its notices, those of all sites and none of others", async () => {
  await add({ link: "/credits?a=1", dismissible: "on", text_de: " Hallo \n" });
  await add({ site: "", audience: "visitors" });
  await add({ site: "velvet" });
  const notices = await found();
  expect(notices).toHaveLength(2);
  expect(notices).toContainEqual(
    expect.objectContaining({
      kind: "info",
      link: "/credits?a=1",
      dismissible: true,
      texts: { en: "Hello", de: "Hallo" },
      entry: null,
    }),
  );
});

test("a maintenance closes the site, a new one takes its place, and the end opens it; each act is noted", async () => {
  await close({ until: new Date(olga.now + HOUR).toISOString() });
  const { id } = await close();
  const current = await found();
  expect([current.map((one) => one.id), maintenanceOf({ notices: current }, olga.now)?.until]).toEqual([
    expect.arrayContaining([id]),
    null,
  ]);
  const { notices } = await siteNotices.siteNotices(olga);
  expect(notices.map(({ state }) => state).sort()).toEqual(["now", "over"]);
  const [entry] = notices.find((one) => one.id === id)?.entries ?? [];
  expect(entry).toEqual({ site: SITE, link: expect.stringMatching(/\/\?maintenance_entry=[\w-]{22}$/) });
  await siteNotices.endSiteNotice(olga, { id });
  expect(await codeOf(siteNotices.endSiteNotice(olga, { id }))).toBe("not_found");
  expect(maintenanceOf({ notices: await found() }, olga.now)).toBeNull();
  const { results } = await env.DB.prepare("SELECT action FROM staff_audit WHERE staff_id = ? ORDER BY id")
    .bind(olga.viewer.id)
    .all();
  expect(results.map(({ action }) => action)).toEqual(["begin maintenance", "begin maintenance", "end maintenance"]);
});

test("times of a form are those of its zone", async () => {
  const day = new Date(olga.now + 40 * 24 * HOUR).toISOString().slice(0, 10);
  await close({ from: `${day}T10:00`, until: `${day}T12:30`, zone: "Asia/Kolkata" });
  expect((await siteNotices.siteNotices(olga)).notices).toMatchObject([
    { from: `${day}T04:30:00.000Z`, until: `${day}T07:00:00.000Z`, state: "planned" },
  ]);
});

test("what cannot be is refused at its field", async () => {
  const past = new Date(olga.now - HOUR).toISOString();
  const answers = await Promise.all([
    codeOf(add({ text_en: " " })),
    codeOf(add({ text_en: "x".repeat(301) })),
    codeOf(add({ link: "https://example.com" })),
    codeOf(add({ link: "//example.com" })),
    codeOf(add({ site: "nobody" })),
    codeOf(close({ until: past })),
    codeOf(close({ until: "tomorrow" })),
    codeOf(close({ from: "2126-01-01T00:00Z" })),
  ]);
  expect(answers.slice(1)).toEqual([
    ...["text_en too_long", "link invalid_format", "link invalid_format", "site unknown_option"],
    ...["until out_of_range", "until invalid_format", "from out_of_range"],
  ]);
  expect(answers[0]).toMatch(/^text_\w\w required$/);
});

test("the sockets of members who were seen lately are closed once, in steps that go on", async () => {
  const members = [await addMember(), await addMember(), await addMember()].sort();
  const [here, stale] = members as [string, string, string];
  for (const id of members)
    await runSql(
      `INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, last_seen_at, created_at, expires_at)
        VALUES (?1, ?1, 'liaison', '', ?2, ?2, ?3)`,
      ...[id, olga.now - (id === stale ? 2 * HOUR : 0), olga.now + HOUR],
    );
  const closed: string[] = [];
  const store = createSiteNoticesStore(connect(env.DB));
  const rule = createSiteNotices({
    ...({ mails: { toOperators: async () => [], dispatch: async () => {} }, domainOf: async () => null } as const),
    ...{ store, limits: createLimits(env.LIMITS, "pepper"), originOf: () => "" },
    live: { disconnect: async (id) => void closed.push(id) },
    after: () => {},
  });
  await close();
  await env.DB.exec(`UPDATE site_notices SET told_at = NULL, told_to = '${here}'`);
  await rule.closeSockets(olga.now);
  expect(closed.filter((id) => members.includes(id))).toEqual(members.slice(2));
  await rule.closeSockets(olga.now);
  expect(closed.filter((id) => members.includes(id))).toEqual(members.slice(2));
  const row = await env.DB.prepare("SELECT told_to, told_at FROM site_notices").first();
  expect(row).toEqual({ told_to: null, told_at: olga.now });
});
