import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { actionWords } from "#app/features/backoffice/staff/audit-words.ts";
import { ACTS, type Act, backendOf } from "#tests/setup/staff-acts.ts";
import { STAFF_CALLS, type StaffCallName } from "#worker/server/staff/calls.ts";
import type { StaffContext } from "./context.ts";
import type { StaffCall } from "./staff-call.vocabulary.ts";

const CALLS = Object.entries(STAFF_CALLS) as [StaffCallName, StaffCall][];
const CHANGES = CALLS.filter(([, { leaves }]) => "change" in leaves).map(([name]) => name);

/** A proof that was shown is used up, whatever comes of the act. */
const PROOFS = ["staff_recovery_codes", "staff_passkeys"];
/** Bytes that no version names, which nobody is shown: decision 59. */
const BYTES = ["domain_assets"];

type Logged = { action: string; kind: string; id: string | null; by: string | null };

const make = (name: StaffCallName, { ctx, input }: Act) => backendOf(ctx)[name](input as never) as Promise<unknown>;

async function rowsOf(ctx: StaffContext): Promise<Logged[]> {
  const { results } = await env.DB.prepare(
    "SELECT action, object_kind AS kind, object_id AS id, staff_id AS by FROM staff_audit WHERE request_id = ? ORDER BY id",
  )
    .bind(ctx.requestId)
    .all<Logged>();
  return results;
}

/** What queues send meanwhile, of earlier tests: only the number of rows counts. */
const QUEUED = ["outbox", "webhook_deliveries"];

/** Icons are a megabyte: their version is a hash of what they show. */
const columnsOf = (table: string) => {
  if (QUEUED.includes(table)) return "count(*)";
  return table === "domain_icons" ? "domain_id, path, version, length(data)" : "*";
};

/** All rows of all tables, but those of proofs and bytes. */
async function stored(): Promise<Record<string, string>> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf%' AND name NOT LIKE 'd1_%'",
  ).all<{ name: string }>();
  const names = results.map(({ name }) => name).filter((name) => ![...PROOFS, ...BYTES].includes(name));
  const all = await env.DB.batch(names.map((name) => env.DB.prepare(`SELECT ${columnsOf(name)} FROM "${name}"`)));
  return Object.fromEntries(names.map((name, n) => [name, JSON.stringify(all[n]?.results)]));
}

// Work that an earlier test decided takes effect after ten seconds, and its webhooks are called meanwhile.
beforeEach(async () => {
  for (const table of ["work_items", "webhook_deliveries", "webhooks"]) await env.DB.exec(`DELETE FROM ${table}`);
});

/** Of requests whose row cannot be written: a trigger made and dropped for each act makes every statement be prepared anew. */
const FULL = "the log is full";
beforeAll(() =>
  env.DB.exec(
    `CREATE TRIGGER log_is_full BEFORE INSERT ON staff_audit WHEN new.request_id = '${FULL}' BEGIN SELECT RAISE(ABORT, 'full'); END`,
  ),
);
afterAll(() => env.DB.exec("DROP TRIGGER log_is_full"));

test("each act of the staff is made below", () => {
  expect(CHANGES.length).toBeGreaterThan(35);
  expect(CHANGES.toSorted()).toEqual(Object.keys(ACTS).toSorted());
});

test.each(CHANGES)(
  "%s changes nothing where its row cannot be written, and leaves one with its author and its object",
  async (name) => {
    const made = ACTS[name] ?? expect.unreachable();
    const refused = await made();
    const before = await stored();
    await expect(make(name, { ...refused, ctx: { ...refused.ctx, requestId: FULL } })).rejects.toThrow();
    const after = await stored();
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([]);

    const act = await made();
    // What leads to the act has the same request.
    const ctx = { ...act.ctx, requestId: `act ${name}` };
    await make(name, { ...act, ctx });
    const [action, kind, id] = act.row;
    expect(actionWords(action), "in words").toMatch(/^[A-Z]/);
    const by = act.by ?? act.ctx.viewer?.id;
    expect(await rowsOf(ctx)).toContainEqual({ action, kind, by, id: id === "*" ? expect.any(String) : id });
  },
);
