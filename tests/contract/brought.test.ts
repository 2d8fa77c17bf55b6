import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { localStore } from "#scripts/database.ts";
import { startCommands } from "#tests/setup/commands.ts";
import { type Instance, startInstance } from "#tests/setup/instances.ts";
import { ask } from "./http.ts";

const ROOT = join(import.meta.dirname, "../..");
const MEMBERS = 900;
const WITH_PHOTOS = 3;
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), "liaison-brought-"));
const commands = startCommands();
let killed: Instance;
let whole: Instance;
beforeAll(async () => {
  killed = await startInstance();
  whole = await startInstance();
  mkdirSync(join(folder, "photos"));
  copyFileSync(join(ROOT, "tests/setup/phone.jpg"), join(folder, "photos/a.jpg"));
  writeFileSync(join(folder, "photos/b.jpg"), "no picture");
});
afterAll(async () => {
  commands.end();
  await Promise.all([killed.stop(), whole.stop()]);
  rmSync(folder, { recursive: true });
});

const letters = (n: number) =>
  n.toString(26).replace(/./g, (digit) => "abcdefghijklmnopqrstuvwxyz"[Number.parseInt(digit, 26)] ?? "");
const at = (minute: number) => new Date(Date.UTC(2024, 0, 1, 10, minute)).toISOString();

/** Members, likes and conversations in more than one chunk of each. */
function* lines(): Generator<object> {
  yield { type: "source", name: "oldmeeting.example" };
  for (let n = 1; n <= MEMBERS; n++)
    yield {
      type: "member",
      id: String(n),
      email: `m${n}@old.example`,
      name: `Brought${letters(n)}`,
      birth_date: "1990-05-04",
      gender: n % 2 ? "female" : "male",
      looking_for: n % 2 ? "male" : "female",
      country: "NL",
      joined: "2019-03-01T10:00:00Z",
      last_seen: at(n),
      credits: n % 10,
      old_paths: [`/user/${n}`],
      ...(n <= WITH_PHOTOS && { photos: [{ path: "photos/a.jpg" }, { path: "photos/b.jpg" }] }),
      ...(n === 1 && { legacy_hash: "$2y$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i" }),
    };
  for (let n = 1; n < MEMBERS; n++) yield { type: "like", from: String(n), to: String(n + 1), at: at(n) };
  for (let n = 1; n < MEMBERS; n += 2) {
    const [one, other] = [String(n), String(n + 1)];
    const messages = [1, 2, 3, 4, 5, 6].map((m) => ({
      from: m % 2 ? one : other,
      text: `Message ${letters(m)} of ${letters(n)}`,
      at: at(n + m),
    }));
    yield { type: "conversation", members: [one, other], messages, read: { [one]: at(n + 3) } };
  }
}

const wordsOf = (own: Instance, words: string[]) => [
  ...words,
  "--site",
  "liaison",
  "--data",
  own.data,
  "--port",
  String(own.port),
];

/** A process of its own, for a kill. */
function begin(own: Instance, ...words: string[]): { child: ChildProcess; ended: Promise<number | null> } {
  const args = [join(ROOT, "scripts/members.ts"), ...wordsOf(own, words)];
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, NODE_NO_WARNINGS: "1" }, stdio: "ignore" });
  return { child, ended: new Promise((done) => child.once("close", done)) };
}

const members = (own: Instance, ...words: string[]) => commands.run("members", ...wordsOf(own, words));

function fileFor(name: string): string {
  const file = join(folder, `${name}.ndjson`);
  writeFileSync(file, [...lines()].map((line) => JSON.stringify(line)).join("\n"));
  return file;
}

/** Number and SHA-256 of the rows of each table, without what differs from run to run: times of the import and random keys. */
async function sums({ db }: Instance): Promise<Record<string, string>> {
  const selects: Record<string, string> = {
    accounts: "SELECT id, email, credits, status, unread, new_likes, created_at FROM accounts",
    profiles: "SELECT id, name, name_key, status, gender, looking_for, birth_date, country, cell, last_active_at FROM profiles",
    ledger: "SELECT account_id, amount, kind, cause FROM ledger",
    imported: "SELECT account_id, source, old_id, consents FROM imported",
    likes: "SELECT liker_id, liked_id, is_new, matched_at, created_at FROM likes",
    conversations: "SELECT id, member_a, member_b, started_by, created_at FROM conversations",
    participants:
      "SELECT conversation_id, member_id, other_id, read_seq, listed, last_seq, wrote, last_text, last_at FROM participants",
    messages: "SELECT conversation_id, seq, id, sender_id, text, created_at, read_at FROM messages",
    old_paths: "SELECT path, account_id FROM old_paths",
    photos: "SELECT id, profile_id, status, position, width, height FROM photos",
  };
  const found: Record<string, string> = {};
  for (const [name, select] of Object.entries(selects)) {
    const { results } = await db.prepare(`${select} ORDER BY 1, 2`).all();
    const hash = createHash("sha256").update(JSON.stringify(results)).digest("hex");
    found[name] = `${results.length} ${hash.slice(0, 16)}`;
  }
  return found;
}

