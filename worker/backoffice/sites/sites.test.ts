import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { applyDomains } from "#scripts/domains.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { applyTestDomains } from "#tests/setup/domains.ts";
import { untouched } from "#tests/setup/site-form.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { Section } from "./sections.vocabulary.ts";
import { fieldsOfSection } from "./site-draft.ts";

const { sites, domainsStore } = servicesOf(env);
const SITE = "liaison";
let olga: StaffMemberContext;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields }: AppError) => [code, ...fields.map(({ field }) => field)].join(" "),
  );
const stored = async () =>
  JSON.parse(
    (await env.DB.prepare("SELECT settings FROM domains WHERE id = ?").bind(SITE).first<string>("settings")) ?? "",
  ) as DomainFile;
const rows = async (query: string) => (await env.DB.prepare(query).all()).results;

const put = (file: DomainFile) =>
  applyDomains(env.DB, [{ file, version: "test", icons: [] }], Date.now(), { by: "command", only: true });

type Form = Parameters<typeof sites.changeSite>[1];

async function form(section: Section, changed: Record<string, string>): Promise<Form> {
  const { version } = await sites.staffSite(olga, { site: SITE });
  return {
    site: SITE,
    section,
    base: version,
    ...untouched(fieldsOfSection(await stored(), section)),
    ...changed,
  } as object as Form;
}

beforeEach(async () => {
  await applyTestDomains();
  await env.DB.batch(["outbox", "domain_previews"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  olga = { ...staffContext("operator", Date.now()), origin: "http://staff.localhost:8787" };
  await runSql(
    `INSERT INTO staff_members (id, name, email, role, password_hash, created_at) VALUES (?1, 'Mo', ?2, 'operator', 'x', 1)`,
    ...[olga.viewer.id, `${olga.viewer.id}@staff.example`],
  );
});

test("an operator changes a price: a new version with its name, live, noted, and told to the operators", async () => {
  const { version } = await sites.changeSite(olga, await form("prices", { "/settings/photo_credits": "7" }));
  expect((await domainsStore.findById(SITE))?.settings.photo_credits).toBe(7);
  const { versions, unpulled } = await sites.staffSite(olga, { site: SITE });
  expect(versions[0]).toMatchObject({ number: version, by: "Mo", browser: true, changed: ["photo_credits"] });
  expect(unpulled).toBe(true);
  expect(await rows("SELECT action, object_id AS id, reason, staff_id AS by FROM staff_audit ORDER BY id DESC LIMIT 1")).toEqual([
    { action: "change site", id: SITE, reason: `version_${version}`, by: olga.viewer.id },
  ]);
  expect(await rows("SELECT count(*) AS n FROM outbox WHERE subject LIKE '%Site changed%'")).not.toEqual([{ n: 0 }]);
});

test("a form of an older version changes nothing, and of two at once one wins", async () => {
  const late = await form("prices", { "/settings/photo_credits": "8" });
  await sites.changeSite(olga, await form("prices", { "/settings/photo_credits": "9" }));
  expect(await codeOf(sites.changeSite(olga, late))).toBe("conflict");
  const both = await Promise.all(["5", "6"].map((credits) => form("prices", { "/settings/photo_credits": credits })));
  const outcomes = await Promise.all(both.map((one) => codeOf(sites.changeSite(olga, one))));
  expect(outcomes.sort()).toEqual(["conflict", "done"]);
  const notes = await env.DB.prepare("SELECT count(*) AS n FROM staff_audit WHERE staff_id = ?").bind(olga.viewer.id).first("n");
  expect(notes).toBe(2);
});

test("what the check of files refuses is refused at its field, and nothing is written", async () => {
  const before = await stored();
  const wrong = await form("prices", { "/settings/photo_credits": "two", "/settings/refund_days": "-1" });
  expect(await codeOf(sites.changeSite(olga, wrong))).toBe("invalid /settings/photo_credits /settings/refund_days");
  const { problems } = await sites.checkSite(olga, wrong);
  expect(problems.map(({ field }) => field)).toEqual(["/settings/photo_credits", "/settings/refund_days"]);
  expect(await stored()).toEqual(before);
});

test("a language that members read is taken away only by who means it", async () => {
  const id = await addMember({});
  await runSql("UPDATE accounts SET language = 'fi' WHERE id = ?1", id);
  const less = await form("members", { "/settings/languages/fi": "" });
  expect(await sites.checkSite(olga, less)).toMatchObject({
    problems: [],
    contradictions: [{ may: true, message: expect.stringContaining('no longer offers "fi"') }],
    changes: [expect.objectContaining({ path: "languages" })],
  });
  expect(await codeOf(sites.changeSite(olga, less))).toBe("invalid meant");
  expect((await stored()).settings.languages).toContain("fi");
  expect(await codeOf(sites.changeSite(olga, await form("members", { "/settings/languages/fi": "", meant: "on" })))).toBe("done");
  expect((await stored()).settings.languages).not.toContain("fi");
});

test("an earlier version comes back in one press; a preview is shown and changes nothing", async () => {
  const { version: base } = await sites.staffSite(olga, { site: SITE });
  const before = await stored();
  await sites.changeSite(olga, await form("about", { "/settings/description": "Another description." }));
  expect(await stored()).not.toEqual(before);
  const { version } = await sites.restoreSite(olga, { site: SITE, number: base, base: base + 1 });
  expect([version, await stored()]).toEqual([base + 2, before]);
  expect(await codeOf(sites.restoreSite(olga, { site: SITE, number: 999, base: version }))).toBe("not_found");

  const { host } = await sites.previewSite(olga, await form("about", { "/settings/description": "Only shown." }));
  expect(host).toMatch(/^preview-[\w-]{8}\.localhost$/);
  expect((await domainsStore.findByHost(host))?.settings.description).toBe("Only shown.");
  expect(await stored()).toEqual(before);
  const deployed = { ...olga, origin: "https://staff.example.com" };
  expect(await codeOf(sites.previewSite(deployed, await form("about", {})))).toBe("invalid host");
  expect(await codeOf(sites.previewSite(deployed, await form("about", { host: "localhost" })))).toBe("invalid host");
});

test("nobody takes the second person away in the browser, neither by a form nor by an earlier version", async () => {
  const file = await stored();
  const alone = {
    ...file,
    settings: { ...file.settings, one_person: true, refund_alone: { EUR: 99_999_999 }, photo_credits: 9 },
  };
  await put(alone);
  const { version: weak } = await sites.staffSite(olga, { site: SITE });
  await put(file);
  for (const section of ["prices", "more"] as const) {
    const asked = { "/settings/one_person": "on", "/settings/refund_alone/EUR": "99999999" };
    await sites.changeSite(olga, await form(section, asked));
    expect(await stored()).toEqual(file);
  }
  await sites.restoreSite(olga, { site: SITE, number: weak, base: weak + 1 });
  expect(await stored()).toEqual({ ...file, settings: { ...file.settings, photo_credits: 9 } });
});

test("an earlier version that does not fit what only the file says now is refused by the check of files", async () => {
  const file = await stored();
  const { version } = await sites.staffSite(olga, { site: SITE });
  const real = {
    ...file,
    settings: { ...file.settings, payment_provider: "ccbill" as const, payment_methods: { "*": ["card"] } },
  };
  await put(real);
  expect(file.settings.payment_methods["*"]).toContain("paypal");
  expect(await codeOf(sites.restoreSite(olga, { site: SITE, number: version, base: version + 1 }))).toMatch(
    /^invalid \/settings\/payment_methods\//,
  );
  expect(await stored()).toEqual(real);
});
