// `npm ci` refuses a lock file that lacks an optional package of any system, and unlisted packages install unchecked.
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Locked {
  optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8"));
const packages: Record<string, Locked> = lock.packages;

const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !isLocked(name, path))
    .map((name) => `${path}: ${name}@${optionalDependencies[name]}`),
);
if (missing.length > 0) {
  console.error(`✖ package-lock.json leaves out:\n  ${missing.join("\n  ")}`);
  process.exit(1);
}

/** Follows Node's resolution: the own folder, then outer ones. */
function isLocked(name: string, from: string): boolean {
  if (`${from && `${from}/`}node_modules/${name}` in packages) return true;
  return from !== "" && isLocked(name, from.slice(0, Math.max(0, from.lastIndexOf("node_modules/") - 1)));
}
