import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { localStore } from "#scripts/database.ts";
import { createVerotelDouble } from "#tests/providers/verotel-double.ts";
import { startCommands } from "#tests/setup/commands.ts";
import type { Statement } from "#tests/setup/member-rows.ts";
import { databaseOf, OwnServer } from "#tests/setup/own-server.ts";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { S3Double } from "#tests/setup/s3-double.ts";
import { PASSWORD, signupForm } from "#tests/setup/signup-form.ts";
import { plainText, SmtpDouble } from "#tests/setup/smtp-double.ts";
import type { CallName, CallOutput } from "#worker/server/calls.ts";
import { requestOf } from "./call-request.ts";
import { type Answer, ask } from "./http.ts";
import { moveAway } from "./own-move.ts";
import { answeredUntil, askAgain, stopWhileTalking } from "./own-stop.ts";
import { overTls } from "./own-tls.ts";

const ROOT = join(import.meta.dirname, "../..");
const BUILD = "build-deploy";
const HOST = "dating.example";
/** A site whose members an API of this machine has. */
const THEIRS = "theirs.example";

const folder = mkdtempSync(join(tmpdir(), "liaison-own-"));
const smtp = new SmtpDouble();
const s3 = new S3Double();
const SELLER = { shopId: "68849", secret: "zpXwe2D77g4P7ysGJcr3rY87TBYs6J" };
const verotel = createVerotelDouble(SELLER);
const server = new OwnServer({ folder, smtp, build: BUILD });
const { data, sites, config } = server;
const command = server.command.bind(server);
/** Most of them in one process, which loads their modules once. */
const commands = startCommands(ROOT, server.env);
const askedOfApi: string[] = [];
const api = createServer(({ url = "" }, response) => {
  askedOfApi.push(url);
  response.setHeader("content-type", "application/json").end("{}");
});

/** Cookies of the member who writes, id of the one who receives, and the texts that the server has accepted. */
let talk: { from: string; to: string };
const said: string[] = [];

beforeAll(async () => {
  expect(existsSync(join(ROOT, BUILD, "server/index.js")), "run first: node scripts/check-build.ts").toBe(true);
  await Promise.all([smtp.listen(), s3.listen()]);
  await new Promise<void>((done) => api.listen(0, "127.0.0.1", done));
  await server.configure({ PAYMENT_VEROTEL_GIPFEL: `'${JSON.stringify(SELLER)}'` });
  expect(statSync(config).mode & 0o777).toBe(0o600);
  const made = `new gipfel --host ${HOST} --languages en,de --countries NL,DE --email help@dating.example`.split(" ");
  expect(await commands.run("domain", ...made, "--company", "Gipfel; Street 1; Town; NL")).toMatchObject({ code: 0 });
  const file = join(sites, "gipfel.json");
  const site = JSON.parse(readFileSync(file, "utf8"));
  // The proofs of age have tests of their own.
  Object.assign(site.settings, { payment_provider: "verotel", payment_methods: { "*": ["card"] }, currencies: { "*": "EUR" } });
  Object.assign(site.settings, { packages: { EUR: [{ id: "c25", credits: 25, amount: 1249 }] }, tax_rates: { "*": 21 } });
  site.settings.age_proof = { "*": { when: "off" }, EU: { when: "off" }, NL: { when: "off" } };
  writeFileSync(file, JSON.stringify(site));
  const upstream = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const theirs = { ...site, id: "theirs", hosts: [THEIRS], api: { mode: "proxy", upstream }, pool: "theirs" };
  writeFileSync(join(sites, "theirs.json"), JSON.stringify({ ...theirs, settings: { ...site.settings, domain: THEIRS } }));
  await server.start();
  const [anna, ben] = [await newcomer("Anna"), await newcomer("Benjamin", { gender: "male", looking_for: "female" })];
  await grant(anna.id);
  talk = { from: anna.cookie, to: ben.id };
});

