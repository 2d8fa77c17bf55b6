// Checks builds: a deployed one contains no local tools, neither contains development code.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { readDomainFiles } from "./data.ts";
import { tooLarge } from "./page-sizes.ts";

const ROOT = join(import.meta.dirname, "..");
const problems: string[] = [];

const { values } = parseArgs({ options: { deployed: { type: "string", default: "build-deploy" } } });
const built = spawnSync("react-router", ["build"], {
  cwd: ROOT,
  env: { ...process.env, LIAISON_TARGET: "", LIAISON_OUT: values.deployed },
  encoding: "utf8",
});
if (built.status !== 0) {
  console.error(built.stdout, built.stderr);
  process.exit(1);
}

for (const path of sources(values.deployed, "**/*.js")) {
  const text = readFileSync(path, "utf8");
  for (const secret of [
    "/dev/mail",
    "/dev/photos",
    "dev/ui",
    "/dev/staff",
    "/dev/sql",
    "age.localhost",
    "Test wallet",
    "coffee-in-Amsterdam",
    "x-d1-",
    "/api/bench",
    "x-long-way",
    "⟦$",
    "anna@demo.example",
    "CALL_LIMITS",
    "PASSWORD_COST",
  ]) {
    if (text.includes(secret)) problems.push(`${path}: a deployed build contains ${secret}`);
  }
}
for (const folder of ["build", values.deployed]) {
  for (const path of sources(folder, "server/**/*.js")) {
    // File names appear in comments, which a minifier drops; the second text is a development-only warning.
    if (/react-(dom|server-dom-webpack)[\w.-]*\.development|Each child in a list should have/.test(readFileSync(path, "utf8"))) {
      problems.push(`${path}: React's development build`);
    }
    // Kept out by `noRouteStubs` of vite.config.ts.
    if (/createElement\(EnsureClientRouteModuleForHMR___/.test(readFileSync(path, "utf8")))
      problems.push(`${path}: a component of hot reload`);
  }
  for (const path of sources(folder, "client/**/*.js")) {
    const text = readFileSync(path, "utf8");
    if (/\$ZodType|ZodError/.test(text)) problems.push(`${path}: zod in the browser`);
    if (/drizzle|cloudflare:workers/.test(text)) problems.push(`${path}: server code in the browser`);
    if (/AsyncLocalStorage/.test(text)) problems.push(`${path}: code of routes in the browser`);
  }
}

// The proof of age loads where it is asked for: decision 102.
for (const folder of ["build", values.deployed])
  for (const [part, mark] of [
    ["client/assets", "org-iso-mdoc"],
    ["server/assets", "deviceKeyInfo"],
  ] as const) {
    const files = sources(folder, `${part}/*.js`).map((path) => [path, readFileSync(path, "utf8")] as const);
    const own = files.filter(([, text]) => text.includes(mark)).map(([path]) => basename(path));
    if (own.length === 0) problems.push(`${folder}/${part}: nothing of the proof of age`);
    for (const [path, text] of files)
      for (const name of own)
        if (new RegExp(`(from|import) ?["']\\./${name.replaceAll(".", "\\.")}["']`).test(text))
          problems.push(`${path}: loads the proof of age at its start (${name})`);
  }

// Domain files are database data; the demo's must reach no deployment.
const ofFiles = readDomainFiles().flatMap(({ hosts, settings }) => [
  ...hosts.filter((host) => host.includes(".localhost")),
  settings.support_email,
  settings.description,
]);
for (const folder of ["build", values.deployed]) {
  for (const path of sources(folder, "**/*.js")) {
    const text = readFileSync(path, "utf8");
    for (const said of ofFiles) if (text.includes(said)) problems.push(`${path}: a build contains "${said}" of a domain file`);
  }
}

for (const folder of ["build", values.deployed]) {
  const sheets = sources(folder, "client/assets/*.css");
  if (sheets.length < 2) problems.push(`${folder}: the style sheet is not divided`);
  for (const path of sheets) {
    const text = readFileSync(path, "utf8");
    if (path.includes("style-") || text.includes("@layer module-")) problems.push(`${path}: a style sheet that is not divided`);
  }
}

problems.push(...(await tooLarge(join(ROOT, values.deployed))));

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

function sources(folder: string, pattern: string): string[] {
  return globSync(pattern, { cwd: join(ROOT, folder) }).map((name) => join(ROOT, folder, name));
}