test("an import that is killed twice, and one that is not, leave the same members, messages and photos", async () => {
  const [torn, plain] = [fileFor("torn"), fileFor("plain")];
  // Within the rows: some chunks are written, and the note of how far says so.
  const first = begin(killed, "import", torn);
  const noted = () => Number((existsSync(`${torn}.progress`) && readFileSync(`${torn}.progress`, "utf8").split(" ").at(-1)) || 0);
  await vi.waitUntil(() => noted() > 0, { timeout: 120_000, interval: 5 });
  first.child.kill("SIGKILL");
  expect(await first.ended).toBe(null);
  const between = noted();
  expect(between).toBeLessThan([...lines()].length);

  // Within the photos.
  const second = begin(killed, "import", torn, "--rate", "60");
  const photos = () => killed.db.prepare("SELECT count(*) AS n FROM photos").first<number>("n");
  await vi.waitUntil(async () => ((await photos()) ?? 0) > 0, { timeout: 240_000, interval: 20 });
  second.child.kill("SIGKILL");
  await second.ended;
  expect(await photos()).toBeLessThan(WITH_PHOTOS);

  const third = await members(killed, "import", torn, "--rate", "6000");
  expect(third, third.output).toMatchObject({ code: 0 });
  expect(third.output).toMatch(/photo refused/);
  const once = await members(whole, "import", plain, "--rate", "6000");
  expect(once).toMatchObject({ code: 0 });
  const sum = await sums(killed);
  expect(sum).toEqual(await sums(whole));
  expect(sum).toMatchObject({
    accounts: expect.stringMatching(new RegExp(`^${MEMBERS} `)),
    messages: expect.stringMatching(new RegExp(`^${(MEMBERS / 2) * 6} `)),
    photos: expect.stringMatching(new RegExp(`^${WITH_PHOTOS} `)),
  });
  expect(existsSync(`${torn}.progress`)).toBe(false);
});

test("photos wait for a moderator, or are shown at once, as the switch says; each has its files", async () => {
  const status = async () =>
    (await whole.db.prepare("SELECT id, key, status FROM photos ORDER BY id").all<Record<string, string>>()).results;
  expect((await status()).map((photo) => photo.status)).toEqual(Array.from({ length: WITH_PHOTOS }, () => "inspection"));
  await whole.db.prepare("DELETE FROM photos").run();
  const again = await members(whole, "import", join(folder, "plain.ndjson"), "--rate", "6000", "--photos", "trusted");
  expect(again).toMatchObject({ code: 0 });
  const shown = await status();
  expect(shown.map((photo) => photo.status)).toEqual(Array.from({ length: WITH_PHOTOS }, () => "active"));
  const store = localStore(whole.data);
  for (const { key } of shown)
    for (const size of ["full", "card", "thumb"])
      expect(store.download(`${key}.${size}`, join(folder, "found")), `${key}.${size}`).toBe(true);
});

test("the letter about the move goes to so many a day, once each; its link shows a button that logs in once", async () => {
  const write = async () => (await members(whole, "letters", "--per-day", "2")).output;
  const sent = async () =>
    (
      await whole.db
        .prepare("SELECT account_id AS id, recipient, subject, text FROM outbox WHERE template = 'moved' ORDER BY recipient")
        .all<Record<string, string>>()
    ).results;
  expect(await write()).toMatch(/2 letters written/);
  expect(await write()).toMatch(/0 letters written/);
  const mails = await sent();
  // Who was seen last comes first.
  expect(mails.map(({ recipient }) => recipient)).toEqual([`m${MEMBERS - 1}@old.example`, `m${MEMBERS}@old.example`]);
  expect(mails[0]?.subject).toContain("oldmeeting.example");
  await whole.db.prepare("UPDATE imported SET letter_at = letter_at - 90000000").run();
  expect(await write()).toMatch(/2 letters written/);
  expect(new Set((await sent()).map(({ id }) => id)).size).toBe(4);

  const [, link = ""] = /https?:\/\/[^/\s]+(\/l[\w-]{43})/.exec(mails[0]?.text ?? "") ?? [];
  const page = await ask({ port: whole.port, path: link });
  expect(page.status).toBe(200);
  expect(page.text).toMatch(/<button/);
  expect(page.headers["set-cookie"]?.some((line) => line.startsWith("session=")) ?? false).toBe(false);
  const press = () =>
    ask({
      port: whole.port,
      path: "/api/login-link.php",
      method: "POST",
      body: JSON.stringify({ token: link.slice(1) }),
      headers: { "content-type": "application/json", origin: `http://localhost:${whole.port}`, "sec-fetch-site": "same-origin" },
    });
  const pressed = await press();
  expect([pressed.status, JSON.parse(pressed.text).consents_due]).toEqual([200, ["terms", "sensitive_data"]]);
  const twice = await press();
  expect(JSON.parse(twice.text).error.code).toBe("link_expired");
});

test("an old address leads to the profile only when its member has come and may be seen", async () => {
  const old = () => ask({ port: whole.port, path: "/user/1" });
  expect((await old()).status).toBe(404);
  const id = await whole.db.prepare("SELECT account_id AS id FROM imported WHERE old_id = '1'").first<string>("id");
  await whole.db.prepare("UPDATE profiles SET status = 'active' WHERE id = ?1").bind(id).run();
  const found = await old();
  expect([found.status, found.headers.location]).toEqual([301, `/members/${id}`]);
});
