import childProcess, { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { lockData } from "#scripts/data-lock.ts";
import { localStore, wranglerStore } from "#scripts/database.ts";
import { inlined } from "#scripts/sql-text.ts";
import { startCommands } from "#tests/setup/commands.ts";
import { copyTemplate, type Instance, startInstance } from "#tests/setup/instances.ts";
import { databaseOf } from "#tests/setup/own-server.ts";
import { phonePhoto, readWebp } from "#tests/setup/pictures.ts";
import { ask } from "./http.ts";
import { member, Person } from "./person.ts";
import { served } from "./served-store.ts";

const ROOT = join(import.meta.dirname, "../..");

let own: Instance;

// A separate instance: the commands list what all members wait for, and write into the store beside its server.
beforeAll(async () => {
  own = await startInstance();
  Object.assign(served, { local: own.port, sql: own.sql });
});
afterAll(async () => {
  commands.end();
  await own.stop();
});

const commands = startCommands();
/** Runs the script behind `npm run <name>` on the running server's store. */
const command = (name: string, ...args: string[]) => commands.run(name, ...args, "--data", own.data);
/** The same as a process of its own, as a shell starts it: once for each command. */
const started = (name: string, ...args: string[]) => run([`scripts/${name}.ts`, ...args, "--data", own.data], ROOT);

function run(all: string[], cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, all, { cwd, env: { ...process.env, NODE_NO_WARNINGS: "1" } }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}

const addPhoto = async (person: Person) => (await person.call("addPhoto", { file: phonePhoto() })).photos.at(-1)?.id as string;

describe("a command beside a running server", () => {
  it("fails no request, and the server sees at once what it wrote", async () => {
    const [anna, ben] = [await member("local"), await member("local", { gender: "male", looking_for: "female" })];
    const statuses: number[] = [];
    let over = false;
    const writing = (async () => {
      for (let n = 0; !over; n++) {
        const draft = { profile: ben.id, text: `Draft ${n}`, client_id: `beside-${n}` };
        const headers = { origin: `http://localhost:${own.port}`, "content-type": "application/json" };
        statuses.push((await anna.request("PUT", "/api/chat-draft.php", JSON.stringify(draft), headers)).status);
      }
    })();
    // A transaction of a second: a lock on the file would refuse each write meanwhile.
    const { db } = localStore(own.data);
    const slow = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) SELECT count(*) AS n FROM n";
    await expect.poll(() => statuses.length).toBeGreaterThan(0);
    await db.batch([db.prepare(slow).bind(5_000_000), db.prepare(slow).bind(1)]);
    const [added, invited] = await Promise.all([
      started("codes", "add", "localhost", "BESIDE", "--percent", "20"),
      started("invites", "velvet"),
    ]);
    expect([added, invited]).toEqual([expect.objectContaining({ code: 0 }), expect.objectContaining({ code: 0 })]);
    over = true;
    await writing;
    // Many in a row are limited: these were not refused by the store.
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(10);
    expect(statuses.filter((status) => status >= 300 && status !== 429)).toEqual([]);

    const code = new URL(/http:\S+/.exec(invited.output)?.[0] ?? "");
    const opened = await ask({ port: own.port, path: code.pathname, headers: { host: code.hostname } });
    expect(opened.status).toBeLessThan(400);
    expect((await command("codes", "list", "localhost")).output).toContain("BESIDE");
    const refused = await fetch(`http://127.0.0.1:${own.port}/dev/sql`, { method: "POST", headers: { "x-sql-key": "guessed" } });
    expect(refused.status).toBe(403);
  });

  it("is refused while the data is made anew, and reads the files where nothing runs", async () => {
    const data = mkdtempSync(join(tmpdir(), "liaison-beside-"));
    copyTemplate(data);
    const starting = lockData(data, 1);
    const read = localStore(data).db.prepare("SELECT count(*) AS n FROM accounts").first("n");
    // The own start of this process.
    expect(await read).toBe(0);
    starting.release();
    expect(await run(["scripts/codes.ts", "list", "localhost", "--data", data], ROOT)).toMatchObject({ code: 0 });
    const made = lockData(data, null);
    writeFileSync(join(data, "holder.json"), JSON.stringify({ pid: 1, port: null, runtimes: [] }));
    expect(await commands.run("codes", "list", "localhost", "--data", data)).toMatchObject({
      code: 1,
      output: expect.stringContaining("made anew by `npm run seed` (process 1)"),
    });
    made.release();
    rmSync(data, { recursive: true });
  });
});

