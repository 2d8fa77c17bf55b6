import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { audit } from "#db/audit.ts";
import { readDomainFiles } from "#scripts/data.ts";
import { localStore } from "#scripts/database.ts";
import { merge } from "#scripts/pool/merge.ts";
import { COMPUTED_TABLES, MEMBER_TABLES, POOL_ROWS, SITE_TABLES } from "#scripts/pool/merge-plan.ts";
import { serveStore } from "#scripts/product.ts";
import { copyWithDomains } from "#tests/setup/instances.ts";
import { memberRows } from "#tests/setup/member-rows.ts";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { ask } from "./http.ts";

const [FROM, INTO] = ["curves", "liaison"];
const before = readDomainFiles().filter(({ pool }) => [FROM, INTO].includes(pool));
const files = before.map((file) => ({ ...file, pool: INTO }));
const folder = mkdtempSync(join(tmpdir(), "liaison-merge-"));
const template = join(folder, "template");
let data: string;
let db: D1Database;
let choices: string;
const said: string[] = [];

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
  await copyWithDomains(before, template, ["DB_2"]);
});
beforeEach(({ task }) => {
  data = join(folder, task.id);
  cpSync(template, data, { recursive: true });
  db = localStore(data).db as unknown as D1Database;
  choices = join(folder, `${task.id}.json`);
  said.length = 0;
});
afterAll(() => rmSync(folder, { recursive: true }));

async function add(pool: string, name: string, email = `${name}@example.org`.toLowerCase(), credits = 10): Promise<string> {
  const { id, rows } = memberRows({ email, name, password: PASSWORD }, { domainId: pool, credits });
  await db.batch(rows.map(({ sql, values }) => db.prepare(sql.replaceAll("'liaison'", `'${pool}'`)).bind(...values)));
  return id;
}

async function write(...statements: [string, ...(string | number)[]][]): Promise<void> {
  await db.batch(statements.map(([sql, ...values]) => db.prepare(sql).bind(...values)));
}

const run = (more: { "dry-run"?: boolean; choices?: string; yes?: boolean } = {}, onStep = () => {}) =>
  merge(
    [FROM, INTO],
    { data, remote: false, port: "0", "dry-run": false, choices: "", yes: true, ...more },
    { files, wait: async () => undefined, onStep },
  );

const rows = async <T>(sql: string) => (await db.prepare(sql).all<T>()).results;

/** Of both pools together, which a merge must not change. */
async function sumsOfBoth(): Promise<Record<string, number>> {
  const tables = [
    ...Object.keys(MEMBER_TABLES),
    ...POOL_ROWS,
    "ledger",
    "payments",
    "likes",
    "blocks",
    "consents",
    "photos",
    "messages",
  ];
  const counts = tables.map((name) => `(SELECT count(*) FROM ${name}) AS ${name}`);
  const [sums = {}] = await rows<Record<string, number>>(
    `SELECT ${counts.join(", ")}, (SELECT sum(credits) FROM accounts) AS credits, (SELECT sum(amount) FROM ledger) AS ledger_sum`,
  );
  return sums;
}

/** Members of both pools, with what each of them has; `more` moves them in several transactions. */
async function fill(more = 0): Promise<{ anna: string; ben: string; twin: string }> {
  const [anna, ben] = [await add(FROM, "Anna"), await add(FROM, "Bernard")];
  const twin = await add(INTO, "ANNA", "other.anna@example.org");
  await add(INTO, "Clara");
  for (let n = 0; n < more; n++) await add(FROM, `Many${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}x`);
  await write(
    ["INSERT INTO likes (liker_id, liked_id, is_new, created_at, announced_at) VALUES (?1, ?2, 1, 1, 1)", anna, ben],
    ["INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?1, ?2, 1)", ben, anna],
    [
      "INSERT INTO conversations (id, member_a, member_b, started_by, created_at, pool) VALUES ('chat', min(?1, ?2), max(?1, ?2), ?1, 1, 'curves')",
      anna,
      ben,
    ],
    [
      "INSERT INTO participants (conversation_id, member_id, other_id, read_seq, listed, last_seq, wrote, last_text, last_sender, last_at, other_name) VALUES ('chat', ?1, ?2, 1, 1, 1, 1, 'Hello', ?1, 1, ''), ('chat', ?2, ?1, 0, 1, 1, 0, 'Hello', ?1, 1, '')",
      anna,
      ben,
    ],
    [
      "INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at) VALUES ('chat', 1, 'm1', 'c1', ?1, 'text', 'Hello', 0, 1)",
      anna,
    ],
    [
      "INSERT INTO exclusions (id, pool, kind, print, scope, until, created_at) VALUES ('e1', 'curves', 'email', 'p', 'access', 9, 1)",
    ],
  );
  return { anna, ben, twin };
}

