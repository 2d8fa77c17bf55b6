// The lock file names every optional part of every package, for all systems: `npm ci` refuses one that does not, and what is
// not named is installed without having been looked at.
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

/** Whether a package finds another as Node does: in its own folder, or in one further out. */
function isLocked(name: string, from: string): boolean {
  if (`${from && `${from}/`}node_modules/${name}` in packages) return true;
  return from !== "" && isLocked(name, from.slice(0, Math.max(0, from.lastIndexOf("node_modules/") - 1)));
}