afterAll(async () => {
  commands.end();
  await server.stop();
  await smtp.close();
  api.close();
  s3.close();
  rmSync(folder, { recursive: true });
});

/** As the proxy in front sends it. */
const PROXIED = { host: HOST, "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };

type Rest = { method?: string; body?: string | Uint8Array };

function visit(path: string, headers: Record<string, string> = {}, rest: Rest = {}): Promise<Answer> {
  return ask({ port: server.port, path, ...rest, headers: { ...PROXIED, ...headers } });
}

async function call(name: CallName, input: object, cookie = ""): Promise<Answer> {
  const { method, path, body, headers } = await requestOf(name, input);
  return visit(path, { ...headers, origin: `https://${HOST}`, ...(cookie && { cookie }) }, { method, body });
}

/** The rows of the last statement. */
async function inStore<T>(...statements: Statement[]): Promise<T[]> {
  const { db } = localStore(data);
  const answers = await db.batch<T>(statements.map(({ sql, values }) => db.prepare(sql).bind(...values)));
  return answers.at(-1)?.results ?? [];
}

/** So that members can write. */
async function grant(id: string): Promise<void> {
  const sql = `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, 500, 'brought', 'test', 'test', 0)`;
  await inStore({ sql, values: [id] });
}

/** Signs up and confirms the address by the mail; the cookies of the session. */
async function newcomer(name: string, form: object = {}): Promise<{ id: string; cookie: string }> {
  const email = `${name}@example.org`.toLowerCase();
  const answer = await call("signup", signupForm({ email, name, ...form }));
  expect(answer.status, answer.text).toBe(201);
  const cookie = (answer.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
  const mail = await vi.waitUntil(() => smtp.mails.find(({ to }) => to === email), { timeout: 60_000 });
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
  const plain = await ask({ port: server.port, path: "/login", headers: { host: HOST } });
  expect([plain.status, plain.headers.location]).toEqual([308, `https://${HOST}/login`]);
  const tools = ["explorer", "scheduled", "platform-proxy"].map((name) => `/cdn-cgi/local/${name}`);
  for (const path of ["/dev/mail", "/dev/staff", "/dev/sql", ...tools]) expect((await visit(path)).status, path).toBe(404);
  expect((await visit("/", { host: "localhost" })).status).toBe(404);
  expect((await visit("/staff", { host: "staff.example" })).status).not.toBe(404);
});

test("a busy runtime fills its log while commands reach it, and neither waits for the other", async () => {
  const logged = server.logged.length;
  const asked = Array.from({ length: 400 }, () => visit("/api/settings.php"));
  const statements = Array.from({ length: 10 }, () => inStore({ sql: "SELECT count(*) FROM accounts", values: [] }));
  await Promise.all([...asked, ...statements]);
  await vi.waitUntil(() => server.logged.length - logged >= 400, { timeout: 60_000 });
});

const asksTheirs = async () => [(await visit("/api/of-theirs.php", { host: THEIRS })).status, askedOfApi];

test("no address leads the product into the network of its machine", async () => {
  expect(await asksTheirs()).toEqual([502, []]);
});

/** Writes messages while `kill` ends something, and keeps those that were answered. */
async function talkUntil(kill: () => Promise<void>, as: string): Promise<void> {
  const send = (text: string) =>
    call("sendMessage", { profile: talk.to, text, client_id: text.replaceAll(/\W/g, "-") }, talk.from).catch(() => null);
  said.push(...(await answeredUntil(kill, { send, as })));
}

/** All answered messages are stored, and nothing is stored twice. */
async function expectKept(said: string[]): Promise<void> {
  const kept = (await inStore<{ text: string }>({ sql: "SELECT text FROM messages", values: [] })).map(({ text }) => text);
  expect(said.filter((text) => !kept.includes(text))).toEqual([]);
  expect(new Set(kept).size).toBe(kept.length);
}

test("what was answered is there after a kill -9: messages, mails that wait, and purchases, which are paid once", async () => {
  const buyer = await newcomer("Carla");
  const asked = async <N extends CallName>(name: N, input: object, cookie = buyer.cookie) => {
    const { status, text } = await call(name, input, cookie);
    expect(status, text).toBeLessThan(300);
    return JSON.parse(text) as CallOutput<N>;
  };
  const begin = async (cookie: string) => {
    const { payment, redirect } = await asked("startPayment", { package: "c25", method: "card" }, cookie);
    verotel.open(redirect ?? "");
    return { ...payment, cookie };
  };
  const notify = async ({ id }: { id: string }, state: "completed" | "refunded") => {
    const { url } = verotel.carry(verotel.notice(id, state) ?? []);
    return (await visit(`${url.pathname}${url.search}`)).text;
  };
  const now = async ({ id, cookie }: { id: string; cookie: string }) =>
    ((await asked("payment", { id }, cookie)) as CallOutput<"payment">).payment;

  const [paid, open] = [await begin(buyer.cookie), await begin(talk.from)];
  // The mail server is away: a mail waits on the disk.
  await smtp.close();
  expect((await call("signup", signupForm({ email: "waits@example.org", name: "Waiting" }))).status).toBe(201);
  const tried = "SELECT 1 FROM outbox WHERE recipient = 'waits@example.org' AND attempts > 0 AND last_error IS NOT NULL";
  await vi.waitUntil(async () => (await inStore({ sql: tried, values: [] })).length > 0, { timeout: 60_000, interval: 200 });
  // It is back, but slow: the kill meets the receipt's mail on its way.
  smtp.holds = true;
  await smtp.listen();
  expect(await notify(paid, "completed")).toBe("OK");
  await vi.waitUntil(() => smtp.held.includes("carla@example.org"), { timeout: 60_000 });
  await talkUntil(() => server.stop("SIGKILL"), "Before the kill");
  smtp.holds = false;
  for (const recipient of ["waits@example.org", "carla@example.org"]) askAgain(data, recipient);
  await server.start();
  expect(said.length).toBeGreaterThan(12);
  await expectKept(said);
  expect(await commands.run("audit")).toMatchObject({ code: 0 });
  expect((await now(open)).status).toBe("created");
  expect(await notify(paid, "completed")).toBe("OK");
  expect(await now(paid)).toMatchObject({ status: "completed", receipts: [{ kind: "receipt", amount: paid.amount }] });
  expect((await asked("user", {})).credits).toBe(10 + paid.credits);
  const receipts = () => smtp.mails.filter(({ to, text }) => to === "carla@example.org" && /receipt/i.test(text));
  await vi.waitUntil(() => smtp.mails.some(({ to }) => to === "waits@example.org"), { timeout: 90_000 });
  await vi.waitUntil(() => receipts().length > 0, { timeout: 90_000 });
  expect(await notify(paid, "refunded")).toBe("OK");
  expect((await now(paid)).status).toBe("refunded");
  // What was begun before the kill is completed after it.
  expect(await notify(open, "completed")).toBe("OK");
  expect(await now(open)).toMatchObject({ status: "completed" });
  expect(await commands.run("audit")).toMatchObject({ code: 0 });
});

test("with a certificate of its own it serves pages and sockets over https, and takes a renewed one", async () => {
  const login = { email: "carla@example.org", password: PASSWORD };
  const seen = await overTls({ folder, host: HOST, to: server.port, login });
  expect(seen).toMatchObject({ login: 200, cookie: expect.stringContaining("__Host-session="), page: [200, "gzip"] });
  expect(seen.hello).toContain('"type":"hello"');
  expect([seen.beforeRenewal, seen.afterRenewal]).toEqual(["refused", 200]);
});

test("a runtime that dies alone is started again with all that it answered, and commands reach the store through it", async () => {
  const [before = 0] = server.runtimes();
  await talkUntil(async () => void process.kill(before, "SIGKILL"), "Before the runtime died");
  const isBack = async () => (await visit("/health").catch(() => null))?.status === 200 && !server.runtimes().includes(before);
  await vi.waitUntil(isBack, { timeout: 60_000, interval: 200 });
  expect(server.logged.some((line) => line.includes('"event":"runtime restarted"'))).toBe(true);
  await expectKept(said);
  const added = await command("staff", "add", "olga@example.com", "--name", "Olga", "--role", "operator");
  expect(added).toMatchObject({ code: 0, output: expect.stringMatching(/https:\/\/staff\.example\/staff\//) });
  expect(statSync(join(data, "door")).mode & 0o777).toBe(0o600);
  expect(await commands.run("domain", "apply")).toMatchObject({
    code: 0,
    output: expect.stringContaining(`gipfel: version 1 on ${HOST}`),
  });
});

const copies = join(folder, "copies");
const copy = () => join(copies, readdirSync(copies)[0] ?? "");
const count = (path: string) => {
  const db = new DatabaseSync(databaseOf(path), { readOnly: true });
  const all = ["accounts", "messages", "ledger", "outbox", "payments", "receipts"].map(
    (table) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n,
  );
  db.close();
  return all;
};

test("a copy of the running store is whole", async () => {
  expect(await command("backup", copies)).toMatchObject({ code: 0, output: expect.stringMatching(/databases/) });
  expect(count(copy())[1]).toBeGreaterThan(24);
  const refused = await command("backup", "restore", copy());
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("already runs") });
});

test("its export moves to another deployment with every hash, and members log in there", async () => {
  const login = await requestOf("login", { email: "anna@example.org", password: PASSWORD });
  Object.assign(login.headers, PROXIED);
  expect(await moveAway(server, { site: "gipfel", login, commands })).toEqual([200, ...[0, 1, 4].map((at) => count(copy())[at])]);
});

test("a planned stop tells the sockets to come back, and what it did not answer it did not do", async () => {
  const { id, cookie } = await newcomer("Emma");
  await grant(id);
  const [other] = await inStore<{ id: string }>({ sql: "SELECT id FROM profiles WHERE name = 'Benjamin'", values: [] });
  const send = async (text: string) =>
    (await call("sendMessage", { profile: other?.id ?? "", text, client_id: text.replaceAll(" ", "-") }, cookie)).status;
  const { closed, answered } = await stopWhileTalking(server, { host: HOST, cookie, send });
  expect(closed).toBe(1012);
  const stopped = new DatabaseSync(databaseOf(data), { readOnly: true });
  const stored = stopped.prepare("SELECT text FROM messages WHERE text LIKE 'Stopped by%' ORDER BY text").all();
  stopped.close();
  expect(stored.map(({ text }) => text)).toEqual(answered);
  expect(server.logged.filter((line) => line.includes("binding missing"))).toEqual([]);
});

test("the stopped server runs on what was restored", async () => {
  expect(await command("backup", "restore", copy())).toMatchObject({ code: 0 });
  expect(count(data)).toEqual(count(copy()));
  appendFileSync(config, `PRIVATE_NETWORKS=127.0.0.1/32\nPHOTOS_S3='${JSON.stringify(s3.settings)}'\n`);
  await server.start();
  expect(await asksTheirs(), "a network that the settings name").toEqual([200, ["/api/of-theirs.php"]]);
  expect(JSON.parse((await visit("/health")).text)).toMatchObject({ ok: true });
  const { cookie } = await newcomer("Dora");
  const added = await call("addPhoto", { file: phonePhoto() }, cookie);
  expect(added.status, added.text).toBeLessThan(300);
  const [photo] = (JSON.parse(added.text) as CallOutput<"addPhoto">).photos;
  expect([s3.objects.size > 0, s3.refused], "photos in a store that speaks S3").toEqual([true, []]);
  const shown = await visit(`/media/${photo?.filename}`, { cookie });
  expect([shown.status, shown.headers["content-type"]]).toEqual([200, "image/webp"]);
});
