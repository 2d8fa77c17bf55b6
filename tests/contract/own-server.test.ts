import { type ChildProcess, spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { localStore } from "#scripts/database.ts";
import { freePort } from "#scripts/ports.ts";
import type { Statement } from "#tests/setup/member-rows.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { plainText, SmtpDouble } from "#tests/setup/smtp-double.ts";
import type { CallName } from "#worker/server/calls.ts";
import { requestOf } from "./call-request.ts";
import { type Answer, ask } from "./http.ts";

const ROOT = join(import.meta.dirname, "../..");
const BUILD = "build-deploy";
const HOST = "dating.example";
/** A site whose members an API of this machine has. */
const THEIRS = "theirs.example";
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const folder = mkdtempSync(join(tmpdir(), "liaison-own-"));
const [data, sites, config] = [join(folder, "data"), join(folder, "sites"), join(folder, "liaison.env")];
const smtp = new SmtpDouble();
const env = { ...process.env, NODE_NO_WARNINGS: "1", LIAISON_SITES: sites, LIAISON_DATA: data };
let port = 0;
let server: ChildProcess;
const logged: string[] = [];
const askedOfApi: string[] = [];
const api = createServer(({ url = "" }, response) => {
  askedOfApi.push(url);
  response.setHeader("content-type", "application/json").end("{}");
});

beforeAll(async () => {
  expect(existsSync(join(ROOT, BUILD, "server/index.js")), "run first: node scripts/check-build.ts").toBe(true);
  mkdirSync(sites);
  await smtp.listen();
  await new Promise<void>((done) => api.listen(0, "127.0.0.1", done));
  port = await freePort();
  expect(await command("own/serve", "--new-config", config)).toMatchObject({ code: 0 });
  expect(statSync(config).mode & 0o777).toBe(0o600);
  const filled = readFileSync(config, "utf8")
    .replace("STAFF_HOST=", "STAFF_HOST=staff.example")
    .replace("SMTP_URL=", `SMTP_URL=smtp://127.0.0.1:${smtp.port}`)
    .replace(/DATA=.*/, `DATA=${data}`)
    .replace(/PORT=8787/, `PORT=${port}`);
  writeFileSync(config, filled);
  const made = [
    "new",
    "gipfel",
    "--host",
    HOST,
    "--languages",
    "en,de",
    "--countries",
    "NL,DE",
    "--email",
    "help@dating.example",
  ];
  expect(await command("domain", ...made, "--company", "Gipfel; Street 1; Town; NL")).toMatchObject({ code: 0 });
  const file = join(sites, "gipfel.json");
  const site = JSON.parse(readFileSync(file, "utf8"));
  // The proofs of age have tests of their own.
  site.settings.age_proof = { "*": { when: "off" }, EU: { when: "off" }, NL: { when: "off" } };
  writeFileSync(file, JSON.stringify(site));
  const upstream = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const theirs = { ...site, id: "theirs", hosts: [THEIRS], api: { mode: "proxy", upstream }, pool: "theirs" };
  writeFileSync(join(sites, "theirs.json"), JSON.stringify({ ...theirs, settings: { ...site.settings, domain: THEIRS } }));
  await start();
});

afterAll(async () => {
  await stop("SIGTERM");
  await smtp.close();
  api.close();
  rmSync(folder, { recursive: true });
});

function command(name: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(ROOT, `scripts/${name}.ts`), ...args], { cwd: ROOT, env });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
    child.on("close", (code) => done({ code, output }));
  });
}

