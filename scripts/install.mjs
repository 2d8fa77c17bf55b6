// Installs the lock file's packages; called by `ensureInstalled`. Plain JavaScript for any Node, like bootstrap.mjs.
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { fail, installKey, mark, pinnedMajor, ROOT, say, toolEnv } from "./bootstrap.mjs";

/** Registry timeout in ms. */
const ANSWERS_WITHIN = 8000;
const SAID_EVERY = 10_000;

const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
// Keeps package.json, the lock file, and on failure the installed packages.
const install = ["install", "--no-save", ...quiet];

try {
  accessSync(ROOT, constants.W_OK);
} catch (error) {
  fail(`Cannot write to ${ROOT} (${error.code}). Liaison installs its packages there: give this user the folder.`);
}

say("Installing packages (about a minute the first time)");
const began = Date.now();
const progress = setInterval(() => say(`Still installing (${Math.round((Date.now() - began) / 1000)} s)`), SAID_EVERY);
await installAll();
clearInterval(progress);
mark(installKey());

async function installAll() {
  const problem = await registryProblem();
  if (problem) {
    say(`${problem}: trying with what npm has kept`);
    if ((await npm([...install, "--offline"], { stdio: "ignore" })).code !== 0)
      end(`${problem}. Look at the network; behind a proxy set https_proxy, with a registry of your own npm_config_registry.`);
  } else if ((await npm(["ci", ...quiet])).code !== 0) {
    end("The packages could not be installed: npm says above why.");
  }
  // npm omits native parts of packages that do not support its own Node: a second run uses the pinned one.
  const offline = problem ? ["--offline"] : [];
  if (major(process.versions.node) !== pinnedMajor() && (await npm([...install, ...offline], { env: toolEnv() })).code !== 0)
    end("The packages could not be installed with the pinned Node: npm says above why.");
}

/** Null when the registry answers, also with an error. */
async function registryProblem() {
  const asked = await npm(["ping", "--fetch-retries=0", `--fetch-timeout=${ANSWERS_WITHIN}`, "--loglevel=notice"], {
    stdio: ["ignore", "ignore", "pipe"],
    timeout: ANSWERS_WITHIN + 2000,
  });
  const [, code] = /error code (\S+)/.exec(asked.text) ?? [];
  if (asked.code === 0 || /^E\d{3}$/.test(code ?? "")) return null;
  const [, registry = "The npm registry"] = /PING (\S+)/.exec(asked.text) ?? [];
  // Hides a password in the registry's address.
  return `${registry.replace(/\/\/[^/]*@/, "//")} cannot be reached (${code ?? `no answer in ${ANSWERS_WITHIN / 1000} s`})`;
}

function npm(args, options = {}) {
  const windows = process.platform === "win32";
  const child = spawn(windows ? "npm.cmd" : "npm", args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    shell: windows,
    ...options,
  });
  let text = "";
  child.stderr?.on("data", (data) => (text += data));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 1, text: `error code ${error.code}` }));
    child.on("close", (code) => resolve({ code, text }));
  });
}

function end(reason) {
  clearInterval(progress);
  fail(`${reason} Then run the command again.`);
}

function major(version) {
  return Number.parseInt(version, 10);
}
