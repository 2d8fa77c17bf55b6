export interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  /** A folder of this repository. */
  link?: boolean;
  /** Part of the package around it, whose checksum covers it. */
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
}

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const PUBLIC_REGISTRY = "https://registry.npmjs.org/";

/** One line per mistake of a lock file, by its `packages`. */
export function lockProblems(packages: Record<string, Locked>): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...unlisted(packages, path, entry),
    ...(path === "" || entry.link || entry.inBundle ? [] : unsealed(path, entry)),
  ]);
}

/** `npm ci` refuses a lock file that lacks an optional package of any system, and unlisted packages install unchecked. */
function unlisted(packages: Record<string, Locked>, path: string, { optionalDependencies = {} }: Locked): string[] {
  return Object.keys(optionalDependencies)
    .filter((name) => !isLocked(packages, name, path))
    .map((name) => `${path}: leaves out ${name}@${optionalDependencies[name]}`);
}

/** npm takes whatever the registry sends for an entry without a checksum. */
function unsealed(path: string, { version, integrity = "", resolved }: Locked): string[] {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const problems = [];
  if (!integrity.split(" ").every((one) => SHA512.test(one)))
    problems.push(`${path}: has no sha512 integrity; npm view ${name}@${version} dist.integrity prints it`);
  if (resolved !== undefined && !resolved.startsWith(PUBLIC_REGISTRY)) problems.push(`${path}: is not from ${PUBLIC_REGISTRY}`);
  return problems;
}

/** Follows Node's resolution: the own folder, then outer ones. */
function isLocked(packages: Record<string, Locked>, name: string, from: string): boolean {
  if (`${from && `${from}/`}node_modules/${name}` in packages) return true;
  return from !== "" && isLocked(packages, name, from.slice(0, Math.max(0, from.lastIndexOf("node_modules/") - 1)));
}
