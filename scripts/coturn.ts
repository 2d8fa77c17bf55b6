import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const CACHE = join(import.meta.dirname, "../node_modules/.cache");
const FETCHED = join(CACHE, "coturn");
/** Names of packages to unpack: the server and its libraries. Its other dependencies set up a system service. */
const WANTED = /^(coturn|lib.+)$/;

export interface Coturn {
  command: string;
  env: Record<string, string>;
}

/** The installed coturn, or the one that `fetchCoturn` has brought. Null without both. */
export function findCoturn(): Coturn | null {
  const libraries = globSync(join(FETCHED, "usr/lib/*-linux-*")).join(":");
  const places: Coturn[] = [
    { command: "turnserver", env: {} },
    { command: join(FETCHED, "usr/bin/turnserver"), env: { LD_LIBRARY_PATH: libraries } },
  ];
  return places.find(({ command, env }) => runs(command, env)) ?? null;
}

function runs(command: string, env: Record<string, string>): boolean {
  const { error, status } = spawnSync(command, ["--version"], { stdio: "ignore", env: { ...process.env, ...env } });
  // 127: a library is missing.
  return !error && status !== null && status !== 127;
}

/**
 * Unpacks Debian's or Ubuntu's package with the libraries that this machine lacks, in node_modules. Needs no root, and unlike an
 * installation starts no service. @throws Error where there is no apt, no network or no such package
 */
export function fetchCoturn(): void {
  if (!existsSync("/usr/bin/apt-get")) throw new Error("this system has no apt-get");
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "coturn-"));
  try {
    const [lists, archives, root] = ["lists", "archives", "root"].map((name) => join(folder, name)) as [string, string, string];
    for (const path of [join(lists, "partial"), join(archives, "archives/partial"), root]) mkdirSync(path, { recursive: true });
    const options = [
      `Dir::State::Lists=${lists}`,
      `Dir::Cache=${archives}`,
      "APT::Sandbox::User=root",
      "Acquire::Languages=none",
    ];
    const apt = (...args: string[]) =>
      execFileSync("apt-get", ["-qq", ...options.flatMap((option) => ["-o", option]), ...args], {
        cwd: folder,
        stdio: ["ignore", "pipe", "pipe"],
        encoding: "utf8",
      });
    apt("update");
    const plan = apt("install", "--simulate", "--no-install-recommends", "coturn");
    const packages = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = ""]) => name).filter((name) => WANTED.test(name));
    apt("download", "coturn", ...packages.filter((name) => name !== "coturn"));
    for (const file of globSync(join(folder, "*.deb"))) execFileSync("dpkg-deb", ["-x", file, root]);
    rmSync(FETCHED, { recursive: true, force: true });
    renameSync(root, FETCHED);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
