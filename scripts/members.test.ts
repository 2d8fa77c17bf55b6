import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test, vi } from "vitest";
import { emptyStore, memberLine } from "#tests/setup/brought-file.ts";
import { importMembers } from "./members/import.ts";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));

const SOURCE = { type: "source", name: "old.example" };
const at = (minute: number) => new Date(Date.UTC(2024, 0, 1, 10, minute)).toISOString();

async function bring(data: string, lines: object[], more: object = {}) {
  const file = join(data, "members.ndjson");
  writeFileSync(file, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  const options = { site: "liaison", "dry-run": false, photos: "later", rate: "120", remote: false, data, port: "1", ...more };
  await importMembers(file, options);
  return readFileSync(`${file}.report`, "utf8");
}

const rows = (db: DatabaseSync, sql: string) =>
  db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));
const count = (db: DatabaseSync, table: string) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n;

const WHOLE = [
  SOURCE,
  memberLine("1", {
    name: "Anna",
    region: "NL-NH",
    city: "Amsterdam",
    about: "I like rain.",
    attributes: { smoking: "never" },
    interests: ["coffee", "music"],
    last_seen: "2024-05-01T10:00:00+02:00",
    credits: 20,
    legacy_hash: "$2y$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i",
    consents: [{ kind: "terms", text: "I agree.", accepted_at: at(0) }],
    old_paths: ["/user/anna", "/profile?id=1"],
    hidden: true,
  }),
  memberLine("2", { name: "Ben" }),
  memberLine("3", { banned: true }),
  { type: "like", from: "1", to: "2", at: at(0), seen: true },
  { type: "like", from: "2", to: "1", at: at(1) },
  { type: "block", from: "2", to: "1", at: at(2) },
  {
    type: "conversation",
    members: ["2", "1"],
    messages: [
      { from: "1", text: "Hello Ben", at: at(3) },
      { from: "2", text: "Hello\nAnna", at: at(4) },
      { from: "2", text: "Still there?", at: at(5) },
    ],
    read: { 1: at(4), 2: at(9) },
  },
];

test("a file's members, likes, blocks and conversations are there, and nobody hears of it", async () => {
  const { data, db } = emptyStore();
  expect(await bring(data, WHOLE)).toBe("");
  expect(
    rows(db, "SELECT email, status, terms_version, credits, unread, new_likes, created_at FROM accounts ORDER BY email"),
  ).toEqual([
    {
      email: "m1@old.example",
      status: "active",
      terms_version: "",
      credits: 20,
      unread: 0,
      new_likes: 0,
      created_at: Date.UTC(2019, 2, 1, 10),
    },
    {
      email: "m2@old.example",
      status: "active",
      terms_version: "",
      credits: 0,
      unread: 0,
      new_likes: 0,
      created_at: Date.UTC(2019, 2, 1, 10),
    },
  ]);
  expect(
    rows(
      db,
      "SELECT name, status, region, city, cell > 0 AS placed, about, smoking, interests, last_active_at FROM profiles WHERE name = 'Anna'",
    ),
  ).toEqual([
    {
      name: "Anna",
      status: "disabled",
      region: "NL-NH",
      city: "Amsterdam",
      placed: 1,
      about: "I like rain.",
      smoking: "never",
      interests: '["coffee","music"]',
      last_active_at: Date.UTC(2024, 4, 1, 8),
    },
  ]);
  const [hash] = rows(db, "SELECT password_hash AS stored FROM accounts WHERE email = 'm1@old.example'") as { stored: string }[];
  expect(JSON.parse(hash?.stored ?? "")).toMatchObject({
    legacy: { scheme: "bcrypt", cost: 6 },
    hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
  });
  expect(rows(db, "SELECT kind, amount, cause FROM ledger")).toEqual([{ kind: "brought", amount: 20, cause: "old.example" }]);
  expect(
    rows(
      db,
      "SELECT source, old_id, hash_until > imported_at AS kept, json_array_length(consents) AS consents FROM imported ORDER BY old_id",
    ),
  ).toEqual([
    { source: "old.example", old_id: "1", kept: 1, consents: 1 },
    { source: "old.example", old_id: "2", kept: null, consents: 0 },
  ]);
  expect(rows(db, "SELECT path FROM old_paths ORDER BY path")).toEqual([{ path: "/profile?id=1" }, { path: "/user/anna" }]);
  expect(rows(db, "SELECT scope, kind FROM exclusions")).toEqual([{ scope: "access", kind: "email" }]);
  expect(rows(db, "SELECT matched_at IS NOT NULL AS matched, is_new FROM likes ORDER BY created_at")).toEqual([
    { matched: 1, is_new: 0 },
    { matched: 1, is_new: 1 },
  ]);
  expect(rows(db, "SELECT seq, text, read_at IS NOT NULL AS read FROM messages ORDER BY seq")).toEqual([
    { seq: 1, text: "Hello Ben", read: 1 },
    { seq: 2, text: "Hello\nAnna", read: 1 },
    { seq: 3, text: "Still there?", read: 0 },
  ]);
  expect(rows(db, "SELECT listed, read_seq, last_seq, wrote, last_text FROM participants ORDER BY read_seq")).toEqual([
    { listed: 0, read_seq: 2, last_seq: 3, wrote: 1, last_text: "Still there?" },
    { listed: 0, read_seq: 3, last_seq: 3, wrote: 1, last_text: "Still there?" },
  ]);
  for (const silent of ["news", "outbox", "pushes", "profile_counts", "profile_bits", "consents"])
    expect(count(db, silent), silent).toBe(0);
});