test("every table that says a pool is moved, computed anew or written by the sites", async () => {
  const all = await rows<{ name: string }>(
    "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'pool' ORDER BY m.name",
  );
  expect(all.length).toBeGreaterThan(10);
  const known = [...Object.keys(MEMBER_TABLES), ...POOL_ROWS, ...COMPUTED_TABLES, ...SITE_TABLES];
  expect(all.map(({ name }) => name)).toEqual(known.sort());
});

test("a merge that is killed after each step and begun again loses and doubles nothing, and its counters are right", async () => {
  const { anna, ben } = await fill(230);
  const sums = await sumsOfBoth();
  expect(sums).toMatchObject({ accounts: 234, messages: 1, likes: 1, blocks: 1, exclusions: 1, credits: 2340, ledger_sum: 2340 });
  let kills = 0;
  for (let done = false; !done; ) {
    let steps = 0;
    // Two steps each time: the first may repeat what is there.
    const killed = () => {
      if (++steps === 2) throw new Error("killed");
    };
    done = await run({}, killed).then(
      () => true,
      (error: Error) => {
        if (error.message !== "killed") throw error;
        return ++kills < 0;
      },
    );
  }
  expect(kills).toBeGreaterThan(2);
  expect(await sumsOfBoth()).toEqual(sums);
  expect(await rows("SELECT DISTINCT pool FROM accounts UNION SELECT DISTINCT pool FROM profiles")).toEqual([{ pool: INTO }]);
  expect(await rows("SELECT id, pool FROM domains WHERE pool <> 'liaison'")).toEqual([]);
  const names = await rows<{ id: string; name: string }>(`SELECT id, name FROM profiles WHERE id IN ('${anna}', '${ben}')`);
  const renamed = names.find(({ id }) => id === anna)?.name;
  expect(renamed).toMatch(/^Anna\d{4}$/);
  const told = await rows<Record<"account_id" | "template" | "text", string>>("SELECT account_id, template, text FROM outbox");
  expect(told).toEqual([{ account_id: anna, template: "name_changed", text: expect.stringContaining(renamed ?? "none") }]);
  expect(await rows("SELECT other_name AS name FROM participants WHERE member_id = '".concat(ben, "'"))).toEqual([
    { name: renamed?.toLowerCase() },
  ]);
  expect(
    await rows("SELECT sum(total) AS n, min(total) AS least FROM profile_counts WHERE region = '' AND country = ''"),
  ).toEqual([{ n: 234, least: expect.any(Number) }]);
  expect(await rows("SELECT count(*) AS n, count(DISTINCT gender || country || slot) AS slots FROM profiles")).toEqual([
    { n: 234, slots: 234 },
  ]);
  expect((await audit(db)).findings).toEqual([]);
  await expect(run()).rejects.toThrow("it is merged already");
});

test("a fictional profile whose name changes gets no mail: it has no address", async () => {
  const anna = await add(FROM, "Anna");
  await add(INTO, "ANNA", "other.anna@example.org");
  await write(["UPDATE profiles SET fictional = 1 WHERE id = ?1", anna]);
  await run();
  expect(await rows(`SELECT name <> 'Anna' AS renamed FROM profiles WHERE id = '${anna}'`)).toEqual([{ renamed: 1 }]);
  expect(await rows("SELECT template FROM outbox")).toEqual([]);
});

