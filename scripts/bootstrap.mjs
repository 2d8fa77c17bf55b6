// Plain JavaScript for Node 18 or later: the lock file provides the product's Node as the npm package `node`.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const STAMP = join(ROOT, "node_modules/.liaison-installed");
export const COMPILE_CACHE = join(ROOT, "node_modules/.cache/compiled");

/** For every Node process below: a command starts in a third of the processor time. */
const FASTER = `--import ${pathToFileURL(join(ROOT, "scripts/drizzle-modules.mjs")).href}`;

export function say(text) {
  console.log(`▸ ${text}`);
}

/** Ends the command; the text says what to do. */
export function fail(text) {
  console.error(`\n✖ ${text}\n`);
  process.exit(1);
}

/** Idempotent. */
export function ensureInstalled() {
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === installKey()) return;
  if (Number.parseInt(process.versions.node, 10) < 18)
    fail(`Liaison is installed with Node 18 or later; this is ${process.version}. See https://nodejs.org`);
  if (process.version === "v22.5.0") fail("Node 22.5.0 ends npm half-way, which 22.5.1 mends: take any other from 18 on.");
  const { status } = spawnSync(process.execPath, [join(ROOT, "scripts/install.mjs")], { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

/** The lock file, the machine, and the Node version for which npm chose native parts. */
export function installKey() {
  const lock = createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  return `${lock} ${process.platform} ${process.arch} node ${pinnedMajor()}`;
}

/** Records the installed key in node_modules. */
export function mark(key) {
  writeFileSync(STAMP, key);
}

export function pinnedMajor() {
  return Number.parseInt(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).devDependencies.node, 10);
}

export function node24() {
  const path = join(ROOT, "node_modules/node/bin/node");
  if (!existsSync(path)) fail("The pinned Node is missing. Delete node_modules and run the command again.");
  return path;
}

export function toolEnv(extra = {}) {
  const bin = [join(ROOT, "node_modules/node/bin"), join(ROOT, "node_modules/.bin")].join(":");
  return {
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...process.env,
    PATH: `${bin}:${process.env.PATH ?? ""}`,
    NODE_NO_WARNINGS: "1",
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${FASTER}`,
    ...extra,
  };
}

/** Resolves to the exit code. `quiet` shows output on failure only, `held` at the end. */
export function run(command, args, { quiet = false, held = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: toolEnv(env),
      stdio: quiet || held ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    let output = "";
    if (quiet || held) for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    child.on("error", (error) => resolve(report(error.message, 1)));
    child.on("close", (code) => resolve(report(output, code ?? 1)));
    function report(text, code) {
      if (held || (quiet && code !== 0)) process.stderr.write(text);
      return code;
    }
  });
}

/** Replaces this process's work with a TypeScript file; forwards signals. */
export function run24(script, args = []) {
  const child = spawn(node24(), [join(ROOT, script), ...args], { cwd: ROOT, env: toolEnv(), stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 0)));
}

/** Milliseconds. */
export function newestChange(paths, list) {
  let newest = 0;
  for (const path of list(paths)) newest = Math.max(newest, statSync(path).mtimeMs);
  return newest;
}
