// Debian's chromium and its headless shell, which journeys use where they can; installs them when missing and possible. Plain
// JavaScript for any Node, like bootstrap.mjs.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fail, say } from "./bootstrap.mjs";

const FILE = fileURLToPath(import.meta.url);
const given = process.env.CHROMIUM;
const missing = given ? [] : ["chromium", "chromium-headless-shell"].filter((name) => !existsSync(`/usr/bin/${name}`));
const usable = existsSync(given ?? "/usr/bin/chromium");

if (process.argv[1] === FILE) installMissing();

/** Ends the command at once where Chromium is missing and cannot be installed. Else a process installs it beside this one. */
export async function ensureChromium() {
  if (usable && missing.length === 0) return;
  if (!given && existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    const child = spawn(process.execPath, [FILE], { stdio: ["ignore", "inherit", "inherit"] });
    const code = await new Promise((resolve) => child.on("close", resolve));
    if (code !== 0) process.exit(1);
  } else if (!usable)
    fail("The journeys need Chromium. Install it (Debian: sudo apt-get install chromium), or set CHROMIUM to its path.");
}

function installMissing() {
  say(`Installing ${missing.join(" and ")}`);
  const updated = apt("update", "-qq");
  // Older systems have no shell: journeys then use Chromium, which takes longer.
  if (updated && (install(...missing) || usable)) return;
  if (!usable && !install("chromium"))
    fail(updated ? "Chromium could not be installed." : "apt-get update failed: is the network there?");
}

/**
 * Of the recommended packages only the fonts: the others are for printers, file shares, power and notices of a desktop. DejaVu is the
 * wide font of tests/e2e/fit.ts.
 */
function install(...names) {
  return apt("install", "-y", "-qq", "--no-install-recommends", ...names, "fonts-liberation", "fonts-dejavu-core");
}

/** True when it succeeded; says why not. */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, error, stdout, stderr } = spawnSync("apt-get", args, { env, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) process.stderr.write(error ? `${error.message}\n` : stdout + stderr);
  return status === 0;
}
