import type { D1Database } from "@cloudflare/workers-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import { applyDomains } from "#scripts/domains.ts";
import { place } from "#scripts/pool/place.ts";
import { startCommands } from "#tests/setup/commands.ts";
import { type Instance, startInstance } from "#tests/setup/instances.ts";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { staffRows } from "#tests/setup/staff.ts";
import { readyDomains } from "#tools/brand/store.ts";
import { requestOf } from "./call-request.ts";
import { ask } from "./http.ts";
import { Person } from "./person.ts";
import { sellingAlone } from "./pool-files.ts";
import { served } from "./served-store.ts";

const STAFF = { first: "staff.localhost", second: "staff2.localhost" };
/** The pool of `localhost` lives in the second database, the others in the first. */
const POOL = "liaison";

const commands = startCommands();
const onPort = (name: "domain" | "pool", ...words: string[]) =>
  commands.run(name, ...words, "--port", String(instance.port), "--data", instance.data);

const files = sellingAlone(readDomainFiles());

let instance: Instance;
let second: D1Database;
beforeAll(async () => {
  const there = files.filter(({ pool }) => pool === POOL);
  instance = await startInstance(
    files.filter(({ pool }) => pool !== POOL),
    { databases: ["DB_2"], vars: { STAFF_HOST: STAFF.first, STAFF_HOST_DB_2: STAFF.second } },
  );
  second = instance.database("DB_2");
  await applyDomains(second, await readyDomains(there, second), Date.now());
  await run(
    instance.db,
    { sql: "INSERT INTO pools (pool, database) VALUES (?, 'DB_2')", values: [POOL] },
    ...there
      .flatMap(({ hosts }) => hosts)
      .map((host) => ({ sql: "INSERT INTO pool_hosts (host, pool) VALUES (?, ?)", values: [host, POOL] })),
  );
  Object.assign(served, { local: instance.port, sql: { ...instance.sql, database: "DB_2" } });
});
afterAll(async () => {
  commands.end();
  await instance.stop();
});

async function run(db: D1Database, ...rows: { sql: string; values: unknown[] }[]): Promise<void> {
  await db.batch(rows.map(({ sql: text, values }) => db.prepare(text).bind(...values)));
}

/** Rows of each table that holds any. */
async function contentsOf(db: D1Database): Promise<Record<string, number>> {
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'")
    .all<{ name: string }>();
  expect(results.length).toBeGreaterThan(50);
  const counts = await db.batch<{ n: number }>(results.map(({ name }) => db.prepare(`SELECT count(*) AS n FROM "${name}"`)));
  const rows = results.map(({ name }, index): [string, number] => [name, counts[index]?.results[0]?.n ?? 0]);
  return Object.fromEntries(rows.filter(([, count]) => count > 0));
}

const inSecond = (text: string, ...values: unknown[]) =>
  second
    .prepare(text)
    .bind(...values)
    .first<number | string>("n");