describe("npm run invites", () => {
  it("prints a traffic source's signed link that opens the sign-up, and none for an unknown source", async () => {
    const { code, output } = await command("invites", "velvet", "--source", "velvetletter", "--days", "2");
    const link = new URL(/http:\S+/.exec(output)?.[0] ?? "");
    expect({ code, host: link.host }).toEqual({ code: 0, host: `velvet.localhost:${own.port}` });
    const pageAt = async (path: string) => {
      const answer = await ask({ port: own.port, path, headers: { host: link.hostname } });
      return answer.text.includes('name="gender"');
    };
    expect(await pageAt(`/signup${link.search}`)).toBe(true);
    link.searchParams.delete("sig");
    expect(await pageAt(`/signup${link.search}`)).toBe(false);
    const none = await command("invites", "velvet", "--source", "invite");
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining('no traffic source "invite"') });
  });
});

describe("npm run photos", () => {
  it("lists pending photos, and its decisions reach the owner and others", async () => {
    const [anna, ben] = [await member("local"), await member("local", { gender: "male", looking_for: "female" })];
    const [good, bad] = [await addPhoto(anna), await addPhoto(anna)];
    const parent = mkdtempSync(join(tmpdir(), "liaison-photos-"));
    const folder = join(parent, "new");
    try {
      const list = await command("photos", "list", "--save", folder);
      expect(list).toMatchObject({ code: 0, output: expect.stringContaining(good) });
      expect(list.output).toContain(anna.id);
      const page = readFileSync(join(folder, "index.html"), "utf8");
      for (const id of [good, bad]) {
        expect(page).toContain(`src="${id}.webp"`);
        expect(readWebp(readFileSync(join(folder, `${id}.webp`)))).toMatchObject({ width: 480, height: 640 });
      }
      const modes = ["", "index.html", `${good}.webp`, `${bad}.webp`].map((name) => statSync(join(folder, name)).mode & 0o777);
      expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
      expect(list.output).toContain("delete the folder");
    } finally {
      rmSync(parent, { recursive: true });
    }

    expect(await command("photos", "approve", good, "nothing")).toEqual({
      code: 1,
      output: `✓ ${good} approved: others see it\n✖ nothing: there is no such photo\n`,
    });
    expect(await command("photos", "reject", bad, "--for", "unclear")).toMatchObject({ code: 0 });
    expect(await command("photos", "reject", good, "--for", "unclear")).toEqual({
      code: 1,
      output: `✖ ${good} was decided before, or waits with a notice of an intimate picture; it stays as it is\n`,
    });

    const { profile } = await ben.call("member", { id: anna.id });
    expect(profile.photos).toHaveLength(1);
    const { text: page } = await anna.request("GET", "/profile");
    expect(page).toContain("Main photo");
    expect(page).toContain("Not approved");
    expect(page).not.toContain("Picture being inspected");
    const left = await command("photos", "list");
    for (const id of [good, bad]) expect(left.output).not.toContain(id);
  });
});

describe("npm run complaints", () => {
  it("lists complaints, answers by mail, and closes them", async () => {
    const anna = await member("local");
    const words = "It's me in this photo; please take it away.";
    const { reference } = await anna.call("complaint", {
      ...{ kind: "consumer", text: words, good_faith: true },
      ...{ name: "Anna O'Neil", email: anna.email },
    });
    const { reference: other } = await new Person("local").call("complaint", {
      ...{ kind: "illegal_content", text: "Nothing of this is true at all.", good_faith: true },
    });
    const list = await command("complaints", "list");
    for (const one of [reference, other]) expect(list.output).toContain(one);

    const shown = await command("complaints", "show", reference.toLowerCase());
    expect(shown.output).toContain(words);
    expect(shown.output).not.toContain(anna.email);
    expect((await command("complaints", "show", reference, "--full")).output).toContain(anna.email);

    const answered = await command("complaints", "answer", reference, "--text", "It's gone; we're sorry.");
    expect(answered).toMatchObject({ code: 0, output: expect.stringContaining("The mail goes out") });
    const mail = await anna.mail();
    expect(mail.subject).toContain(reference);
    expect(mail.text).toContain("It's gone; we're sorry.");
    expect(await command("complaints", "answer", reference, "--text", "Again")).toEqual({
      code: 1,
      output: `\n✖ ${reference} is answered or closed already.\n\n`,
    });

    expect((await command("complaints", "close", other)).code).toBe(0);
    const left = await command("complaints", "list");
    for (const one of [reference, other]) expect(left.output).not.toContain(one);
    expect((await command("complaints", "list", "--all")).output).toMatch(new RegExp(`${reference}.*answered`));
  });

  it("prints its usage, and reports an unknown reference", async () => {
    const usage = { code: 1, output: expect.stringContaining("Use: ") };
    for (const name of ["complaints", "photos"]) expect(await started(name)).toMatchObject(usage);
    for (const [name, ...wrong] of [
      ["complaints", "answer", "x"],
      ["photos", "approve"],
      ["photos", "list", "--x"],
    ])
      expect(await command(name as string, ...wrong)).toMatchObject(usage);
    const unknown = await command("complaints", "show", "00000-00000");
    expect(unknown).toEqual({ code: 1, output: "\n✖ There is no complaint 00000-00000.\n\n" });
  });
});