test("what members of the open pool do meanwhile is no alarm", async () => {
  const [anna, clara, dora] = [await add(FROM, "Anna"), await add(INTO, "Clara"), await add(INTO, "Dora")];
  await write(["INSERT INTO likes (liker_id, liked_id, is_new, created_at, announced_at) VALUES (?1, ?2, 1, 1, 1)", clara, dora]);
  await merge(
    [FROM, INTO],
    { data, remote: false, port: "0", "dry-run": false, choices: "", yes: true },
    { files, wait: () => write(["DELETE FROM likes WHERE liker_id = ?1", clara]) },
  );
  expect(await rows(`SELECT pool FROM accounts WHERE id = '${anna}'`)).toEqual([{ pool: INTO }]);
  expect(said.at(-1)).toContain("1 of them, 10 credits");
});

test("a member of the pool that ended logs in at the old site, and finds members of both", async () => {
  const { anna } = await fill();
  const product = await serveStore({ port: 0, data, domains: before, vars: { PASSWORD_COST: "test", CALL_LIMITS: "off" } });
  try {
    await run();
    const host = before
      .find(({ pool, hosts }) => pool === FROM && hosts.some((one) => one.endsWith("localhost")))
      ?.hosts.find((one) => one.endsWith("localhost"));
    const headers = {
      host: `${host}:${product.port}`,
      origin: `http://${host}:${product.port}`,
      "content-type": "application/json",
    };
    const body = JSON.stringify({ email: "anna@example.org", password: PASSWORD });
    const login = await ask({ port: product.port, path: "/api/user.php", method: "POST", body, headers });
    expect(login.status, login.text).toBe(200);
    expect(login.text).toContain(anna);
  } finally {
    await product.local.dispose();
  }
});

test("an address in both pools is refused with both accounts until a choice says who keeps it", async () => {
  const [mine, theirs] = [await add(FROM, "Anna", "same@example.org", 10), await add(INTO, "Berta", "same@example.org", 0)];
  await expect(run({ "dry-run": true })).rejects.toThrow("same@example.org (10 credits in curves, 0 credits in liaison)");
  const choose = (choice: object) => {
    writeFileSync(choices, JSON.stringify({ "same@example.org": choice }));
    return run({ choices });
  };
  await expect(choose({ keep: "nobody", other: null })).rejects.toThrow("names neither pool");
  await expect(choose({ keep: INTO, other: null })).rejects.toThrow("the account to delete has 10 credits");
  await expect(choose({ keep: INTO, other: "no address" })).rejects.toThrow("is no e-mail address");
  await expect(choose({ keep: INTO })).rejects.toThrow("other");
  await add(INTO, "Clara");
  await expect(choose({ keep: INTO, other: "clara@example.org" })).rejects.toThrow(
    "an account in liaison has clara@example.org already",
  );
  expect(await rows("SELECT count(*) AS n FROM accounts WHERE pool = 'curves'")).toEqual([{ n: 1 }]);
  await choose({ keep: FROM, other: null });
  expect(await rows("SELECT id, email, status, pool FROM accounts WHERE email <> 'clara@example.org' ORDER BY status")).toEqual([
    { id: mine, email: "same@example.org", status: "active", pool: INTO },
    { id: theirs, email: `${theirs}@merged.invalid`, status: "deleted", pool: INTO },
  ]);
});

