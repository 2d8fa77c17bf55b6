import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { applyDomains } from "#scripts/domains.ts";
import { runSql } from "#tests/setup/actions.ts";
import { applyTestDomains } from "#tests/setup/domains.ts";
import { untouched } from "#tests/setup/site-form.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { fieldsOfSection } from "./site-draft.ts";

const { sites } = servicesOf(env);
const SITE = "liaison";
let now: number;
let mo: StaffMemberContext;
let olga: StaffMemberContext;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code }: AppError) => code,
  );
const stored = async () =>
  JSON.parse(
    (await env.DB.prepare("SELECT settings FROM domains WHERE id = ?").bind(SITE).first<string>("settings")) ?? "",
  ) as DomainFile;
const credits = async () => (await stored()).settings.photo_credits;
const actions = async ({ viewer }: StaffMemberContext) =>
  (await env.DB.prepare("SELECT action FROM staff_audit WHERE staff_id = ? ORDER BY id").bind(viewer.id).all()).results.map(
    ({ action }) => action,
  );

async function operator(madeAt = 1): Promise<StaffMemberContext> {
  const ctx = { ...staffContext("operator", now), origin: "http://staff.localhost:8787" };
  await runSql(
    `INSERT INTO staff_members (id, name, email, role, password_hash, created_at) VALUES (?1, ?1, ?2, 'operator', 'x', ?3)`,
    ...[ctx.viewer.id, `${ctx.viewer.id}@staff.example`, madeAt],
  );
  return ctx;
}

async function put(changed: Partial<DomainFile["settings"]>): Promise<void> {
  const file = await stored();
  const next = { ...file, settings: { ...file.settings, ...changed } };
  await applyDomains(env.DB, [{ file: next, version: "test", icons: [] }], Date.now(), { by: "command", only: true });
}

async function ask(ctx: StaffMemberContext, photoCredits: number) {
  const { version: base } = await sites.staffSite(ctx, { site: SITE });
  const fields = untouched(fieldsOfSection(await stored(), "prices"));
  const form = { site: SITE, section: "prices", base, ...fields, "/settings/photo_credits": String(photoCredits) };
  return sites.changeSite(ctx, form as object as Parameters<typeof sites.changeSite>[1]);
}

const waiting = async (ctx: StaffMemberContext) => (await sites.staffSite(ctx, { site: SITE })).proposal;
const decide = async (ctx: StaffMemberContext, decision: "approve" | "refuse") =>
  sites.decideSite(ctx, { site: SITE, proposal: (await waiting(ctx))?.id ?? "none", decision });

beforeEach(async () => {
  now = Date.now();
  await applyTestDomains(now - 30 * DAY);
  for (const table of ["outbox", "site_proposals"]) await env.DB.exec(`DELETE FROM ${table}`);
  await put({ photo_credits: 10, prices_alone: 20, one_person: false });
  [mo, olga] = [await operator(), await operator()];
});

test("a small change of a price is made at once, a large one waits for a second operator and is told to all", async () => {
  expect(await ask(mo, 12)).toMatchObject({ proposed: false });
  expect(await credits()).toBe(12);
  await put({ photo_credits: 10 });
  expect(await ask(mo, 13)).toMatchObject({ proposed: true });
  expect(await credits()).toBe(10);
  expect(await waiting(olga)).toMatchObject({
    ...{ by: mo.viewer.id, may: true },
    changes: [{ path: "photo_credits", before: "10", after: "13" }],
  });
  expect((await sites.staffSites()).sites.find(({ id }) => id === SITE)?.waits).toBe(true);
  const told = await env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE subject LIKE '%waits%'").first("n");
  expect(told).not.toBe(0);

  expect(await decide(olga, "approve")).toMatchObject({ proposed: false });
  expect([await credits(), await waiting(olga)]).toEqual([13, null]);
  expect([(await actions(mo)).at(-1), await actions(olga)]).toEqual(["propose site", ["approve site"]]);
  const [newest] = (await sites.staffSite(olga, { site: SITE })).versions;
  expect(newest?.by).toBe(`${mo.viewer.id}, approved by ${olga.viewer.name}`);
});

test("nobody approves the own proposal, nor does an account that was made after it or by its author", async () => {
  await ask(mo, 20);
  const late = await operator(now + 1);
  const child = await operator();
  await runSql("INSERT INTO staff_setup_links (staff_id, made_by, at) VALUES (?1, ?2, 1)", child.viewer.id, mo.viewer.id);
  for (const ctx of [mo, late, child]) {
    expect((await waiting(ctx))?.may).toBe(false);
    expect(await codeOf(decide(ctx, "approve"))).toBe("forbidden");
  }
  expect(await credits()).toBe(10);
  expect(await codeOf(decide(mo, "refuse"))).toBe("done");
  expect([await waiting(olga), (await actions(mo)).at(-1)]).toEqual([null, "refuse site"]);
});

test("small changes of one person within a week count together, those of a week before do not", async () => {
  await ask(mo, 12);
  expect(await ask(mo, 14)).toMatchObject({ proposed: true });
  await decide(olga, "refuse");
  expect(await ask(olga, 14)).toMatchObject({ proposed: false });
  const later = { ...olga, now: now + 8 * DAY };
  expect(await ask(later, 16)).toMatchObject({ proposed: false });
});

test("one proposal waits at a time, and a newer version makes it void", async () => {
  await ask(mo, 20);
  expect(await codeOf(ask(olga, 30))).toBe("conflict");
  await put({ description: "Another description." });
  expect(await waiting(olga)).toBeNull();
  expect(await ask(olga, 30)).toMatchObject({ proposed: true });
  const late = await env.DB.prepare("SELECT status FROM site_proposals WHERE proposed_by = ?").bind(mo.viewer.id).first("status");
  expect(late).toBe("void");
  await env.DB.prepare("UPDATE site_proposals SET base = base - 1 WHERE status = 'proposed'").run();
  const { results } = await env.DB.prepare("SELECT id FROM site_proposals WHERE status = 'proposed'").all<{ id: string }>();
  const [open] = results;
  expect(await codeOf(sites.decideSite(mo, { site: SITE, proposal: open?.id ?? "", decision: "approve" }))).toBe("conflict");
});

test("an earlier version with other prices waits too, and a firm of one person decides alone, which the log marks", async () => {
  const { version } = await sites.staffSite(mo, { site: SITE });
  await put({ photo_credits: 30 });
  const restore = () => sites.restoreSite(mo, { site: SITE, number: version, base: version + 1 });
  expect(await restore()).toMatchObject({ proposed: true });
  await decide(olga, "refuse");
  await put({ photo_credits: 10, one_person: true });
  expect(await ask(mo, 20)).toMatchObject({ proposed: false });
  expect((await actions(mo)).at(-1)).toBe("change site, alone");
  await put({ prices_alone: null, one_person: false });
  expect(await ask(mo, 2)).toMatchObject({ proposed: false });
});
