// `npm run calls`: calls between real browsers through coturn, also between Chromium and Firefox where it is installed.
import { existsSync } from "node:fs";
import { ensureInstalled, run, say } from "./bootstrap.mjs";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

ensureInstalled("all");
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
const hasFirefox = existsSync(FIREFOX);
if (!hasFirefox) say("Without Firefox: install it (Debian: apt-get install firefox-esr), or set FIREFOX to its path");
const steps = [
  ["node", "scripts/fetch-coturn.ts"],
  ["vitest", "run", "--config", "tests/calls/vitest.config.ts", ...(hasFirefox ? [] : ["--exclude", "**/firefox.test.ts"])],
];
for (const [command, ...args] of steps) {
  process.exitCode = await run(command, [...args, ...(command === "vitest" ? process.argv.slice(2) : [])]);
  if (process.exitCode !== 0) break;
}