test("an account that got credits since the plan is not deleted", async () => {
  const given: string[] = [];
  for (const name of ["Anna", "Berta"]) {
    await add(FROM, `${name}s`, `${name}@example.org`.toLowerCase());
    given.push(await add(INTO, name, `${name}@example.org`.toLowerCase(), 0));
  }
  const choice = { keep: FROM, other: null };
  writeFileSync(choices, JSON.stringify({ "anna@example.org": choice, "berta@example.org": choice }));
  await write([
    "CREATE TRIGGER meanwhile AFTER UPDATE OF email ON accounts BEGIN UPDATE accounts SET credits = 5 WHERE email = 'berta@example.org' AND pool = 'liaison'; END",
  ]);
  await expect(run({ choices })).rejects.toThrow("berta@example.org: the account to delete has credits");
  expect(await rows("SELECT id, status FROM accounts WHERE pool = 'liaison' ORDER BY status")).toEqual([
    { id: given[1], status: "active" },
    { id: given[0], status: "deleted" },
  ]);
  expect(await rows(`SELECT status FROM profiles WHERE id = '${given[1]}'`)).toEqual([{ status: "active" }]);
});

test("the other account goes on with the address that its member named", async () => {
  const [mine, theirs] = [await add(FROM, "Anna", "same@example.org"), await add(INTO, "Berta", "same@example.org")];
  writeFileSync(choices, JSON.stringify({ "same@example.org": { keep: INTO, other: "anna@example.org" } }));
  await run({ choices });
  expect(await rows("SELECT id, email FROM accounts WHERE status = 'active' ORDER BY email")).toEqual([
    { id: mine, email: "anna@example.org" },
    { id: theirs, email: "same@example.org" },
  ]);
  expect(await rows("SELECT account_id, recipient, template FROM outbox")).toEqual([
    { account_id: mine, recipient: "anna@example.org", template: "address_changed" },
  ]);
});

test("bans by bank account, which would end, need a yes; an offer that was used stays used", async () => {
  const anna = await add(FROM, "Anna");
  await write(
    [
      "INSERT INTO exclusions (id, pool, kind, print, scope, until, created_at) VALUES ('e2', 'curves', 'payment', 'p', 'access', 9e15, 1)",
    ],
    [
      `INSERT INTO payments (id, account_id, domain_id, package_id, credits, currency, list_amount, amount, country, method, provider, status,
          seller, series, buyer_name, language, refund_days, idempotency_key, created_at, updated_at, ask_at)
        VALUES ('pay', ?1, 'curves', 'p', 1, 'EUR', 100, 100, 'NL', 'card', 'sandbox', 'created', '{}', 's', 'Anna', 'en', 14, 'k', 1, 1, 1)`,
      anna,
    ],
    [
      "INSERT INTO discount_uses (payment_id, scope, code, account_id, validity, state) VALUES ('pay', 'curves', 'WELCOME25', ?1, 'once-per-user', 'used')",
      anna,
    ],
  );
  await run();
  expect(said.join("\n")).toContain("1 exclusions and bans, 0 blocked mandates and 0 returned debits");
  expect(await rows("SELECT scope FROM discount_uses")).toEqual([{ scope: INTO }]);
});

test("a dry run writes nothing; a merge is refused while its files, databases or open sites do not allow it", async () => {
  await fill();
  const all = async () =>
    JSON.stringify(await rows("SELECT id, pool FROM accounts UNION ALL SELECT id, pool FROM domains ORDER BY 1"));
  const untouched = await all();
  await run({ "dry-run": true });
  expect(said.join("\n")).toMatch(/names in both: 1\n.*Anna \(\w+\) becomes Anna\d{4}/s);
  await expect(run({ yes: false })).rejects.toThrow("curves is open");
  const where = { data, remote: false, port: "0", "dry-run": true, choices: "", yes: true };
  await expect(merge([FROM, INTO], where, { files: before })).rejects.toThrow('write "pool": "liaison"');
  await expect(merge([FROM, FROM], where, { files })).rejects.toThrow("into itself");
  await expect(merge([FROM, "nobody"], where, { files })).rejects.toThrow('no pool "nobody"');
  await write(["INSERT INTO pools (pool, database) VALUES ('curves', 'DB_2')"]);
  await expect(run()).rejects.toThrow("curves lives in DB_2, liaison in DB");
  expect(await all()).toBe(untouched);
});
