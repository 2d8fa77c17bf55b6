import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { DEMO_LOGINS, DEMO_PASSWORD } from "#demo/logins.ts";
import { FRIENDS } from "#demo/seed-friends.ts";
import { readDomainFiles } from "#scripts/data.ts";
import { localStore } from "#scripts/database.ts";
import { freePort } from "#scripts/ports.ts";
import { prepareStore, type StoreOptions } from "#scripts/product.ts";
import { ask } from "#tests/contract/http.ts";
import { copyTemplate } from "#tests/setup/instances.ts";

const ROOT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "liaison-start-"));
const data = join(folder, "data");
const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) if (child.pid && isAlive(-child.pid)) process.kill(-child.pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Command {
  /** Also the process group id, which includes workerd. */
  pid: number;
  output: () => string;
  ended: Promise<number | null>;
  /** Calls the listener with all output so far at every change. */
  hear: (listener: (output: string) => void) => void;
}

/** `npm start` without install and build, in its own process group. */
function start(port: number, at = data, ...more: string[]): Command & { ready: Promise<void> } {
  const started = command("serve.ts", ["--port", String(port), "--data", at, ...more]);
  const ready = new Promise<void>((resolve, reject) => {
    started.hear((output) => output.includes("Ready on") && resolve());
    void started.ended.then((code) => reject(new Error(`ended with ${code} before it was ready: ${started.output()}`)));
  });
  // Awaited later: no unhandled rejection meanwhile.
  ready.catch(() => {});
  return { ...started, ready };
}

/** Runs a script in its own process group, without stdin. */
function command(script: string, args: string[], user: { uid?: number; env?: NodeJS.ProcessEnv } = {}): Command {
  const options = { cwd: ROOT, detached: true, ...user };
  return listened(
    spawn(process.execPath, [join(ROOT, "scripts", script), ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] }),
  );
}

