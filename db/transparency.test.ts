import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { connect } from "./client.ts";
import { complaints, decisions, reports, staffAudit, workItems } from "./schema/index.ts";
import { transparency } from "./transparency.ts";

const HOUR = 3600 * 1000;
const FROM = Date.UTC(2026, 0, 1);
const UNTIL = Date.UTC(2026, 6, 1);
const NOW = Date.UTC(2026, 7, 1);
const db = connect(env.DB);

const read = (domain: string | null = null) => transparency(db, { from: FROM, until: UNTIL, domain, now: NOW });

beforeEach(async () => {
  for (const table of ["work_items", "decisions", "reports", "complaints", "profiles"]) await env.DB.exec(`DELETE FROM ${table}`);
});

let ids = 0;

async function complaint(more: Partial<typeof complaints.$inferInsert>) {
  const id = `c${ids++}`;
  const row = {
    id,
    reference: id,
    domainId: "liaison",
    kind: "illegal_content",
    text: "",
    language: "en",
    country: "NL",
  } as const;
  await db.insert(complaints).values({ ...row, receipt: false, createdAt: FROM, ...more });
}

async function report(more: Partial<typeof reports.$inferInsert>) {
  const id = `r${ids++}`;
  const row = {
    id,
    reference: id,
    domainId: "liaison",
    pool: "liaison",
    reportedId: "ben",
    kind: "profile",
    objectId: "ben",
  } as const;
  await db.insert(reports).values({ ...row, reason: "scam", createdAt: FROM, dueAt: FROM, ...more });
}

async function decision(more: Partial<typeof decisions.$inferInsert>) {
  const id = `d${ids++}`;
  const row = {
    id,
    reference: id,
    domainId: "liaison",
    pool: "liaison",
    memberId: "ben",
    about: "profile",
    reportId: "r",
  } as const;
  await db.insert(decisions).values({ ...row, kind: "warning", reason: "scam", decidedBy: "staff", createdAt: FROM, ...more });
}

async function photo(decided: string, reason: string | null, more: Partial<typeof workItems.$inferInsert> = {}) {
  const row = { kind: "photo", domainId: "liaison", pool: "liaison", createdAt: FROM, dueAt: FROM, state: "done" } as const;
  await db
    .insert(workItems)
    .values({ id: `w${ids}`, objectId: `p${ids++}`, ...row, decision: decided, reason, decidedAt: FROM, ...more });
}

test("a store without anything has no rows but an empty count of members", async () => {
  const { members, ...rest } = await read();
  expect(members).toEqual([{ active_in_the_last_30_days: 0 }]);
  expect(Object.entries(rest).filter(([, rows]) => rows.length > 0)).toEqual([]);
  expect(Object.keys(rest)).toHaveLength(8);
});

test("notices and complaints count by outcome, with the median time to an answer", async () => {
  await complaint({ answeredAt: FROM + HOUR, outcome: "upheld", answer: "a" });
  await complaint({ answeredAt: FROM + 2 * HOUR, outcome: "rejected", answer: "a" });
  await complaint({ answeredAt: FROM + 9 * HOUR, outcome: "answered", answer: "a" });
  await complaint({ answeredAt: FROM + 3 * HOUR, outcome: "upheld", answer: "a" });
  await complaint({ closedAt: FROM + 100 * HOUR });
  await complaint({ kind: "consumer", createdAt: UNTIL - 1 });
  expect((await read()).complaints).toEqual([
    { kind: "consumer", received: 1, upheld: 0, rejected: 0, answered: 0, closed: 0, waiting: 1, median_hours: null },
    { kind: "illegal_content", received: 5, upheld: 2, rejected: 1, answered: 1, closed: 1, waiting: 0, median_hours: 2.5 },
  ]);
});

