import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** In bytes; a run writes less than half of it. */
const NEEDED = 2 * 1024 ** 3;
const PREFIX = "liaison-tests-";

/** Keeps the stores of a run in memory where there is room: each Durable Object is a database, synced to disk at every write. */
export function keepStoresInMemory(): void {
  if (process.env.TMPDIR?.startsWith(MEMORY) || !existsSync(MEMORY)) return;
  removeAbandoned();
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, freemem()) < NEEDED) return;
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** Of runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(PREFIX)))
    if (!existsSync(`/proc/${name.slice(PREFIX.length)}`)) rmSync(join(MEMORY, name), { recursive: true, force: true });
}