function listened(child: ChildProcessByStdio<null, Readable, Readable>): Command {
  running.add(child);
  let output = "";
  const listeners: ((output: string) => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => {
      output += text;
      for (const listener of listeners) listener(output);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return { pid: child.pid as number, output: () => output, ended, hear: (listener) => void listeners.push(listener) };
}

/** True if the process exists, or with a negative id any process of the group. */
function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

async function call(port: number, method: string, path: string, body?: object, cookie = "") {
  const headers = { origin: `http://localhost:${port}`, "content-type": "application/json", cookie };
  const answer = await ask({ port, path, method, headers, body: body && JSON.stringify(body) });
  const [session = ""] = answer.headers["set-cookie"]?.map((line) => line.split(";")[0] ?? "") ?? [];
  return { status: answer.status, json: JSON.parse(answer.text), session };
}

const logIn = (port: number) => call(port, "POST", "/api/user.php", { email: "anna@demo.example", password: DEMO_PASSWORD });

/** Requests the front page until stopped, a hundred times a second at most; returns the distinct statuses. */
function impatientBrowser(port: number) {
  let over = false;
  const heard = new Set<number>();
  const asked = (async () => {
    while (!over) {
      const status = await ask({ port, path: "/", method: "GET", headers: { host: `localhost:${port}` } }).then(
        (answer) => answer.status,
        () => null,
      );
      if (status !== null) heard.add(status);
      // Without a pause it would take a core from the start that it watches.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return async () => {
    over = true;
    await asked;
    return [...heard];
  };
}

test("npm start seeds anew after an interrupted seed, keeps acknowledged writes through a kill, and leaves no process behind", async () => {
  const cut = () => {
    throw new Error("cut");
  };
  const store: StoreOptions = { data: copyTemplate(data), domains: readDomainFiles(), members: 20, onProgress: cut };
  await expect(prepareStore(store)).rejects.toThrow("cut");
  const port = await freePort();
  const answersUntilReady = impatientBrowser(port);
  const first = start(port);
  await first.ready;
  expect(first.output()).toContain("Seeding");
  const seeded = "SELECT status, count(*) AS n FROM accounts WHERE email LIKE '%@demo.example' GROUP BY 1";
  const { results } = await localStore(data).db.prepare(seeded).all();
  expect(results).toEqual([{ status: "active", n: DEMO_LOGINS.length + FRIENDS.length }]);
  expect((await call(port, "GET", "/api/settings.php")).status).toBe(200);
  // An early answer would be an error page in a tab, or a cached unknown host.
  expect((await answersUntilReady()).filter((status) => status !== 200)).toEqual([]);
  expect(first.output()).toContain("anna@demo.example");
  const { session, json: anna } = await logIn(port);
  const [other] = (await call(port, "GET", "/api/members.php", undefined, session)).json.results;
  const sent = await call(
    port,
    "POST",
    "/api/chat.php",
    { profile: other.id, text: "Is this kept?", client_id: "before-the-kill", fictional_known: true },
    session,
  );
  // Killed at once: writes must be on disk before the response leaves.
  process.kill(-first.pid, "SIGKILL");
  expect(sent.status).toBe(201);
  await first.ended;

  const second = start(port);
  await second.ready;
  expect(second.output()).not.toMatch(/Seeding|Migrated/);
  const { conversation } = sent.json.message;
  const chat = await call(port, "GET", `/api/chat.php?conversation=${conversation}`, undefined, session);
  // The demo members have talked before.
  const texts = chat.json.messages.map(({ text }: { text: string }) => text);
  expect([texts.at(-1), texts.filter((text: string) => text === "Is this kept?").length]).toEqual(["Is this kept?", 1]);
  expect((await call(port, "GET", "/api/user.php", undefined, session)).json.credits).toBe(anna.credits - 1);
  const again = await call(
    port,
    "POST",
    "/api/chat.php",
    { profile: other.id, text: "Is this kept?", client_id: "before-the-kill", fictional_known: true },
    session,
  );
  expect([again.status, again.json.message.id, again.json.credits]).toEqual([201, sent.json.message.id, anna.credits - 1]);

  // A second start on the same data names the running process and exits.
  const third = start(await freePort());
  expect(await third.ended).toBe(1);
  expect(third.output()).toContain(`Liaison already runs with this data: http://localhost:${port} (process ${second.pid}).`);
  const seeding = command("seed.ts", ["--data", data, "--yes"]);
  expect(await seeding.ended).toBe(1);
  expect(seeding.output()).toContain(`(process ${second.pid})`);

  const elsewhere = start(port, join(folder, "other"));
  expect(await elsewhere.ended).toBe(1);
  expect(elsewhere.output()).toContain(`Port ${port} is taken by another program.`);
  expect(elsewhere.output()).toContain(`npm start -- --port ${port + 1}`);

  const bad = command("serve.ts", ["--data", join(folder, "other")], { env: { ...process.env, PORT: "web" } });
  expect([await bad.ended, bad.output()]).toEqual([1, expect.stringContaining('PORT is "web"')]);

  const before = await freePort();
  const front = start(before, copyTemplate(join(folder, "front")), "--upstream", `http://localhost:${port}`);
  await front.ready;
  expect(front.output()).not.toContain("Seeding");
  const through = await logIn(before);
  expect([through.status, (await call(before, "GET", "/api/user.php", undefined, through.session)).json.profile.id]).toEqual([
    200,
    anna.profile.id,
  ]);
  for (const name of ["localhost", "curves.localhost"]) {
    const [here, there] = await Promise.all(
      [before, port].map((at) => ask({ port: at, path: "/api/companyinfo.php", headers: { host: `${name}:${at}` } })),
    );
    expect([name, here?.status, here?.text]).toEqual([name, 200, there?.text]);
  }
  process.kill(front.pid, "SIGTERM");
  expect(await front.ended).toBe(0);
  process.kill(second.pid, "SIGTERM");
  expect(await second.ended).toBe(0);
  await expect.poll(() => isAlive(-second.pid)).toBe(false);
});

test("npm run seed deletes a store only with --yes", async () => {
  const at = join(folder, "seeded");
  mkdirSync(at);
  writeFileSync(join(at, "precious"), "kept");
  const refused = command("seed.ts", ["--data", at, "--members", "20"]);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain("npm run seed -- --yes");
  expect(readFileSync(join(at, "precious"), "utf8")).toBe("kept");

  const agreed = command("seed.ts", ["--data", at, "--members", "20", "--yes"]);
  expect([await agreed.ended, agreed.output()]).toEqual([0, expect.stringContaining("✓ 20 members")]);
  expect(() => readFileSync(join(at, "precious"))).toThrow("ENOENT");
});

test("npm start names an unreachable registry without npm's own retries", async () => {
  const at = join(folder, "clone");
  const scripts = ["run", "bootstrap", "commands", "disk", "install", "install-plan", "install-turn", "sites"].map(
    (name) => `scripts/${name}.mjs`,
  );
  for (const name of ["package.json", "package-lock.json", ...scripts]) cpSync(join(ROOT, name), join(at, name));
  const env = { ...process.env, npm_config_registry: "http://127.0.0.1:9/", npm_config_cache: join(folder, "cache") };
  const begun = performance.now();
  const child = spawn(process.execPath, ["scripts/run.mjs", "start"], {
    cwd: at,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { output, ended } = listened(child);
  expect(await ended).toBe(1);
  // Those take 70 s.
  expect(performance.now() - begun).toBeLessThan(60_000);
  expect(output()).toContain("http://127.0.0.1:9/ cannot be reached (ECONNREFUSED)");
});

test("npm start names an unwritable data folder in one line", async () => {
  const at = join(folder, "closed");
  mkdirSync(at, { mode: 0o555 });
  // File modes do not restrict root.
  const nobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
  chmodSync(folder, 0o755);
  const closed = command("serve.ts", ["--port", String(await freePort()), "--data", at], nobody);
  expect(await closed.ended).toBe(1);
  expect(closed.output().trim().split("\n")).toEqual([expect.stringContaining(`✖ Cannot write to ${at} (EACCES).`)]);
});