test("a second import, or one that was killed, adds what is missing and doubles nothing", async () => {
  const { data, db } = emptyStore();
  const tables = [
    "accounts",
    "profiles",
    "ledger",
    "lots",
    "imported",
    "likes",
    "blocks",
    "conversations",
    "participants",
    "messages",
    "exclusions",
    "old_paths",
  ];
  const counts = () => Object.fromEntries(tables.map((table) => [table, count(db, table)]));
  await bring(data, WHOLE.slice(0, 5));
  expect(counts()).toMatchObject({ accounts: 2, likes: 1, messages: 0 });
  await bring(data, WHOLE);
  const whole = counts();
  expect(whole).toMatchObject({ accounts: 2, likes: 2, messages: 3, ledger: 1 });
  const before = rows(db, "SELECT id, password_hash FROM accounts ORDER BY id");
  await bring(data, WHOLE);
  // A first run was killed behind line 5: what follows is written, what comes before is not asked twice.
  writeFileSync(join(data, "members.ndjson.progress"), `liaison ${readFileSync(join(data, "members.ndjson")).length} 5`);
  await bring(data, WHOLE);
  expect(counts()).toEqual(whole);
  expect(rows(db, "SELECT id, password_hash FROM accounts ORDER BY id")).toEqual(before);
});

test("a dry run names each line that would be refused, with its reason, and writes nothing", async () => {
  const { data, db } = emptyStore();
  const before = memberLine("1", { name: "Anna" });
  const lines = [
    SOURCE,
    before,
    "{broken",
    { type: "song" },
    memberLine("4", { email: "nobody" }),
    memberLine("5", { birth_date: "2015-01-01" }),
    memberLine("6", { country: "JP" }),
    memberLine("7", { email: "M1@old.example" }),
    memberLine("1"),
    memberLine("8", { gender: "unknown" }),
    memberLine("9", { name: "call me", about: "Write to +31 6 1234 5678", legacy_hash: "plain", city: "Atlantis" }),
    memberLine("10", { name: "anna" }),
    { type: "like", from: "1", to: "99", at: at(0) },
    { type: "conversation", members: ["1", "9"], messages: [{ from: "10", text: "x", at: at(0) }] },
    {
      type: "conversation",
      members: ["1", "9"],
      messages: [
        { from: "1", text: "x", at: at(2) },
        { from: "9", text: "y", at: at(1) },
      ],
    },
  ];
  const report = await bring(data, lines as object[], { "dry-run": true });
  const said = report.trim().split("\n");
  for (const [line, reason] of [
    [3, /no JSON/],
    [4, /type/],
    [5, /"nobody" is no e-mail address/],
    [6, /is for members of 18/],
    [7, /country JP/],
    [8, /the address is that of line 2/],
    [9, /the id 1 is there twice/],
    [10, /gender/],
    [11, /name "call me" becomes "call_me"/],
    [11, /town "Atlantis" is left out/],
    [11, /contact details is left out/],
    [11, /no log-in by the old password: the scheme is not known/],
    [12, /the name "anna" is taken, it becomes "anna\d{4}"/],
    [13, /the member 99 was not brought/],
    [14, /a message is of somebody else/],
    [15, /not in the order of their times/],
  ] as const)
    expect(
      said.some((one) => one.startsWith(`line ${line}: `) && reason.test(one)),
      `${line} ${reason}\n${report}`,
    ).toBe(true);
  expect(said).toHaveLength(16);
  expect(count(db, "accounts")).toBe(0);
});

test("an address that has an account here is refused, and what is about that member as well", async () => {
  const { data, db } = emptyStore();
  await bring(data, [SOURCE, memberLine("1")]);
  const report = await bring(data, [
    { ...SOURCE, name: "another" },
    memberLine("1"),
    memberLine("2"),
    { type: "like", from: "1", to: "2", at: at(0) },
  ]);
  expect(report).toMatch(/line 2: refused: 1: the address has an account here/);
  expect(report).toMatch(/line 4: refused: the member 1 was not brought/);
  expect([count(db, "accounts"), count(db, "likes")]).toEqual([2, 0]);
});
