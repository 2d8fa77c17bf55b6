// Plain JavaScript for Node 18 or later: the lock file provides the product's Node as an npm package.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { plainEnv, planOf } from "./install-plan.mjs";

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

/** Idempotent. `all` also brings what checks and tests the product; what has been brought stays. */
export function ensureInstalled(group = "start") {
  if (installed(group)) return;
  if (Number.parseInt(process.versions.node, 10) < 18)
    fail(`Liaison is installed with Node 18 or later; this is ${process.version}. See https://nodejs.org`);
  if (process.version === "v22.5.0") fail("Node 22.5.0 ends npm half-way, which 22.5.1 mends: take any other from 18 on.");
  // Without a listener this process ends before the installation, which gets the same signal.
  const signals = ["SIGINT", "SIGHUP"];
  const wait = () => {};
  for (const signal of signals) process.on(signal, wait);
  const args = [join(ROOT, "scripts/install.mjs"), group];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  for (const signal of signals) process.off(signal, wait);
  if (status !== 0) process.exit(status ?? 1);
}

/** False also after an npm command by hand, which may have removed packages. */
export function installed(group) {
  const stamp = readOr(STAMP);
  return stamp === stampOf("all") || (group === "start" && stamp === stampOf("start"));
}

/** A new lock file takes away nothing that was installed for the one before. */
export function groupToInstall(group) {
  return readOr(STAMP).startsWith("all ") ? "all" : group;
}

export function mark(group) {
  writeFileSync(STAMP, stampOf(group));
}

/** What to install, what npm has installed, and for which machine and Node. */
function stampOf(group) {
  const hidden = readOr(join(ROOT, "node_modules/.package-lock.json"));
  const parts = [readOr(join(ROOT, "package-lock.json")), planOf(group).join(), hidden];
  const hashes = parts.map((part) => createHash("sha256").update(part).digest("hex").slice(0, 32));
  return `${group} ${hashes.join(" ")} ${process.platform} ${process.arch} node ${packagesMajor()}`;
}

function readOr(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

export function packagesMajor() {
  return Number.parseInt(pinnedNode()?.version ?? process.versions.node, 10);
}

/** The package that brings Node for this machine: null where there is none, as on Macs with Apple's processor. */
export function pinnedNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const version = optionalDependencies[name];
  return version ? { name, version } : null;
}

/** Path of the Node that everything runs on: the pinned one, or this one where no package brings it. */
export function node24() {
  const pinned = pinnedNode();
  if (!pinned) {
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    if (major > 22 || (major === 22 && minor >= 22)) return process.execPath;
    return fail(
      `Liaison runs on Node 22.22 or later, and npm has none for ${process.platform} ${process.arch}; this is ${process.version}.`,
    );
  }
  const path = join(ROOT, "node_modules", pinned.name, process.platform === "win32" ? "bin/node.exe" : "bin/node");
  if (!existsSync(path)) fail("The pinned Node is missing. Delete node_modules and run the command again.");
  return path;
}

export function toolEnv(extra = {}) {
  const bin = [dirname(node24()), join(ROOT, "node_modules/.bin")].join(delimiter);
  return {
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...plainEnv(process.env),
    PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
    NODE_NO_WARNINGS: "1",
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${FASTER}`,
    ...extra,
  };
}

/**
 * Resolves to the exit code. `quiet` shows output on failure only, `held` at the end. A higher `niceness` leaves more of a busy processor
 * to others.
 */
export function run(command, args, { quiet = false, held = false, niceness = 0, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: toolEnv(env),
      stdio: quiet || held ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    if (niceness > 0 && child.pid) setPriority(child.pid, niceness);
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

/** Replaces this process's work with a TypeScript file; forwards signals. Resolves to the exit code, of a killed one as shells give it. */
export function run24(script, args = []) {
  const child = spawn(node24(), [join(ROOT, script), ...args], { cwd: ROOT, env: toolEnv(), stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal])));
}

/** Milliseconds. */
export function newestChange(paths, list) {
  let newest = 0;
  for (const path of list(paths)) newest = Math.max(newest, statSync(path).mtimeMs);
  return newest;
}