describe("npm run transparency", () => {
  it("counts what came in today as Markdown, CSV and JSON, without anybody's words", async () => {
    const anna = await member("local");
    const words = "This is a notice that only staff may read.";
    await anna.call("complaint", { kind: "illegal_content", text: words, good_faith: true, name: "Anna", email: anna.email });
    // The day may change while the test runs.
    const [from, to] = [0, 1].map((days) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10)) as [
      string,
      string,
    ];
    const period = ["--from", from, "--to", to];
    const { code, output } = await command("transparency", ...period);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/^\| illegal_content \| [1-9]/m) });
    const csv = await command("transparency", ...period, "--csv", "--domain", "liaison");
    expect(csv.output).toMatch(/^complaints,illegal_content,,received,[1-9]\d*$/m);
    const json = JSON.parse((await command("transparency", ...period, "--json", "--domain", "velvet")).output);
    expect(json).toMatchObject({ from, to, domain: "velvet", complaints: [] });
    const folder = mkdtempSync(join(tmpdir(), "liaison-template-"));
    expect(await command("transparency", ...period, "--template", folder)).toMatchObject({ code: 0 });
    const notices = readFileSync(join(folder, "4_notices.csv"), "utf8");
    expect(notices).toMatch(/^,,\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d,STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE,,[1-9]/m);
    rmSync(folder, { recursive: true });
    for (const text of [output, csv.output, notices]) expect(text).not.toMatch(/only staff|@/);
  });

  it("refuses days that do not exist and a site that is not there", async () => {
    const wrong = [[], ["--from", "2026-02-30", "--to", "2026-03-01"], ["--from", "2026-03-02", "--to", "2026-03-01"]];
    for (const options of wrong)
      expect(await command("transparency", ...options)).toMatchObject({ code: 1, output: expect.stringContaining("Use: ") });
    const nowhere = await started("transparency", "--from", "2026-01-01", "--to", "2026-01-31", "--domain", "nowhere");
    expect(nowhere).toEqual({ code: 1, output: "\n✖ There is no domain nowhere.\n\n" });
  });
});

test("a statement with inlined values for wrangler equals the bound statement", () => {
  const texts = ["it's", '"?"', "?1", "a\nb", "--", "é😀", "';DROP TABLE t;--"];
  const memory = new DatabaseSync(":memory:");
  const sql = "SELECT ?2 AS b, ?1 AS a, 'a ''?'' b' AS \"c?\", ?3 AS n, ?4 AS x";
  for (const text of texts) {
    const params = [text, 7, -1.5, null];
    expect(memory.prepare(inlined({ sql, params })).get()).toEqual(memory.prepare(sql).get(...params));
  }
  expect(memory.prepare(inlined({ sql: "SELECT ? AS a, ? AS b", params: ["?", "x"] })).get()).toEqual({ a: "?", b: "x" });
  expect(() => inlined({ sql: "SELECT ?", params: [] })).toThrow("not a value");
});

test("a batch through wrangler is one transaction, and each statement returns its rows", async () => {
  const folder = mkdtempSync(join(tmpdir(), "liaison-wrangler-"));
  const spawned = vi.spyOn(childProcess, "spawnSync");
  syncBuiltinESMExports();
  try {
    const { db } = wranglerStore(["--local", "--persist-to", folder]);
    const secret = "anna@example.org";
    const [, , changed, read, large] = await db.batch<{ a?: string; n?: number; address?: string; more?: string }>([
      db.prepare("CREATE TABLE t (a TEXT NOT NULL)"),
      db.prepare("INSERT INTO t VALUES (?)").bind("it's"),
      db.prepare("UPDATE t SET a = a || ? RETURNING a").bind(";"),
      db.prepare("SELECT a, changes() AS n FROM t"),
      db.prepare("SELECT ? AS address, hex(zeroblob(700000)) AS more").bind(secret),
    ]);
    expect([changed?.results, read?.results]).toEqual([[{ a: "it's;" }], [{ a: "it's;", n: 1 }]]);
    expect(large?.results[0]?.address).toBe(secret);
    expect(large?.results[0]?.more).toHaveLength(1_400_000);
    const failing = db.batch([db.prepare("INSERT INTO t VALUES ('lost')"), db.prepare("INSERT INTO t VALUES (?)").bind(null)]);
    await expect(failing).rejects.toThrow("NOT NULL");
    // Read from the file: each command of wrangler starts a runtime.
    const kept = new DatabaseSync(databaseOf(join(folder, "v3")), { readOnly: true });
    expect(kept.prepare("SELECT a FROM t").all()).toEqual([{ a: "it's;" }]);
    kept.close();
    const commands = spawned.mock.calls.map((call) => JSON.stringify(call.slice(0, 2)));
    expect(commands).toHaveLength(2);
    for (const command of commands) expect(command).not.toContain(secret);
  } finally {
    spawned.mockRestore();
    syncBuiltinESMExports();
    rmSync(folder, { recursive: true, force: true });
  }
});
