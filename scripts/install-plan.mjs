// What an installation brings, whatever the environment and npm's own settings say. Plain JavaScript for any Node.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Flags of npm, which takes a flag before a variable, and both before each .npmrc. The group `start` runs, builds and deploys the
 * product, `all` also checks and tests it.
 */
export const planOf = (group) => [
  group === "all" ? "--include=dev" : "--omit=dev",
  "--include=optional",
  // Packages that only a peer asks for: webpack, of which nothing is used.
  "--omit=peer",
  "--ignore-scripts=false",
  "--bin-links=true",
  "--install-strategy=hoisted",
  "--legacy-peer-deps=false",
  "--strict-peer-deps=false",
  "--engine-strict=false",
  "--package-lock=true",
  "--package-lock-only=false",
  "--dry-run=false",
  "--global=false",
  "--json=false",
  "--loglevel=error",
  "--no-audit",
  "--no-fund",
];

/** Other settings of npm in variables say where packages come from. */
const DROPPED = new Set([
  ...["also", "before", "bin_links", "cpu", "dev", "dry_run", "engine_strict", "global", "global_style", "ignore_scripts"],
  ...["include", "install_links", "install_strategy", "json", "legacy_bundling", "legacy_peer_deps", "libc", "location"],
  ...["min_release_age", "omit", "only", "optional", "os", "package_lock", "package_lock_only", "production", "shrinkwrap"],
  ...["strict_peer_deps", "workspace", "workspaces"],
]);

/** npm reads its variables in any case of letters. */
export function plainEnv(env) {
  const passed = Object.entries(env).filter(([name]) => {
    const [, setting] = /^npm_config_(.+)$/i.exec(name) ?? [];
    return name !== "NODE_ENV" && !DROPPED.has(setting?.toLowerCase().replaceAll("-", "_"));
  });
  return Object.fromEntries(passed);
}

/** Folders of the lock file that a group needs on this machine and `root` lacks. */
export function missingPackages(root, group, machine = thisMachine()) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return (
    Object.entries(packages)
      // npm leaves out optional parts for WebAssembly, which name no system.
      .filter(([path, entry]) => path !== "" && (!entry.optional || entry.os) && isFor(entry, machine))
      .filter(([, { dev, peer }]) => !peer && (!dev || group === "all"))
      .filter(([path]) => !existsSync(join(root, path, "package.json")))
      .map(([path]) => path)
  );
}

/** By the rules of npm: https://docs.npmjs.com/cli/configuring-npm/package-json#os */
function isFor({ os, cpu, libc }, machine) {
  return allows(os, machine.os) && allows(cpu, machine.cpu) && (machine.os !== "linux" || allows(libc, machine.libc));
}

/** npm keeps one name as a text where the package wrote it so. */
function allows(wanted, value) {
  if (!wanted) return true;
  const names = [wanted].flat();
  const refused = names.filter((one) => one.startsWith("!"));
  return !refused.includes(`!${value}`) && (refused.length === names.length || names.includes(value));
}

function thisMachine() {
  const { header } = process.platform === "linux" ? process.report.getReport() : { header: {} };
  return { os: process.platform, cpu: process.arch, libc: header.glibcVersionRuntime ? "glibc" : "musl" };
}
