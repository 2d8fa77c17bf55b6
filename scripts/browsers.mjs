// `npm run browsers`: the core journeys and all pages in Firefox and WebKitGTK, where they are installed. Installs neither.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, fail, ROOT, run, say } from "./bootstrap.mjs";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const WEBKIT = process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver";
const hasDisplay = Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY) || existsSync("/usr/bin/Xvfb");

ensureInstalled("all");
const engines = found().filter((engine) => process.argv.length < 3 || process.argv.includes(engine));
if (engines.length === 0) fail("No engine is left to run: `npm run browsers`, `-- firefox` or `-- webkit`.");
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();

const report = join(ROOT, "tests/results/browsers.json");
rmSync(report, { force: true });
say(`Testing in ${engines.join(" and ")}`);
const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const code = await run("vitest", ["run", "--config", "tests/browsers/vitest.config.ts", ...reports], {
  env: { ENGINES: engines.join(",") },
});
const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {};
// A console error fails the file, not one of its tests.
const failed = Math.max(numFailedTests, code === 0 ? 0 : 1);
console.log(`\n${numPassedTests} passed, ${failed} failed`);
process.exitCode = failed > 0 || numPassedTests === 0 ? 1 : 0;

/** Says what is missing, and how Debian calls it. */
function found() {
  const engines = [];
  if (existsSync(FIREFOX)) engines.push("firefox");
  else say("Without Firefox: install it (Debian: apt-get install firefox-esr), or set FIREFOX to its path");
  if (!existsSync(WEBKIT)) say("Without WebKitGTK: install it (Debian: apt-get install webkit2gtk-driver)");
  else if (!hasDisplay) say("Without WebKitGTK: it needs a display (Debian: apt-get install xvfb)");
  else engines.push("webkit");
  return engines;
}