/** Resolves when it takes requests. A group of its own: a kill reaches the runtime too. */
async function start(): Promise<void> {
  server = spawn(process.execPath, [join(ROOT, "scripts/own/serve.ts"), "--config", config, "--from", BUILD], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((done, failed) => {
    server.on("close", (code) => failed(new Error(`ended with ${code}`)));
    server.stdout?.setEncoding("utf8").on("data", (text: string) => {
      logged.push(...text.split("\n").filter(Boolean));
      if (text.includes('"event":"ready"')) done();
    });
  });
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((done) => server.once("close", done));
  if (signal === "SIGKILL") process.kill(-(server.pid as number), signal);
  else server.kill(signal);
  await ended;
}

/** As the proxy in front sends it. */
function visit(
  path: string,
  headers: Record<string, string> = {},
  rest: { method?: string; body?: string | Uint8Array } = {},
): Promise<Answer> {
  const proxied = { host: HOST, "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };
  return ask({ port, path, ...rest, headers: { ...proxied, ...headers } });
}

async function call(name: CallName, input: object, cookie = ""): Promise<Answer> {
  const { method, path, body, headers } = await requestOf(name, input);
  return visit(path, { ...headers, origin: `https://${HOST}`, ...(cookie && { cookie }) }, { method, body });
}

async function inStore(...statements: Statement[]): Promise<void> {
  const { db } = localStore(data);
  await db.batch(statements.map(({ sql, values }) => db.prepare(sql).bind(...values)));
}

/** Signs up and confirms the address by the mail; the cookies of the session. */
async function newcomer(name: string, form: object = {}): Promise<{ id: string; cookie: string }> {
  const email = `${name}@example.org`.toLowerCase();
  const answer = await call("signup", signupForm({ email, name, ...form }));
  expect(answer.status, answer.text).toBe(201);
  const cookie = (answer.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
  const mail = await vi.waitUntil(() => smtp.mails.find(({ to }) => to === email), { timeout: 20_000 });
  const [, token = ""] = new RegExp(`https://${HOST}/([\\w-]{20,})`).exec(plainText(mail)) ?? [];
  expect((await call("activate", { token }, cookie)).status).toBe(200);
  return { id: (JSON.parse(answer.text) as { profile: { id: string } }).profile.id, cookie };
}

test("the deploy build answers as behind a proxy, and nothing for developers is there", async () => {
  expect(JSON.parse((await visit("/health")).text)).toMatchObject({ ok: true });
  const page = await visit("/");
  expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  const [, style = ""] = /href="(\/assets\/[^"]+\.css)"/.exec(page.text) ?? [];
  const sheet = await visit(style);
  expect([sheet.status, sheet.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  const plain = await ask({ port, path: "/login", headers: { host: HOST } });
  expect([plain.status, plain.headers.location]).toEqual([308, `https://${HOST}/login`]);
  for (const path of [
    "/dev/mail",
    "/dev/staff",
    "/dev/sql",
    "/cdn-cgi/local/explorer",
    "/cdn-cgi/local/scheduled",
    "/cdn-cgi/local/platform-proxy",
  ])
    expect((await visit(path)).status, path).toBe(404);
  expect((await visit("/", { host: "localhost" })).status).toBe(404);
  expect((await visit("/staff", { host: "staff.example" })).status).not.toBe(404);
});

const asksTheirs = async () => [(await visit("/api/of-theirs.php", { host: THEIRS })).status, askedOfApi];

test("no address leads the product into the network of its machine", async () => {
  expect(await asksTheirs()).toEqual([502, []]);
});

test("what was answered is there after a kill -9, and a mail that waited is sent after it", async () => {
  const anna = await newcomer("Anna");
  const ben = await newcomer("Benjamin", { gender: "male", looking_for: "female" });
  await inStore({
    sql: "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, 500, 'brought', 'test', 'test', 0)",
    values: [anna.id],
  });
  const said: string[] = [];
  const refused: string[] = [];
  for (let round = 0; round < 3; round++) {
    let over = false;
    const talk = async (thread: number) => {
      for (let n = 0; !over; n++) {
        const text = `Round ${round} of ${thread}, number ${n}`;
        const answer = await call(
          "sendMessage",
          { profile: ben.id, text, client_id: `kill-${round}-${thread}-${n}` },
          anna.cookie,
        ).catch(() => null);
        if (!answer) return;
        if (answer.status !== 201) return void refused.push(answer.text);
        said.push(text);
      }
    };
    const talking = [0, 1, 2].map(talk);
    await vi.waitUntil(() => said.length > (round + 1) * 8 || refused.length > 0, { timeout: 60_000 });
    if (round === 0) {
      // The mail server is away: the mail must wait on the disk.
      await smtp.close();
      expect((await call("signup", signupForm({ email: "waits@example.org", name: "Waiting" }))).status).toBe(201);
    }
    await stop("SIGKILL");
    over = true;
    await Promise.all(talking);
    await start();
  }
  const { results } = await localStore(data).db.prepare("SELECT text FROM messages").all<{ text: string }>();
  const kept = new Set(results.map(({ text }) => text));
  expect(refused).toEqual([]);
  expect(said.length).toBeGreaterThan(24);
  expect(said.filter((text) => !kept.has(text))).toEqual([]);
  expect(kept.size).toBe(results.length);
  expect(await command("audit")).toMatchObject({ code: 0 });
  // The kill may have cut an attempt off, whose lease of five minutes need not pass here.
  await inStore({ sql: "UPDATE outbox SET next_attempt_at = 1 WHERE recipient = 'waits@example.org'", values: [] });
  await smtp.listen();
  await vi.waitUntil(() => smtp.mails.some(({ to }) => to === "waits@example.org"), { timeout: 150_000, interval: 500 });
});

test("a runtime that dies alone is started again, and commands reach the store through it", async () => {
  const runtimes = () => (JSON.parse(readFileSync(join(data, "holder.json"), "utf8")) as { runtimes: number[] }).runtimes;
  const [before = 0] = runtimes();
  process.kill(before, "SIGKILL");
  await vi.waitUntil(async () => (await visit("/health").catch(() => null))?.status === 200 && !runtimes().includes(before), {
    timeout: 60_000,
    interval: 200,
  });
  expect(logged.some((line) => line.includes("runtime restarted"))).toBe(true);
  const added = await command("staff", "add", "olga@example.com", "--name", "Olga", "--role", "operator");
  expect(added).toMatchObject({ code: 0, output: expect.stringMatching(/https:\/\/staff\.example\/staff\//) });
  expect(statSync(join(data, "door")).mode & 0o777).toBe(0o600);
  expect(await command("domain", "apply")).toMatchObject({
    code: 0,
    output: expect.stringContaining(`gipfel: version 1 on ${HOST}`),
  });
});

test("a copy of the running store is whole, and the server runs on what was restored", async () => {
  const copies = join(folder, "copies");
  expect(await command("backup", copies)).toMatchObject({ code: 0, output: expect.stringMatching(/databases/) });
  const [name = ""] = readdirSync(copies);
  const count = (path: string) => {
    const [file = ""] = readdirSync(join(path, "d1/miniflare-D1DatabaseObject")).filter((one) => /^[0-9a-f]+\.sqlite$/.test(one));
    const db = new DatabaseSync(join(path, "d1/miniflare-D1DatabaseObject", file), { readOnly: true });
    const all = ["accounts", "messages", "ledger", "outbox"].map(
      (table) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n,
    );
    db.close();
    return all;
  };
  const before = count(join(copies, name));
  expect(before[1]).toBeGreaterThan(24);
  expect(await command("backup", "restore", join(copies, name))).toMatchObject({
    code: 1,
    output: expect.stringContaining("already runs"),
  });
  await inStore({ sql: "DELETE FROM messages", values: [] });
  await stop("SIGTERM");
  expect(await command("backup", "restore", join(copies, name))).toMatchObject({ code: 0 });
  expect(count(data)).toEqual(before);
  appendFileSync(config, "PRIVATE_NETWORKS=127.0.0.1/32\n");
  await start();
  expect(await asksTheirs(), "a network that the settings name").toEqual([200, ["/api/of-theirs.php"]]);
  expect(JSON.parse((await visit("/health")).text)).toMatchObject({ ok: true });
});
