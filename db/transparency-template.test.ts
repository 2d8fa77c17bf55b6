import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "./client.ts";
import { complaints, decisions, reports, workItems } from "./schema/index.ts";
import { transparencyTemplate } from "./transparency-template.ts";

const HOUR = 3600 * 1000;
const FROM = Date.UTC(2026, 0, 1);
const UNTIL = Date.UTC(2027, 0, 1);
const db = connect(env.DB);

const parts = (domain: string | null = null) =>
  transparencyTemplate(db, { from: FROM, until: UNTIL, domain, now: UNTIL }, domain ?? "");
/** Values of a row by its category, under the columns that are not zero, empty or the head. */
async function rowsOf(name: string, domain: string | null = null) {
  const part = (await parts(domain)).find((one) => one.name === name) ?? expect.unreachable();
  const found = part.rows.map((row) => {
    const cells = row.map((value, index) => [part.columns[index], value] as const).slice(5);
    return [row[3], Object.fromEntries(cells.filter(([, value]) => value !== 0 && value !== null && value !== ""))] as const;
  });
  return Object.fromEntries(found.filter(([, cells]) => Object.keys(cells).length > 0));
}

beforeEach(async () => {
  for (const table of ["work_items", "decisions", "reports", "complaints"]) await env.DB.exec(`DELETE FROM ${table}`);
});

let ids = 0;
const next = () => `x${ids++}`;
const complaint = (more: Partial<typeof complaints.$inferInsert>) => {
  const id = next();
  const row = {
    id,
    reference: id,
    domainId: "liaison",
    kind: "illegal_content",
    text: "",
    language: "en",
    country: "NL",
  } as const;
  return db.insert(complaints).values({ ...row, receipt: false, createdAt: FROM, ...more });
};
const report = (id: string, more: Partial<typeof reports.$inferInsert>) => {
  const row = {
    id,
    reference: id,
    domainId: "liaison",
    pool: "liaison",
    reportedId: "ben",
    kind: "profile",
    objectId: id,
  } as const;
  return db.insert(reports).values({ ...row, reason: "illegal", createdAt: FROM, dueAt: FROM, ...more });
};
const decision = (more: Partial<typeof decisions.$inferInsert>) => {
  const id = next();
  const row = { id, reference: id, domainId: "liaison", pool: "liaison", memberId: "ben", about: "profile" } as const;
  return db.insert(decisions).values({ ...row, kind: "ban", reason: "scam", decidedBy: "staff", createdAt: FROM, ...more });
};

test("an empty store has every category of the template, and the columns of each part", async () => {
  const all = await parts();
  expect(all.map(({ name, columns, rows }) => [name, columns.length, rows.length])).toEqual([
    ["4_notices", 15, 21],
    ["5_own_initiative_illegal", 21, 21],
    ["6_own_initiative_TC", 21, 21],
    ["7_appeals_and_recidivism", 8, 8],
  ]);
  for (const { columns, rows } of all) for (const row of rows) expect(row).toHaveLength(columns.length);
  expect(all[0]?.rows[0]?.slice(0, 5)).toEqual(["", "", "2026-01-01/2026-12-31", "TOTAL", ""]);
});

test("notices count by category, with what was done by the law and by the terms", async () => {
  await complaint({ answeredAt: FROM + 2 * HOUR, outcome: "upheld", answer: "a" });
  await complaint({ kind: "intimate_picture", answeredAt: FROM + 40 * HOUR, outcome: "upheld", answer: "a" });
  await complaint({ kind: "consumer", answeredAt: FROM + HOUR, outcome: "upheld", answer: "a" });
  const acted = { status: "decided", outcome: "acted", decidedAt: FROM + 6 * HOUR } as const;
  await report("r1", { ...acted, reason: "minor" });
  await report("r2", acted);
  await report("r3", { reason: "harassment" });
  await decision({ reportId: "r1", reason: "minor" });
  await decision({ reportId: "r2", reason: "harassment" });
  const [received, items, hours] = [
    "Number of notices received",
    "Number of specific items of information included in the total number of notices",
    "Median time to take action",
  ];
  const [law, terms] = ["law", "terms and conditions of the service"].map(
    (by) => `Number of actions taken on the basis of the ${by}`,
  );
  expect(await rowsOf("4_notices")).toEqual({
    TOTAL: { [received]: 4, [items]: 4, [hours]: 6, [law as string]: 3, [terms as string]: 1 },
    STATEMENT_CATEGORY_CYBER_VIOLENCE: { [received]: 1, [items]: 1, [hours]: 40, [law as string]: 1 },
    KEYWORD_NON_CONSENSUAL_IMAGE_SHARING: { [received]: 1, [items]: 1, [hours]: 40, [law as string]: 1 },
    STATEMENT_CATEGORY_PROTECTION_OF_MINORS: { [received]: 1, [items]: 1, [hours]: 6, [law as string]: 1 },
    STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE: { [received]: 2, [items]: 2, [law as string]: 1, [terms as string]: 1 },
  });
  expect(await rowsOf("4_notices", "velvet")).toEqual({});
});

test("measures count where staff acted on their own, and a program's decision as automatic", async () => {
  await decision({});
  await decision({ kind: "warning" });
  await decision({ kind: "mute", reason: "harassment", reportId: "r9" });
  await decision({ id: "picture-1", kind: "content_removed", reason: "illegal" });
  await decision({ reason: "minor", decidedBy: "proof of age" });
  const photo = { kind: "photo", domainId: "liaison", pool: "liaison", createdAt: FROM, dueAt: FROM, state: "done" } as const;
  await db
    .insert(workItems)
    .values({ id: next(), objectId: next(), ...photo, decision: "reject", reason: "explicit", decidedAt: FROM });
  await db.insert(workItems).values({ id: next(), objectId: next(), ...photo, decision: "approve", decidedAt: FROM });
  const [own, automatic] = [
    "Number of measures taken at the provider's own initiative",
    "Number of measures taken after detection with solely automated means",
  ];
  const closed = "Account restriction Termination";
  const minor = { [own]: 1, [automatic]: 1, [closed]: 1 };
  expect(await rowsOf("5_own_initiative_illegal")).toEqual({ TOTAL: minor, STATEMENT_CATEGORY_PROTECTION_OF_MINORS: minor });
  const removed = { [own]: 1, "Visibility restriction Removal": 1 };
  expect(await rowsOf("6_own_initiative_TC")).toEqual({
    TOTAL: { [own]: 2, [closed]: 1, "Visibility restriction Removal": 1 },
    STATEMENT_CATEGORY_OTHER_VIOLATION_TC: removed,
    KEYWORD_NUDITY: removed,
    STATEMENT_CATEGORY_SCAMS_AND_FRAUD: { [own]: 1, [closed]: 1 },
  });
});

test("objections count as internal complaints", async () => {
  await decision({ objectedAt: FROM, objection: "No.", outcome: "reversed", closedAt: FROM + 24 * HOUR });
  await decision({ objectedAt: FROM, objection: "No.", reason: "illegal" });
  const { rows } = (await parts()).at(-1) ?? expect.unreachable();
  expect(rows.map(([, , , , , scope, value]) => [scope, value])).toEqual([
    ["Total number", 2],
    ["Decisions upheld", 0],
    ["Decisions reversed", 1],
    ["Decision omitted", 1],
    ["Median time", 24],
    ["Total number", 1],
    ["Total number", 0],
    ["Total number", 0],
  ]);
});
