import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ALOVOA_KEYS, alovoaDump } from "#tests/setup/alovoa-dump.ts";
import { emptyStore } from "#tests/setup/brought-file.ts";
import { lineSchema } from "./members/format.ts";
import { importMembers } from "./members/import.ts";
import { readDump } from "./members/read.ts";

const DUMPS = join(import.meta.dirname, "../tests/setup/dumps");
/** No picture, but bytes that are no text, with every sign that a dump escapes. */
const BYTES = Uint8Array.from([0xff, 0xd8, 0, 10, 13, 26, 39, 34, 92, 0x80, 59, 40, 41, 0xff]);
const SALT = "pepper of the old site";
const HASH = createHash("sha256").update(`${SALT}a quiet river bend`).digest("hex");

const folder = mkdtempSync(join(tmpdir(), "liaison-dumps-"));
beforeAll(() => {
  Object.assign(process.env, ALOVOA_KEYS, { OXWALL_PASSWORD_SALT: SALT });
  for (const name of ["ph7builder.sql", "members.csv", "members-columns.json"])
    copyFileSync(join(DUMPS, name), join(folder, name));
  writeFileSync(join(folder, "oxwall.sql"), readFileSync(join(DUMPS, "oxwall.sql"), "utf8").replaceAll("HASH", HASH));
  writeFileSync(join(folder, "alovoa.sql"), alovoaDump(BYTES));
});
beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));
afterAll(() => {
  for (const name of [...Object.keys(ALOVOA_KEYS), "OXWALL_PASSWORD_SALT"]) delete process.env[name];
  rmSync(folder, { recursive: true });
});

type Line = { type: string } & Record<string, unknown>;

