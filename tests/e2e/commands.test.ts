import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../db/seed/logins.ts";
import { ask } from "../contract/http.ts";

const ROOT = join(import.meta.dirname, "../..");
const data = mkdtempSync(join(tmpdir(), "liaison-start-"));
const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) if (child.pid && isAlive(-child.pid)) process.kill(-child.pid, "SIGKILL");
  rmSync(data, { recursive: true, force: true });
});

interface Started {
  /** Also the id of its process group, workerd included. */
  pid: number;
  output: () => string;
  ready: Promise<void>;
  ended: Promise<number | null>;
}

/** What `npm start` runs once everything is installed and built, in a process group of its own. */
function start(port: number): Started {
  const child = spawn(process.execPath, ["scripts/serve.ts", "--port", String(port), "--data", data], {
    cwd: ROOT,
    detached: true,
  });
  running.add(child);
  let output = "";
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (text: Buffer) => {
      output += text;
      if (output.includes("Ready on")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    void ended.then((code) => reject(new Error(`ended with ${code} before it was ready: ${output}`)));
  });
  ready.catch(() => {}); // who waits for it hears of it
  return { pid: child.pid as number, output: () => output, ready, ended };
}

/** Whether a process, or with a negative id any process of a group, is there. */
function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function call(port: number, method: string, path: string, body?: object, cookie = "") {
  const headers = { origin: `http://localhost:${port}`, "content-type": "application/json", cookie };
  const answer = await ask({ port, path, method, headers, body: body && JSON.stringify(body) });
  const [session = ""] = answer.headers["set-cookie"]?.map((line) => line.split(";")[0] ?? "") ?? [];
  return { status: answer.status, json: JSON.parse(answer.text), session };
}

const logIn = (port: number) => call(port, "POST", "/api/user.php", { email: "anna@demo.example", password: DEMO_PASSWORD });

test("it starts, keeps what was acknowledged through a kill, starts again quickly, and ends without a trace", async () => {
  const port = await freePort();
  const first = start(port);
  await first.ready;
  expect(first.output()).toContain("anna@demo.example");
  const { session, json: anna } = await logIn(port);
  const [other] = (await call(port, "GET", "/api/members.php", undefined, session)).json.results;
  const sent = await call(
    port,
    "POST",
    "/api/chat.php",
    { profile: other.id, text: "Is this kept?", client_id: "before-the-kill" },
    session,
  );
  // At once: nothing may still be on its way to the disk when the answer has left.
  process.kill(-first.pid, "SIGKILL");
  expect(sent.status).toBe(201);
  await first.ended;

  const begun = performance.now();
  const second = start(port);
  await second.ready;
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(second.output()).not.toMatch(/Seeding|Migrated/);
  const { conversation } = sent.json.message;
  const chat = await call(port, "GET", `/api/chat.php?conversation=${conversation}`, undefined, session);
  expect(chat.json.messages.map(({ text }: { text: string }) => text)).toEqual(["Is this kept?"]);
  expect((await call(port, "GET", "/api/user.php", undefined, session)).json.credits).toBe(anna.credits - 1);
  const again = await call(
    port,
    "POST",
    "/api/chat.php",
    { profile: other.id, text: "Is this kept?", client_id: "before-the-kill" },
    session,
  );
  expect([again.status, again.json.message.id, again.json.credits]).toEqual([201, sent.json.message.id, anna.credits - 1]);

  const third = start(port);
  expect(await third.ended).toBe(1);
  expect(third.output()).toContain(`Port ${port} is taken by another program.`);
  expect(third.output()).toContain(`npm start -- --port ${port + 1}`);

  process.kill(second.pid, "SIGTERM");
  expect(await second.ended).toBe(0);
  await expect.poll(() => isAlive(-second.pid), { timeout: 5000 }).toBe(false);
}, 120_000);
