// `npm test`: all checks and tests on the built product. The last line is: N passed, N failed.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { COMPILE_CACHE, ensureInstalled, ROOT, run, say } from "./bootstrap.mjs";
import { ensureChromium } from "./chromium.mjs";

const only = process.argv.slice(2);
const wanted = (name) => only.length === 0 || only.includes(name);
// Beside npm, which keeps one core busy.
const chromium = wanted("e2e") ? ensureChromium() : null;
ensureInstalled("all");
// Tests run copies of the scripts, whose compiled files nothing else would delete.
rmSync(COMPILE_CACHE, { recursive: true, force: true });
const { CHECKS } = await import("./checks.mjs");
const { ensureBuilt } = await import("./build.mjs");

const RESULTS = join(ROOT, "tests/results");
let passed = 0;
let failed = 0;
/** One for each failed test. Printed at the very end: a log may keep only that. */
const failures = [];
/** Seconds by layer; some run beside each other. */
const took = {};

// Beside the checks: an installation waits for the network and the disk.
const forJourneys = chromium?.then(ensureRelay);
// Together they keep two cores busy to the end; each alone leaves an eighth to a quarter idle.
await Promise.all([withoutBuild(), withBuild()]);

console.log();
for (const [layer, seconds] of Object.entries(took)) console.log(`${seconds.toFixed(0).padStart(5)} s  ${layer}`);
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function withoutBuild() {
  if (wanted("check")) await timed("check", check);
  if (wanted("unit")) await suite("unit", "vitest.config.ts", { held: wanted("e2e") });
}

async function withBuild() {
  if (wanted("contract") || wanted("e2e") || wanted("build")) await timed("build", build);
  await Promise.all([
    wanted("contract") &&
      suite("contract", "tests/contract/vitest.config.ts", { held: wanted("unit") || wanted("e2e"), niceness: 3 }),
    // Unit tests end first: alone, their two runtimes leave the processor idle more than four files of journeys do.
    wanted("e2e") && forJourneys.then(() => suite("e2e", "tests/e2e/vitest.config.ts", { niceness: 3 })),
  ]);
}

async function timed(layer, work) {
  const begun = performance.now();
  await work();
  took[layer] = (performance.now() - begun) / 1000;
}

async function check() {
  const checks = Object.entries(CHECKS).map(async ([name, commands]) => {
    let code = 0;
    for (const [tool, ...args] of commands) code ||= await run(tool, args, { quiet: true });
    count(`check: ${name}`, code === 0 ? 1 : 0, code === 0 ? 0 : 1);
  });
  await Promise.all(checks);
}

async function build() {
  await ensureBuilt();
  say("Checking what a deployment would get");
  const code = await run("node", ["scripts/check-build.ts"], { quiet: true });
  count("build", code === 0 ? 1 : 0, code === 0 ? 0 : 1);
}

/** Runs one vitest configuration. A run without a report counts as one failure. `held` output follows at the end. */
async function suite(name, config, options = {}) {
  say(`Testing: ${name}`);
  // Deletes an old report of this suite: it must not stand for a run that wrote none.
  const report = join(RESULTS, `${name}.json`);
  rmSync(report, { force: true });
  const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  let code = 0;
  await timed(name, async () => {
    // Transformed modules on the disk help later runs of a few files. A new clone would only write them.
    code = await run("vitest", ["run", "--config", config, ...reports], { ...options, env: { VITEST_FS_MODULE_CACHE: "false" } });
  });
  if (!existsSync(report)) {
    failures.push(`✖ ${name}: the run wrote no report`);
    return count(name, 0, 1);
  }
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(readFileSync(report, "utf8"));
  printSlowest(testResults);
  noteFailures(name, testResults);
  // A file that fails to load has a failed suite only; an unhandled error changes only the exit code.
  count(name, numPassedTests, Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0, code !== 0 ? 1 : 0));
}

function printSlowest(files) {
  const slowest = files
    .map(({ name, startTime, endTime }) => ({ name: relative(ROOT, name), seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10);
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

/** Failed tests, and files that did not load, with the first lines of their messages. */
function noteFailures(suite, files) {
  const lines = (text) => text.split("\n").slice(0, 6).join("\n");
  for (const file of files) {
    const tests = file.assertionResults.filter(({ status }) => status === "failed");
    const at = `✖ ${suite}: ${relative(ROOT, file.name)}`;
    for (const test of tests) failures.push(`${at} › ${test.fullName}\n${lines(test.failureMessages.join("\n"))}`);
    if (tests.length === 0 && file.status === "failed") failures.push(`${at}\n${lines(file.message)}`);
  }
}

function count(name, good, bad) {
  passed += good;
  failed += bad;
  const line = `${bad === 0 ? "✓" : "✖"} ${name}: ${good} passed, ${bad} failed`;
  console.log(line);
  if (bad > 0) failures.unshift(line);
}

/** coturn, for the journeys of calls: without root, into node_modules. */
async function ensureRelay() {
  if ((await run("node", ["scripts/fetch-coturn.ts"])) !== 0) process.exit(1);
}
