import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { folderSize, fullDisk, lackOfSpace } from "./disk.mjs";
import { missingPackages, plainEnv } from "./install-plan.mjs";

const SCRIPTS = ["bootstrap", "disk", "drizzle-modules", "install", "install-plan", "install-turn"];
const folder = mkdtempSync(join(tmpdir(), "liaison install "));
const children = new Set<ChildProcess>();

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Stands for npm: notes how it was called, fails or waits as FAKE says, else brings the packages a and b, for tests also c. */
const NPM = `#!${process.execPath}
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require("node:fs");
const [command] = process.argv.slice(2);
appendFileSync("calls", JSON.stringify({ args: process.argv.slice(2), env: process.env, pid: process.pid }) + "\\n");
const { FAKE = "" } = process.env;
if (command === "ping") process.exit(0);
if (FAKE === "hang") setInterval(() => {}, 1000);
else if (/^E/.test(FAKE) && existsSync("node_modules/half-written")) {
  console.error("npm error code " + FAKE);
  process.exit(1);
} else {
  const tests = process.argv.includes("--include=dev") ? ["c"] : [];
  for (const name of FAKE === "without b" ? ["a"] : ["a", "b", ...tests]) {
    mkdirSync("node_modules/" + name, { recursive: true });
    writeFileSync("node_modules/" + name + "/package.json", "{}");
  }
  writeFileSync("node_modules/.package-lock.json", "as installed");
}
`;

function clone(name: string) {
  const at = join(folder, name);
  for (const file of SCRIPTS)
    cpSync(join(import.meta.dirname, `${file}.mjs`), join(at, "scripts", `${file}.mjs`), { recursive: true });
  const command = (group = "") =>
    `import { ensureInstalled } from "./bootstrap.mjs"; ensureInstalled(${group}); console.log("started");`;
  writeFileSync(join(at, "scripts/start.mjs"), command());
  writeFileSync(join(at, "scripts/check.mjs"), command('"all"'));
  writeFileSync(join(at, "package.json"), JSON.stringify({ optionalDependencies: {} }));
  const packages = {
    "": {},
    "node_modules/a": { version: "1.0.0" },
    "node_modules/b": { optional: true, os: [process.platform] },
    "node_modules/c": { dev: true },
    "node_modules/only-a-peer": { peer: true },
  };
  writeFileSync(join(at, "package-lock.json"), JSON.stringify({ packages }));
  mkdirSync(join(at, "bin"));
  writeFileSync(join(at, "bin/npm"), NPM);
  chmodSync(join(at, "bin/npm"), 0o755);
  return at;
}

interface Call {
  args: string[];
  env: Record<string, string>;
  pid: number;
}

const callsIn = (at: string): Call[] => {
  const text = existsSync(join(at, "calls")) ? readFileSync(join(at, "calls"), "utf8") : "";
  return text.split("\n").flatMap((line) => (line ? [JSON.parse(line)] : []));
};
const commands = (at: string) => callsIn(at).map(({ args }) => args[0]);

function start(at: string, env: Record<string, string> = {}, script = "start") {
  const PATH = `${join(at, "bin")}${delimiter}${process.env.PATH}`;
  const child = spawn(process.execPath, [`scripts/${script}.mjs`], {
    cwd: at,
    env: { ...process.env, PATH, ...env },
    detached: true,
  });
  children.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  // Its npm may live on, with the same output.
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return { pid: child.pid as number, output: () => output, ended, exited };
}