async function read(system: string, dump: string, more: object = {}): Promise<{ lines: Line[]; out: string; said: string }> {
  const out = join(folder, `${system}-${Math.random().toString(36).slice(2)}.ndjson`);
  await readDump(system, join(folder, dump), {
    out,
    source: "old.example",
    country: "NL",
    files: join(folder, "files"),
    map: "",
    ...more,
  });
  const lines = readFileSync(out, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  for (const line of lines) expect(lineSchema.safeParse(line).error?.issues ?? [], JSON.stringify(line)).toEqual([]);
  return { lines, out, said: vi.mocked(console.log).mock.calls.flat().join("\n") };
}

const of = (lines: Line[], type: string) => lines.filter((line) => line.type === type);

describe("a dump of pH7Builder", () => {
  test("gives members, matches and conversations, and says who stays behind", async () => {
    const { lines, said } = await read("ph7builder", "ph7builder.sql");
    expect(lines[0]).toEqual({ type: "source", name: "old.example" });
    const [anna, ben, bad] = of(lines, "member");
    expect(anna).toEqual({
      type: "member",
      id: "1",
      email: "anna@old.example",
      name: "Anna",
      birth_date: "1990-05-04",
      gender: "female",
      looking_for: "male",
      country: "NL",
      city: "Amsterdam",
      language: "nl",
      about: "I like rain;\nand & tea \\o/",
      joined: "2019-03-01T10:00:00Z",
      last_seen: "2024-05-01T08:00:00Z",
      credits: 5,
      legacy_hash: expect.stringMatching(/^\$2y\$06\$/),
      photos: [{ path: "files/user/avatar/img/Anna/a.jpg" }, { path: "files/picture/img/Anna/3/b-original.jpg" }],
      old_paths: ["/@anna"],
    });
    expect(ben).toMatchObject({
      name: "Ben_O'Hara",
      looking_for: "everyone",
      about: "Grüße – 'hello'",
      city: "Köln",
      country: "DE",
      hidden: true,
    });
    expect(bad).toMatchObject({ id: "4", banned: true });
    expect(of(lines, "like")).toEqual([
      { type: "like", from: "1", to: "2", at: "2024-01-01T10:00:00Z", seen: true },
      { type: "like", from: "2", to: "1", at: "2024-01-01T10:00:00Z", seen: true },
    ]);
    expect(of(lines, "conversation")).toEqual([
      {
        type: "conversation",
        members: ["1", "2"],
        messages: [
          { from: "1", text: "Hello Ben", at: "2024-01-02T10:00:00Z" },
          { from: "2", text: "Hello\r\nAnna", at: "2024-01-02T10:01:00Z" },
          { from: "1", text: "Are you there?", at: "2024-01-02T10:05:00Z" },
        ],
        read: { 2: "2024-01-02T10:05:00Z" },
      },
    ]);
    expect(said).toMatch(/3 members, 2 likes, 1 conversations, 3 messages/);
    expect(said).toMatch(/1 couples, which are no gender here/);
    expect(said).toMatch(/1 members who never confirmed/);
  });

  test("gives the same file each time", async () => {
    const hashes = await Promise.all(
      [1, 2].map(async () =>
        createHash("sha256")
          .update(readFileSync((await read("pH7Builder", "ph7builder.sql")).out))
          .digest("hex"),
      ),
    );
    expect(hashes[0]).toBe(hashes[1]);
  });
});

describe("a dump of Alovoa", () => {
  test("is decrypted, and its pictures lie beside the file byte by byte", async () => {
    const { lines, out, said } = await read("Alovoa", "alovoa.sql");
    const [anna, ben, bad] = of(lines, "member");
    expect(anna).toMatchObject({
      email: "anna@old.example",
      name: "Ännchen",
      birth_date: "1990-05-04",
      gender: "female",
      looking_for: "male",
      about: "I like rain",
      joined: "2019-03-01T10:00:00Z",
      old_paths: ["/profile/view/7c9e6679-7425-40de-944b-e07fc1f90ae7"],
    });
    expect(ben).toMatchObject({ id: "2", looking_for: "everyone", country: "NL" });
    expect(bad).toMatchObject({ id: "4", banned: true });
    const photos = anna?.photos as { path: string }[];
    expect(photos).toHaveLength(2);
    for (const { path } of photos) expect(new Uint8Array(readFileSync(join(out, "..", path)))).toEqual(BYTES);
    expect(of(lines, "like")).toHaveLength(2);
    expect(of(lines, "conversation")).toMatchObject([
      { messages: [{ text: "Hello Ben; how's it?" }, { text: "Grüße" }], read: { 2: "2024-01-02T10:00:00Z" } },
    ]);
    expect(said).toMatch(/1 members whose gender/);
  });

  test("without the keys of the old site says which", async () => {
    delete process.env.ALOVOA_TEXT_KEY;
    await expect(read("Alovoa", "alovoa.sql")).rejects.toThrow(/ALOVOA_TEXT_KEY/);
    Object.assign(process.env, ALOVOA_KEYS);
  });
});

test("a dump of Oxwall, which SkaDate is built on, gives answers, credits, blocks and conversations", async () => {
  const { lines } = await read("SkaDate", "oxwall.sql");
  const [anna, ben, gone] = of(lines, "member");
  expect(anna).toEqual({
    type: "member",
    id: "1",
    email: "anna@old.example",
    name: "Anna Maria",
    birth_date: "1990-05-04",
    gender: "female",
    looking_for: "male",
    country: "NL",
    about: "I like rain.",
    joined: "2019-03-01T10:00:00.000Z",
    last_seen: "2024-05-01T08:00:00.000Z",
    credits: 40,
    legacy_hash: { template: "sha256($salt.$password)", salt: SALT, hash: HASH },
    photos: [{ path: "files/base/avatars/avatar_original_1_1714550400.jpg" }, { path: "files/photo/photo_original_9_abc.jpg" }],
    old_paths: ["/user/anna"],
  });
  expect(ben).toMatchObject({ looking_for: "everyone", name: "ben" });
  expect(gone).toMatchObject({ banned: true });
  expect(of(lines, "member")).toHaveLength(3);
  expect(of(lines, "block")).toEqual([{ type: "block", from: "2", to: "1", at: "2000-01-01T00:00:00Z" }]);
  expect(of(lines, "conversation")).toMatchObject([
    { members: ["1", "2"], messages: [{ text: "Hello Ben" }, { text: "Hello Anna" }], read: { 2: "2024-01-02T10:00:00.000Z" } },
  ]);
});

test("a CSV file with a mapping gives members, and a column that is not there is named", async () => {
  const { lines } = await read("csv", "members.csv", { map: join(folder, "members-columns.json") });
  expect(of(lines, "member")).toEqual([
    {
      type: "member",
      country: "NL",
      id: "1",
      email: "anna@old.example",
      name: "Anna",
      birth_date: "1990-05-04",
      gender: "female",
      looking_for: "male",
      joined: "2019-03-01T10:00:00Z",
      about: 'I like "rain";\nand tea',
      photos: [{ path: "a.jpg" }, { path: "b.jpg" }],
      legacy_hash: { template: "md5($password)", hash: "5f4dcc3b5aa765d61d8327deb882cf99" },
    },
    expect.objectContaining({ id: "2", joined: "2019-04-01T00:00:00Z" }),
  ]);
  writeFileSync(join(folder, "wrong.json"), '{"separator":";","columns":{"id":"Nope"}}');
  await expect(read("csv", "members.csv", { map: join(folder, "wrong.json") })).rejects.toThrow(
    /no column Nope; it has UserID, Mail/,
  );
});

test.each([
  ["a mark that a spreadsheet would double", "4;Dana", '4;Da"na', "line 5: a quotation mark within a cell"],
  ["quotes that do not end", "4;Dana", '4;"Dana', "line 5: the quotes of a cell do not end"],
  ["another encoding", "4;Dana", "4;D\xe4na", "line 5: is not saved as UTF-8"],
])("a CSV file with %s is refused by its line, and no row is swallowed", async (_, row, broken, why) => {
  const text = `${readFileSync(join(folder, "members.csv"), "utf8").trimEnd().replaceAll("\n", "\r\n")}\r\n${row}\r\n5;Elsa\r\n`;
  writeFileSync(join(folder, "broken.csv"), Buffer.from(text.replace(row, broken), "latin1"));
  await expect(read("csv", "broken.csv", { map: join(folder, "members-columns.json") })).rejects.toThrow(why);
});

test.each([
  ["pH7Builder", "ph7builder.sql", ""],
  ["Alovoa", "alovoa.sql", ""],
  ["Oxwall", "oxwall.sql", ""],
  ["csv", "members.csv", "members-columns.json"],
])("what %s gives is imported: nothing of it is refused but whom a banned member concerns", async (system, dump, map) => {
  const { lines, out } = await read(system, dump, { map: map && join(folder, map) });
  const { data, db } = emptyStore();
  const options = { site: "liaison", "dry-run": false, photos: "later", rate: "120", remote: false, data, port: "1" };
  await importMembers(out, options);
  expect(readFileSync(`${out}.report`, "utf8")).not.toMatch(/refused/);
  const members = of(lines, "member").filter(({ banned }) => !banned);
  const n = (table: string) => (db as DatabaseSync).prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n;
  expect(n("accounts")).toBe(members.length);
  expect(n("likes")).toBe(of(lines, "like").length);
  expect(n("messages")).toBe(of(lines, "conversation").flatMap(({ messages }) => messages as object[]).length);
});