test("reports count by reason and by content", async () => {
  const decided = { status: "decided", decidedAt: FROM + 6 * HOUR } as const;
  await report({ ...decided, outcome: "acted" });
  await report({ ...decided, outcome: "left", kind: "photo" });
  await report({ ...decided, outcome: "no_violation", reason: "fake" });
  await report({ objectId: "x" });
  const { reports: byReason, content } = await read();
  expect(byReason).toEqual([
    { reason: "fake", received: 1, acted: 0, no_violation: 1, left: 0, waiting: 0, median_hours: 6 },
    { reason: "scam", received: 3, acted: 1, no_violation: 0, left: 1, waiting: 1, median_hours: 6 },
  ]);
  expect(content).toEqual([
    { content: "photo", received: 1, acted: 0 },
    { content: "profile", received: 3, acted: 1 },
  ]);
});

test("an objection counts when it was made, its decision when it was taken", async () => {
  const before = { createdAt: FROM - 1, objectedAt: FROM, objection: "No." } as const;
  await decision({ ...before, outcome: "reversed", closedAt: FROM + 48 * HOUR });
  await decision({ kind: "ban", objectedAt: UNTIL, objection: "No." });
  await decision({ objectedAt: FROM, objection: "No.", outcome: "upheld", closedAt: FROM + 24 * HOUR });
  await decision({ reportId: null });
  const { decisions: taken, objections } = await read();
  expect(taken).toEqual([
    { decision: "ban", reason: "scam", decided: 1, after_a_report: 1, by_a_program: 0, objected: 1, reversed: 0 },
    { decision: "warning", reason: "scam", decided: 2, after_a_report: 1, by_a_program: 0, objected: 1, reversed: 0 },
  ]);
  expect(objections).toEqual([{ received: 2, upheld: 1, reversed: 1, waiting: 0, median_hours: 36 }]);
});

test("photos count once their decision is final", async () => {
  await photo("approved", null);
  await photo("refused", "nudity");
  await photo("refused", "nudity");
  await photo("refused", "nudity", { state: "decided" });
  await photo("refused", "nudity", { decidedAt: UNTIL });
  expect((await read()).photos).toEqual([
    { decision: "approved", reason: null, photos: 1 },
    { decision: "refused", reason: "nudity", photos: 2 },
  ]);
});

test("held texts count beside photos", async () => {
  await photo("approve", null, { kind: "text" });
  await photo("refuse", "scam", { kind: "text" });
  const { photos, texts } = await read();
  expect([photos, texts]).toEqual([
    [],
    [
      { decision: "approve", reason: null, texts: 1 },
      { decision: "refuse", reason: "scam", texts: 1 },
    ],
  ]);
});

test("one site's report holds nothing of another, and members are those of the last 30 days", async () => {
  await addMember();
  await addMember();
  await env.DB.exec(`UPDATE profiles SET last_active_at = ${NOW}`);
  await addMember();
  await env.DB.exec(`UPDATE profiles SET last_active_at = 1 WHERE last_active_at <> ${NOW}`);
  await complaint({});
  await report({});
  await decision({ objectedAt: FROM, objection: "No." });
  await photo("approved", null);
  const own = await read("liaison");
  expect(own).toEqual(await read());
  expect(own.members).toEqual([{ active_in_the_last_30_days: 2 }]);
  const other = await read("velvet");
  expect(other.members).toEqual([{ active_in_the_last_30_days: 0 }]);
  expect(Object.values(other).flat()).toHaveLength(1);
});

test("what one person decided although it needs two counts by kind", async () => {
  const noted = (objectId: string, action: string) =>
    db.insert(staffAudit).values({ at: FROM, action, objectKind: "work_item", objectId, requestId: "r" });
  await photo("upheld", null, { kind: "appeal", objectId: "a1", notBy: "olga" });
  await photo("upheld", null, { kind: "appeal", objectId: "a2", notBy: "olga" });
  await photo("approve", null, { kind: "refund", objectId: "f1", notBy: "olga" });
  await noted("appeal a1", "upheld appeal, alone");
  await noted("appeal a2", "upheld appeal");
  await noted("refund f1", "approve refund, alone");
  expect((await read()).alone).toEqual([
    { kind: "appeal", decided_by_one_person: 1 },
    { kind: "refund", decided_by_one_person: 1 },
  ]);
});