async function outcome(at: string, env: Record<string, string> = {}, script = "start") {
  const { ended, output } = start(at, env, script);
  return { code: await ended, output: output() };
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

const has = (at: string, name: string) => existsSync(join(at, "node_modules", name));

test("a start brings what it needs, and a check the rest, without taking packages from under a running server", async () => {
  const at = clone("groups");
  expect((await outcome(at)).code).toBe(0);
  expect(callsIn(at).at(-1)?.args).toEqual(expect.arrayContaining(["ci", "--omit=dev", "--omit=peer", "--include=optional"]));
  expect([has(at, "a"), has(at, "c")]).toEqual([true, false]);

  expect((await outcome(at, {}, "check")).code).toBe(0);
  expect(callsIn(at).at(-1)?.args).toEqual(expect.arrayContaining(["install", "--no-save", "--include=dev", "--omit=peer"]));
  expect(has(at, "c")).toBe(true);
  const calls = commands(at).length;
  for (const script of ["start", "check"]) expect((await outcome(at, {}, script)).code).toBe(0);
  expect(commands(at)).toHaveLength(calls);
});

test("a start after a new lock file keeps what checks need", async () => {
  const at = clone("pulled");
  expect((await outcome(at, {}, "check")).code).toBe(0);
  const lock = join(at, "package-lock.json");
  writeFileSync(lock, `${readFileSync(lock, "utf8")}\n`);
  expect((await outcome(at)).code).toBe(0);
  expect(callsIn(at).at(-1)?.args).toEqual(expect.arrayContaining(["ci", "--include=dev"]));
});

test("a start works after a check whose installation was interrupted, and the next check installs", async () => {
  const at = clone("half");
  expect((await outcome(at)).code).toBe(0);
  const check = start(at, { FAKE: "hang" }, "check");
  await expect.poll(() => commands(at).at(-1)).toBe("install");
  process.kill(-check.pid, "SIGINT");
  expect(await check.ended).toBe(130);
  const calls = commands(at).length;
  expect(await outcome(at)).toEqual({ code: 0, output: "started\n" });
  expect(commands(at)).toHaveLength(calls);
  mkdirSync(join(at, "node_modules/half-written"));
  expect((await outcome(at, { FAKE: "ENOTEMPTY" }, "check")).code).toBe(0);
  expect(commands(at).slice(calls)).toEqual(["ping", "install", "ci"]);
  expect([has(at, "c"), has(at, "half-written")]).toEqual([true, false]);
});

test("headers of the pinned Node, which nothing reads, are removed", async () => {
  const at = clone("headers");
  const name = `node-${process.platform}-${process.arch}`;
  writeFileSync(join(at, "package.json"), JSON.stringify({ optionalDependencies: { [name]: process.versions.node } }));
  const [headers, bin] = ["include/node", "bin"].map((folder) => join(at, "node_modules", name, folder)) as [string, string];
  for (const folder of [headers, bin]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(headers, "node.h"), "");
  writeFileSync(join(bin, "node"), "");
  expect(await outcome(at)).toMatchObject({ code: 0 });
  expect([existsSync(headers), existsSync(join(bin, "node"))]).toEqual([false, true]);
});

test("an installation brings everything, whatever NODE_ENV and npm's settings say", async () => {
  const at = clone("production");
  const settings = { NODE_ENV: "production", npm_config_omit: "dev", NPM_CONFIG_ONLY: "prod", npm_config_production: "true" };
  const more = { npm_config_optional: "false", npm_config_ignore_scripts: "true", "npm_config_dry-run": "true" };
  const source = { npm_config_registry: "https://registry.example/", npm_config_cafile: "/certificates.pem" };
  const ran = await outcome(at, { ...settings, ...more, ...source }, "check");
  expect(ran).toEqual({ code: 0, output: expect.stringContaining("started") });
  const installing = callsIn(at).filter(({ args }) => args[0] === "ci");
  expect(installing).toHaveLength(1);
  expect(installing[0]?.args).toEqual(
    expect.arrayContaining(["--include=dev", "--include=optional", "--ignore-scripts=false", "--dry-run=false"]),
  );
  for (const name of Object.keys({ ...settings, ...more })) expect([name, installing[0]?.env[name]]).toEqual([name, undefined]);
  expect(installing[0]?.env).toMatchObject(source);
});

test("a build and a start see no NODE_ENV of their caller", () => {
  const env = { NODE_ENV: "development", PATH: "/bin", https_proxy: "http://proxy", npm_config_cache: "/c" };
  expect(plainEnv(env as never)).toEqual({
    PATH: "/bin",
    https_proxy: "http://proxy",
    npm_config_cache: "/c",
  });
});

test("a start after an npm command by hand, or after an installation without some packages, installs again", async () => {
  const at = clone("again");
  expect(await outcome(at, { FAKE: "without b" })).toEqual({
    code: 1,
    output: expect.stringContaining("✖ npm left out node_modules/b. Then run the command again."),
  });
  expect((await outcome(at)).code).toBe(0);
  const calls = commands(at).length;
  expect((await outcome(at)).code).toBe(0);
  expect(commands(at)).toHaveLength(calls);

  writeFileSync(join(at, "node_modules/.package-lock.json"), "after npm prune --omit=dev");
  expect((await outcome(at)).code).toBe(0);
  expect(commands(at).slice(calls)).toEqual(["ping", "ci"]);
});

test("what an interrupted installation left is removed, and installed once more", async () => {
  for (const code of ["ENOTEMPTY", "ENOENT"]) {
    const at = clone(code);
    mkdirSync(join(at, "node_modules/half-written"), { recursive: true });
    expect(await outcome(at, { FAKE: code })).toEqual({ code: 0, output: expect.not.stringContaining("npm error") });
    expect(commands(at)).toEqual(["ping", "ci", "ci"]);
  }
  const at = clone("refused");
  mkdirSync(join(at, "node_modules/half-written"), { recursive: true });
  const refused = await outcome(at, { FAKE: "E401" });
  expect([refused.code, commands(at)]).toEqual([1, ["ping", "ci"]]);
  expect(refused.output).toContain("npm error code E401");
});

test("Ctrl+C ends an installation with its npm at once, and the next start installs", async () => {
  const at = clone("interrupted");
  const first = start(at, { FAKE: "hang" });
  await expect.poll(() => commands(at)).toEqual(["ping", "ci"]);
  const npm = callsIn(at).at(-1)?.pid as number;
  // As a terminal does: to the whole group.
  process.kill(-first.pid, "SIGINT");
  expect(await first.ended).toBe(130);
  expect([isAlive(npm), existsSync(join(at, ".data/installing"))]).toEqual([false, false]);
  expect(await outcome(at)).toEqual({ code: 0, output: expect.stringContaining("started") });
});

test("a start waits for an installation that still runs, also for the npm of a killed one, and takes what it brought", async () => {
  const at = clone("together");
  const first = start(at, { FAKE: "hang" });
  await expect.poll(() => commands(at)).toEqual(["ping", "ci"]);
  const npm = callsIn(at).at(-1)?.pid as number;
  process.kill(-first.pid, "SIGKILL");
  await first.exited;
  const second = start(at);
  await expect.poll(second.output).toContain(`Another installation here is still ending (process ${npm}): waiting for it`);
  expect(commands(at)).toEqual(["ping", "ci"]);
  process.kill(npm, "SIGKILL");
  expect([await second.ended, commands(at)]).toEqual([0, ["ping", "ci", "ping", "ci"]]);

  // The id of an ended installation, which another program has by now.
  rmSync(join(at, "node_modules"), { recursive: true });
  writeFileSync(join(at, ".data/installing"), "1");
  const [third, fourth] = await Promise.all([outcome(at), outcome(at)]);
  expect([third.code, fourth.code, commands(at).slice(4)]).toEqual([0, 0, ["ping", "ci"]]);
});

test("a full disk is one line, before and after npm fails on it", async () => {
  const at = clone("full");
  mkdirSync(join(at, "node_modules/half-written"), { recursive: true });
  const { code, output } = await outcome(at, { FAKE: "ENOSPC" });
  expect([code, output]).toEqual([1, expect.stringContaining("no room is left for this user (ENOSPC)")]);
  expect(output).not.toContain("npm error");

  expect(lackOfSpace(at, "A build", { bytes: 1, files: 1 })).toBe(null);
  expect(lackOfSpace(join(at, "not/yet"), "A build", { bytes: 2e15, files: 1 })).toMatch(
    /^A build needs 2000000.0 GB in .*not\/yet, and [\d.]+ [GM]B are free there\.$/,
  );
  expect(lackOfSpace(at, "A build", { bytes: 2e15, files: 1 }, () => ({ bytes: 2e15, files: 0 }))).toBe(null);
  expect(fullDisk(at)).toBe(null);
  expect(folderSize(join(at, "bin"))).toEqual({ bytes: Buffer.byteLength(NPM), files: 1 });
});

test("packages that this machine needs are told from those of other systems", () => {
  const at = join(folder, "lock");
  mkdirSync(join(at, "node_modules/here"), { recursive: true });
  writeFileSync(join(at, "node_modules/here/package.json"), "{}");
  const packages = {
    "": {},
    ...{ "node_modules/peer": { peer: true }, "node_modules/test": { dev: true } },
    ...{ "node_modules/here": {}, "node_modules/plain": {}, "node_modules/wasm": { optional: true, cpu: ["wasm32"] } },
    "node_modules/glibc": { optional: true, os: ["linux"], cpu: ["x64"], libc: ["glibc"] },
    "node_modules/musl": { optional: true, os: ["linux"], cpu: ["x64"], libc: ["musl"] },
    "node_modules/mac": { optional: true, os: ["darwin"], cpu: ["arm64"] },
    "node_modules/unix": { optional: true, os: ["!win32"] },
    "node_modules/text": { optional: true, os: "win32", cpu: "arm64" },
  };
  writeFileSync(join(at, "package-lock.json"), JSON.stringify({ packages }));
  const missing = (machine: { os: string; cpu: string; libc: string }, group: "start" | "all" = "start") =>
    missingPackages(at, group, machine).map((path: string) => path.slice("node_modules/".length));
  expect(missing({ os: "linux", cpu: "x64", libc: "glibc" })).toEqual(["plain", "glibc", "unix"]);
  expect(missing({ os: "linux", cpu: "x64", libc: "musl" })).toEqual(["plain", "musl", "unix"]);
  expect(missing({ os: "darwin", cpu: "arm64", libc: "musl" })).toEqual(["plain", "mac", "unix"]);
  expect(missing({ os: "win32", cpu: "x64", libc: "musl" })).toEqual(["plain"]);
  expect(missing({ os: "win32", cpu: "arm64", libc: "musl" })).toEqual(["plain", "text"]);
  expect(missing({ os: "win32", cpu: "x64", libc: "musl" }, "all")).toEqual(["test", "plain"]);
});