async function socketOf({ port, cookies }: Person): Promise<WebSocket> {
  const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
  const headers = { origin: `http://localhost:${port}`, cookie };
  const socket = new WebSocket(`ws://localhost:${port}/api/live.php`, { headers } as never);
  await new Promise((resolve, reject) => {
    socket.addEventListener("message", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  return socket;
}

async function staff(db: D1Database, host: string) {
  const { token, rows } = await staffRows("operator");
  await run(db, ...rows);
  return async (method: string, path: string, input?: object) => {
    const headers = { host, cookie: `staff=${token}`, "content-type": "application/json", "sec-fetch-site": "same-origin" };
    const { status, text } = await ask({
      port: instance.port,
      method,
      path: `/staff/api/${path}`,
      headers,
      body: input && JSON.stringify(input),
    });
    return { status, body: JSON.parse(text) };
  };
}

test("a pool lives in its own database: nothing of it is in the first one", async () => {
  // The cron of the first database keeps its own clock.
  await instance.tick();
  const before = await contentsOf(instance.db);
  expect(before).toMatchObject({ pools: 1, cron_tasks: 1 });

  const anna = await (await new Person("local").signUp()).confirm();
  const ben = await (await new Person("local").signUp({ gender: "male", looking_for: "female" })).confirm();
  await expect.poll(() => inSecond("SELECT count(*) AS n FROM outbox WHERE sent_at IS NOT NULL")).toBeGreaterThan(1);
  expect((await anna.call("members", {})).results.map(({ id }) => id)).toEqual([ben.id]);

  await ben.call("like", { profile: anna.id });
  await anna.call("like", { profile: ben.id });
  const { message } = await anna.call("sendMessage", { profile: ben.id, text: "hello", client_id: "client-hello" });
  // The member's object reads and writes in the database of its member.
  const socket = await socketOf(ben);
  socket.send(JSON.stringify({ type: "read", conversation: message.conversation, seq: message.seq }));
  await expect.poll(() => inSecond("SELECT count(*) AS n FROM participants WHERE read_to > 0")).toBe(1);
  socket.close();
  expect((await ben.call("chat", { conversation: message.conversation })).messages.map(({ text }) => text)).toEqual(["hello"]);

  await anna.call("addPhoto", { file: phonePhoto() });
  const moderate = await staff(second, STAFF.second);
  expect(await moderate("POST", "take-work", { kind: "photo" })).toMatchObject({ status: 200, body: { taken: 1 } });
  const { body } = await moderate("GET", "photo-looks");
  const item = body.photos[0].item as string;
  expect(await moderate("POST", "decide-work", { id: item, decision: "approve" })).toMatchObject({ status: 200 });
  await run(second, { sql: "UPDATE work_items SET effect_at = effect_at - 60000 WHERE id = ?", values: [item] });

  await run(
    second,
    { sql: "UPDATE messages SET created_at = 1", values: [] },
    { sql: "UPDATE conversations SET oldest_at = 1", values: [] },
  );
  await instance.tick();
  await expect.poll(() => inSecond("SELECT archived_seq AS n FROM conversations")).toBe(1);
  expect((await anna.call("chat", { conversation: message.conversation })).messages.map(({ text }) => text)).toEqual(["hello"]);
  await expect.poll(() => inSecond("SELECT status AS n FROM photos WHERE profile_id = ?", anna.id)).toBe("active");

  expect(await contentsOf(instance.db)).toEqual(before);
  const here = await contentsOf(second);
  expect(here).toMatchObject({
    accounts: 2,
    profiles: 2,
    likes: 2,
    conversations: 1,
    photos: 1,
    staff_members: 1,
    cron_tasks: 1,
  });
  expect(here).not.toHaveProperty("pools");
});

test("a command asks the database that it names", async () => {
  const read = (...words: string[]) => commands.run("audit", ...words, "--data", instance.data);
  expect(await read()).toMatchObject({ code: 0, output: expect.stringContaining("over 0 entries") });
  expect(await read("--database", "DB_2")).toMatchObject({ code: 0, output: expect.stringMatching(/over [1-9]\d* entries/) });
  expect(await read("--database", "DB_3")).toMatchObject({ code: 1, output: expect.stringContaining("no database DB_3") });
  expect(await read("--database", "x")).toMatchObject({ code: 1, output: expect.stringContaining("name of a binding") });
});

test("a domain file goes where its pool lives, and only a pool without members is placed", async () => {
  const hostsIn = async (db: D1Database, pool: string) => {
    const all = "SELECT count(*) AS n FROM hosts h JOIN domains d ON d.id = h.domain_id WHERE d.pool = ?";
    return db.prepare(all).bind(pool).first<number>("n");
  };
  const directory = async () => instance.db.prepare("SELECT count(*) AS n FROM pool_hosts").first<number>("n");
  const [before, listed] = [await hostsIn(second, POOL), await directory()];
  expect(before).toBeGreaterThan(0);
  expect(await onPort("domain", "apply", "liaison")).toMatchObject({ code: 0 });
  expect([await hostsIn(instance.db, POOL), await hostsIn(second, POOL), await directory()]).toEqual([0, before, listed]);

  expect(await onPort("pool", "place", POOL, "DB")).toMatchObject({
    code: 1,
    output: expect.stringContaining("2 accounts, notices or codes in DB_2"),
  });
  // The file on the disk names the company of liaison.
  expect(await onPort("pool", "place", "spaetsommer", "DB_2")).toMatchObject({
    code: 1,
    output: expect.stringContaining("one series of numbers"),
  });
  const where = { data: instance.data, remote: false, port: String(instance.port) };
  await place(["spaetsommer", "DB_2"], where, { files, wait: async () => undefined });
  expect([await hostsIn(instance.db, "spaetsommer"), await hostsIn(second, "spaetsommer")]).toEqual([0, 1]);
  const page = await ask({ port: instance.port, path: "/terms", headers: { host: `spaetsommer.localhost:${instance.port}` } });
  expect(page.status).toBe(200);
  expect(await onPort("pool", "list")).toMatchObject({ output: expect.stringMatching(/spaetsommer' +│ 'DB_2'/) });
});

test("staff of one database are nobody in another", async () => {
  const first = await staff(instance.db, STAFF.second);
  expect(await first("GET", "photo-looks")).toMatchObject({
    status: 403,
    body: { error: { code: "authentication_required" } },
  });
  const own = await staff(second, STAFF.second);
  expect((await own("GET", "photo-looks")).status).toBe(200);
});

test("a notice made on a site of one database hides the copy in another, where its own staff decide", async () => {
  const said = { file: phonePhoto(), name: "Mieke Bos", email: "mieke@example.org", good_faith: "on" };
  const { headers, ...request } = await requestOf("pictureNotice", said);
  const host = `curves.localhost:${instance.port}`;
  const sent = await ask({ port: instance.port, ...request, headers: { ...headers, host, origin: `http://${host}` } });
  expect(sent.status).toBe(201);
  await expect.poll(() => inSecond("SELECT status AS n FROM photos")).toBe("inspection");
  const noticed = `SELECT count(*) AS n FROM complaints k JOIN noticed_photos f ON f.notice_id = k.id
    WHERE k.reference = ? AND k.domain_id = 'liaison' AND f.state = 'hidden'`;
  const { reference } = JSON.parse(sent.text) as { reference: string };
  await expect.poll(() => inSecond(noticed, reference)).toBe(1);
  expect(await inSecond("SELECT count(*) AS n FROM work_items WHERE kind = 'complaint' AND state = 'waiting'")).toBe(1);
  const first = instance.db.prepare("SELECT count(*) AS n FROM complaints WHERE reference = ?").bind(reference);
  expect(await first.first("n")).toBe(1);
  // The staff who have its words read what lies elsewhere.
  const home = await staff(instance.db, STAFF.first);
  await home("POST", "take-work", { kind: "complaint" });
  const { body } = await home("GET", "complaint-cases");
  expect(body.cases.find((one: { reference: string }) => one.reference === reference)).toMatchObject({
    notice: { home: null, unsearched: [], elsewhere: [{ database: "DB_2", copies: { hidden: 1 } }] },
    pictures: [],
  });

  // Blocked by the staff of the first database, refused in the second.
  const [band0, band1, band2, band3] = await Promise.all(
    [0, 1, 2, 3].map((band) => inSecond(`SELECT bands ->> ${band} AS n FROM picture_notices`)),
  );
  const block =
    "INSERT INTO blocked_pictures (id, notice_id, band0, band1, band2, band3, created_at) VALUES ('b', 'n', ?, ?, ?, ?, 0)";
  await run(instance.db, { sql: block, values: [band0, band1, band2, band3] });
  const cid = await (await new Person("local").signUp()).confirm();
  expect((await cid.refused("addPhoto", { file: phonePhoto() })).fields?.[0]?.code).toBe("picture_blocked");
});

test("hosts of the first database answer as before, unknown ones not at all", async () => {
  const at = async (host: string) =>
    (await ask({ port: instance.port, path: "/terms", headers: { host: `${host}:${instance.port}` } })).status;
  expect([await at("curves.localhost"), await at("localhost"), await at("nowhere.localhost")]).toEqual([200, 200, 404]);
});

test("a directory that names an unbound database closes the pool, and only this one", async () => {
  await run(
    instance.db,
    { sql: "INSERT INTO pools (pool, database) VALUES ('lost', 'DB_9')", values: [] },
    { sql: "INSERT INTO pool_hosts (host, pool) VALUES ('lost.localhost', 'lost')", values: [] },
  );
  const lost = await ask({ port: instance.port, path: "/", headers: { host: `lost.localhost:${instance.port}` } });
  expect(lost.status).toBe(500);
});
