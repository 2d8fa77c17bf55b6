// `install.mjs <group>` installs packages of the lock file; called by `ensureInstalled`. Plain JavaScript for any Node, like bootstrap.mjs.
import { spawn } from "node:child_process";
import { accessSync, constants, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fail, groupToInstall, installed, mark, packagesMajor, pinnedNode, ROOT, say, toolEnv } from "./bootstrap.mjs";
import { folderSize, fullDisk, lackOfSpace } from "./disk.mjs";
import { missingPackages, plainEnv, planOf } from "./install-plan.mjs";
import { takeTurn } from "./install-turn.mjs";

const ANSWERS_WITHIN_MS = 8000;
const SAID_EVERY_MS = 10_000;
const NEEDS = { start: { bytes: 620e6, files: 20_000 }, all: { bytes: 850e6, files: 30_000 } };
const PACKAGES = join(ROOT, "node_modules");
/** An npm that was ended leaves folders half written or half removed; the next npm stumbles over them. */
const LEFT_OVER = /^(ENOTEMPTY|ENOENT|EEXIST|EBUSY|ENOTDIR)$/;
const WINDOWS = process.platform === "win32";

const group = groupToInstall(process.argv[2]);
// Keeps package.json, the lock file, and on failure the installed packages.
const install = ["install", "--no-save", ...planOf(group)];
const anew = ["ci", ...planOf(group)];
let child;
let progress;

try {
  accessSync(ROOT, constants.W_OK);
} catch (error) {
  fail(`Cannot write to ${ROOT} (${error.code}). Liaison installs its packages there: give this user the folder.`);
}

const turn = await takeTurn(join(ROOT, ".data/installing"), (pid) =>
  say(`Another installation here is still ending (process ${pid}): waiting for it`),
).catch((error) => fail(fullDisk(ROOT) ?? `Cannot write to ${ROOT}/.data (${error.code}): give this user the folder.`));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
if (!installed(group)) await installGroup();
turn.end();

async function installGroup() {
  const lack = lackOfSpace(ROOT, "An installation", NEEDS[group], () => folderSize(PACKAGES));
  if (lack) end(lack);
  say(installed("start") ? "Installing what checks and tests need" : "Installing packages (about a minute the first time)");
  const began = Date.now();
  progress = setInterval(() => say(`Still installing (${Math.round((Date.now() - began) / 1000)} s)`), SAID_EVERY_MS);
  const problem = await registryProblem();
  if (problem) await fromCache(problem);
  else await fromRegistry();
  const offline = problem ? ["--offline"] : [];
  // npm omits native parts of packages that do not support its own Node: a second run uses the pinned one.
  if (major(process.versions.node) !== packagesMajor() || missingPackages(ROOT, group).length > 0)
    await orEnd(npm([...install, ...offline], { env: toolEnv() }), "The packages could not be installed with the pinned Node");
  const missing = missingPackages(ROOT, group);
  // npm passes over an optional package that it cannot fetch.
  if (missing.length > 0) end(`npm left out ${missing.join(", ")}.`);
  const node = pinnedNode();
  // Headers for compiling native packages, 68 MB that nothing here reads.
  if (node) rmSync(join(PACKAGES, node.name, "include"), { recursive: true, force: true });
  clearInterval(progress);
  mark(group);
}

async function fromCache(problem) {
  say(`${problem}: trying with what npm has kept`);
  const { code } = await npm([...install, "--offline"]);
  if (code === 0) return;
  const hint = `Look at the network; behind a proxy set https_proxy, with a registry of your own npm_config_registry.`;
  end(fullDisk(ROOT) ?? `${problem}. ${hint}`);
}

async function fromRegistry() {
  // `npm ci` would begin by taking the packages away from a server that runs.
  const first = await npm(installed("start") ? install : anew);
  if (first.code === 0) return;
  if (!LEFT_OVER.test(first.error) || fullDisk(ROOT)) return orEnd(first, "The packages could not be installed");
  say("Packages of an interrupted installation are in the way: removing them");
  rmSync(PACKAGES, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  await orEnd(npm(anew), "The packages could not be installed");
}

async function orEnd(run, what) {
  const { code, error, text } = await run;
  if (code === 0) return;
  const full = fullDisk(ROOT, cacheFolder(), tmpdir());
  if (full) end(full);
  if (error === "ENOSPC" || error === "EDQUOT") end(`${what}: no room is left for this user (${error}). Make room in ${ROOT}.`);
  process.stderr.write(text);
  end(`${what}: npm says above why.`);
}

function cacheFolder() {
  return process.env.npm_config_cache ?? join(homedir(), WINDOWS ? "AppData/Local/npm-cache" : ".npm");
}

/** Null when the registry answers, also with an error. */
async function registryProblem() {
  const ping = await npm(["ping", "--fetch-retries=0", `--fetch-timeout=${ANSWERS_WITHIN_MS}`, "--loglevel=notice"], {
    timeout: ANSWERS_WITHIN_MS + 2000,
  });
  if (ping.code === 0 || /^E\d{3}$/.test(ping.error)) return null;
  const [, registry = "The npm registry"] = /PING (\S+)/.exec(ping.text) ?? [];
  // Hides a password in the registry's address.
  return `${registry.replace(/\/\/[^/]*@/, "//")} cannot be reached (${ping.error || `no answer in ${ANSWERS_WITHIN_MS / 1000} s`})`;
}

/** Ends with npm's exit code, its error code ("" without one) and what it wrote to stderr. */
function npm(args, options = {}) {
  child = spawn(WINDOWS ? "npm.cmd" : "npm", args, {
    cwd: ROOT,
    env: plainEnv(process.env),
    stdio: ["ignore", args[0] === "ping" ? "ignore" : "inherit", "pipe"],
    shell: WINDOWS,
    // A group of its own: a signal ends npm with all that it has started.
    detached: !WINDOWS,
    ...options,
  });
  if (child.pid) turn.note(child.pid);
  let text = "";
  child.stderr.on("data", (data) => (text += data));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 1, error: error.code, text: `${error.message}\n` }));
    child.on("close", (code) => {
      const [, error = ""] = /npm (?:error|ERR!) code (\S+)/.exec(text) ?? [];
      resolve({ code, error, text });
    });
  });
}

/** npm rolls back for minutes when asked to end; the next installation removes what is left instead. */
function stop() {
  clearInterval(progress);
  child?.removeAllListeners("close");
  child?.once("close", gone);
  if (!child || child.exitCode !== null || child.signalCode !== null) return gone();
  if (WINDOWS) child.kill();
  else process.kill(-child.pid, "SIGKILL");
  function gone() {
    turn.end();
    process.exit(130);
  }
}

function end(reason) {
  clearInterval(progress);
  turn.end();
  fail(`${reason} Then run the command again.`);
}

function major(version) {
  return Number.parseInt(version, 10);
}
