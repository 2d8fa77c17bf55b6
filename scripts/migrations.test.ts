import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { ATTRIBUTE_NAMES } from "#db/schema/attribute-table.ts";
import { profiles } from "#db/schema/index.ts";
import { BASELINE, MIGRATIONS, migrationsIn } from "./migrations/files.ts";
import { wholeTableWork } from "./migrations/large.ts";
import { intended, migrated, TRIGGERS, triggersOf, withoutRowid } from "./migrations/schema.ts";
import { differences, shapeOf, triggersIn } from "./migrations/shape.ts";
import { rebuiltIn, referringTo, triggerChanges, triggersNaming } from "./migrations/write.ts";

let files: Map<string, string>;
beforeAll(async () => {
  files = shapeOf(await intended());
});

function edited(folder: string, file: string, ...changes: [from: string, to: string][]): string {
  const copy = mkdtempSync(join(tmpdir(), "liaison-migrations-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(folder, copy, { recursive: true });
  let text = readFileSync(join(copy, file), "utf8");
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  writeFileSync(join(copy, file), text);
  return copy;
}

test("the migrations make the database of the schema and the trigger files", () => {
  expect(files.size).toBeGreaterThan(1000);
  expect(differences(files, shapeOf(migrated()))).toEqual([]);
});

test("a trigger file that was edited without a migration is told by the trigger and its line", async () => {
  const folder = edited(TRIGGERS, "billing.sql", ["'ledger is append-only'", "'the ledger is append-only'"]);
  const wanted = shapeOf(await intended(triggersOf(folder)));
  expect(differences(wanted, shapeOf(migrated()))).toEqual([
    "trigger ledger_no_update: the files say “SELECT RAISE(ABORT, 'the ledger is append-only');”, the migrations “SELECT RAISE(ABORT, 'ledger is append-only');”",
  ]);
  const file = readFileSync(join(TRIGGERS, "accounts.sql"), "utf8");
  const names = [...file.matchAll(/^CREATE TRIGGER (\w+)/gm)].map(([, name]) => name);
  expect(names).toContain("accounts_deleted_at");
  const without = edited(TRIGGERS, "accounts.sql", [file, "-- None.\n"]);
  const told = differences(shapeOf(await intended(triggersOf(without))), shapeOf(migrated()));
  expect(told.filter((line) => !line.startsWith("order of triggers "))).toEqual(
    names.map((name) => `trigger ${name}: the migrations make it, no file of db/schema or db/triggers has it`),
  );
});

test("text that is no trigger is refused with its file", () => {
  const folder = edited(TRIGGERS, "accounts.sql", ["CREATE TRIGGER", "CREATE TEMP TRIGGER"]);
  expect(() => triggersOf(folder)).toThrow("db/triggers/accounts.sql: this is no trigger");
});

// One database for all: each takes all migrations anew.
const BY_HAND: [part: string, from: string, to: string, said: RegExp][] = [
  [
    "column",
    "`unread` integer DEFAULT 0 NOT NULL,",
    "`unread` integer DEFAULT 1 NOT NULL,",
    /^column accounts\.unread: .*“.*0.*”.*“.*1.*”$/,
  ],
  ["check", `CHECK("accounts"."unread" >= 0)`, `CHECK("accounts"."unread" >= -1)`, /^checks of accounts: .*>= 0.*>= -1/],
  ["index", "CREATE INDEX `blocks_", "CREATE INDEX `block_", /^index blocks_\w+: no migration makes it$/],
  ["reference", "ON DELETE cascade", "ON DELETE no action", /^references of \w+: .*CASCADE.*NO ACTION/],
  ["kind of table", ") WITHOUT ROWID;", ");", /^table \w+: the files say “WITHOUT ROWID”, the migrations “”$/],
];

test("a migration that was edited by hand is told by its column, check, index, reference and kind of table, once each", () => {
  const changes = BY_HAND.map(([, from, to]): [string, string] => [from, to]);
  const found = differences(files, shapeOf(migrated(edited(MIGRATIONS, "0000_baseline.sql", ...changes))));
  for (const [part, , , said] of BY_HAND) expect(found.filter((line) => said.test(line)).length, part).toBe(1);
  // The index by its new name.
  expect(found.filter((line) => !BY_HAND.some(([, , , said]) => said.test(line)))).toEqual([
    expect.stringMatching(/^index block_\w+: the migrations make it, no file of db\/schema or db\/triggers has it$/),
  ]);
});

test("a migration's trigger that was edited by hand is told, and so is another order of them", () => {
  const file = "0001_baseline_triggers.sql";
  const [first = ""] = /CREATE TRIGGER payments_fixed[\s\S]*?^END;$/m.exec(readFileSync(join(MIGRATIONS, file), "utf8")) ?? [];
  const folder = edited(MIGRATIONS, file, ["'debts are append-only'", "'debts stay'"], [first, "SELECT 1;"]);
  writeFileSync(join(folder, "9999_later.sql"), first);
  expect(differences(files, shapeOf(migrated(folder)))).toEqual([
    expect.stringMatching(/^trigger debts_no_(update|delete): /),
    expect.stringMatching(/^order of triggers BEFORE UPDATE ON payments: the files say “payments_fixed, .*payments_fixed”$/),
  ]);
});

test("the written change leads from any triggers to those of the files, fired in the same order", async () => {
  const wanted = triggersIn(await intended());
  const found = migrated();
  expect(triggerChanges(wanted, triggersIn(found))).toEqual([]);
  found.exec(`DROP TRIGGER payments_completed; DROP TRIGGER likes_match; DROP TRIGGER profile_bits_change;
    CREATE TRIGGER stranger AFTER INSERT ON likes BEGIN SELECT 1; END;
    CREATE TRIGGER likes_match AFTER INSERT ON likes BEGIN SELECT 2; END;`);
  expect(differences(files, shapeOf(found)).length).toBeGreaterThan(3);
  for (const statement of triggerChanges(wanted, triggersIn(found))) found.exec(statement);
  expect(differences(files, shapeOf(found))).toEqual([]);
});

test("a table that is made anew keeps its triggers and those that name it", async () => {
  const db = migrated();
  const table = String(db.prepare("SELECT sql FROM sqlite_master WHERE name = 'blocks'").get()?.sql);
  const indexes = db.prepare("SELECT sql FROM sqlite_master WHERE tbl_name = 'blocks' AND type = 'index' AND sql > ''").all();
  const migration = `${table.replace("`blocks`", "`__new_blocks`").replaceAll('"blocks"', '"__new_blocks"')};
    INSERT INTO __new_blocks SELECT * FROM blocks; DROP TABLE blocks; ALTER TABLE \`__new_blocks\` RENAME TO \`blocks\`;
    ${indexes.map(({ sql }) => `${sql};`).join("\n")}`;
  const dropped = triggersNaming(db, rebuiltIn(migration));
  expect(dropped).toContain("DROP TRIGGER signals_block;");
  for (const statement of [...dropped, migration]) db.exec(statement);
  for (const statement of triggerChanges(triggersIn(await intended()), triggersIn(db))) db.exec(statement);
  expect(differences(files, shapeOf(db))).toEqual([]);
});

test("tables whose rows a dropped table would take along are named", () => {
  expect(referringTo(migrated(), ["conversations"])).toContain("messages");
  expect(referringTo(migrated(), ["blocks"])).toEqual([]);
});

test("tables without rowid are so in the files and in what drizzle-kit writes", () => {
  expect(
    [...files]
      .filter(([, value]) => value.includes("WITHOUT ROWID"))
      .map(([name]) => name)
      .sort(),
  ).toEqual([
    "table archived_keys",
    "table archived_sends",
    "table messages",
    "table news",
    "table notified",
    "table profile_bits",
    "table source_figures",
    "table swipes",
    "table visits",
    "table work_items",
  ]);
  expect(withoutRowid("CREATE TABLE `likes` (\n\t`a` text\n);")).not.toContain("ROWID");
});

test("a searched attribute has its term in every trigger of the bitmaps, and its column moves the bits", () => {
  expect(ATTRIBUTE_NAMES.length).toBeGreaterThan(6);
  const text = (name: string) => files.get(`trigger ${name}`) ?? expect.unreachable(name);
  for (const attribute of ATTRIBUTE_NAMES) {
    const { name } = profiles[attribute];
    for (const trigger of ["profile_bits_slot", "profile_bits_change"])
      expect(text(trigger)).toContain(`'${attribute}:' || NEW.${name}`);
    for (const trigger of ["profile_bits_change", "profile_bits_delete"])
      expect(text(trigger)).toContain(`'${attribute}:' || OLD.${name}`);
    expect(/UPDATE OF (.*) ON/.exec(text("profile_bits_change"))?.[1]?.split(", ")).toContain(name);
  }
});

test("migrations are read in order", () => {
  expect(migrationsIn().slice(0, 2)).toEqual(BASELINE);
});

test.each([
  ["CREATE INDEX `profiles_a` ON `profiles` (`a`);", "index profiles_a of profiles"],
  ["-- Why\nCREATE UNIQUE INDEX IF NOT EXISTS messages_a ON messages (a) WHERE a > 0;", "index messages_a of messages"],
  ["DROP TABLE `archive_senders`;", "copy or end of table archive_senders"],
  ["DROP TABLE `ledger`;--> statement-breakpoint\nALTER TABLE `__new_ledger` RENAME TO `ledger`;", "copy or end of table ledger"],
])("a migration that reads a whole large table is refused: %s", (statement, said) => {
  expect(wholeTableWork("0002_later.sql", statement)).toEqual([said]);
  expect(wholeTableWork(BASELINE[0] as string, statement)).toEqual([]);
});

test("a new column, a new table with its index and an index of a small table are allowed", () => {
  const migration = `ALTER TABLE \`profiles\` ADD \`smoking\` text;
CREATE TABLE \`smokers\` (\`profile_id\` text);
CREATE INDEX \`smokers_profile\` ON \`smokers\` (\`profile_id\`);
CREATE INDEX \`domains_a\` ON \`domains\` (\`a\`);
CREATE TABLE \`archive_senders\` (\`member_id\` text);
CREATE UNIQUE INDEX \`archive_senders_member\` ON \`archive_senders\` (\`member_id\`);
DROP TRIGGER profile_bits_slot;`;
  expect(wholeTableWork("0002_smoking.sql", migration)).toEqual([]);
});

test("what a member had switched off stays off in kinds that came later", () => {
  const later = "0007_notification_kinds.sql";
  const db = migrated(
    MIGRATIONS,
    migrationsIn().filter((name) => name < later),
  );
  db.exec("PRAGMA foreign_keys = OFF");
  const off = (channel: string) =>
    Object.fromEntries(["message", "match", "like", "search", "photo"].map((kind) => [kind, { [channel]: false }]));
  const cases = {
    defaults: [{}, {}],
    likes: [{ like: { mail: false } }, { like: { mail: false } }],
    messages: [{ message: { mail: false } }, { message: { mail: false }, gift: { mail: false } }],
    gifts: [
      { message: { mail: false }, gift: { push: false } },
      { message: { mail: false }, gift: { push: false, mail: false } },
    ],
    mails: [
      off("mail"),
      { ...off("mail"), gift: { mail: false }, photo_request: { mail: false }, photo_answer: { mail: false } },
    ],
    pushes: [
      off("push"),
      {
        ...off("push"),
        ...{ gift: { push: false }, photo_request: { push: false }, photo_answer: { push: false }, report: { push: false } },
      },
    ],
  };
  for (const [id, [before]] of Object.entries(cases))
    db.prepare("INSERT INTO preferences (account_id, channels, updated_at) VALUES (?, ?, 0)").run(id, JSON.stringify(before));
  db.exec(readFileSync(join(MIGRATIONS, later), "utf8"));
  for (const [id, [, after]] of Object.entries(cases)) {
    const row = db.prepare("SELECT channels FROM preferences WHERE account_id = ?").get(id);
    expect(JSON.parse(String(row?.channels)), id).toEqual(after);
  }
});
