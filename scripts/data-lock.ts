import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

interface Holder {
  pid: number;
  /** Null when it does not listen. */
  port: number | null;
  /** Process ids; these outlive a killed command. */
  runtimes: number[];
  /** Key of worker/server/dev/sql.ts, once the server answers. */
  sqlKey?: string;
  /** Socket of a server on a machine of one's own. */
  door?: string;
}

export interface DataLock {
  /** Commands write through the server from now on. */
  noteSqlKey(key: string): void;
  /** The same through a socket. */
  noteDoor(path: string, port: number): void;
  /** Records the current runtime processes, so that the next command can end them. */
  noteRuntimes(): void;
  release(): void;
}

/** The folder is locked or not writable; the message is one terminal line. */
export class DataUnavailable extends Error {}

const ROOT = join(import.meta.dirname, "..");
const LOCK = "lock";
const HOLDER = "holder.json";

/** Locks a data folder and ends orphans. The operating system releases a killed process's lock. @throws DataUnavailable */
export function lockData(data: string, port: number | null, command = "npm start"): DataLock {
  makeWritable(data);
  const before = readHolder(data);
  const lock = new DatabaseSync(join(data, LOCK), { timeout: before && isAlive(before.pid) ? 0 : COMMAND_ENDS_WITHIN_MS });
  try {
    // No journal file: the transaction writes nothing and only locks.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new DataUnavailable(heldBy(readHolder(data), command));
    throw error;
  }
  endOrphans(before);
  let sqlKey: string | undefined;
  let door: string | undefined;
  const note = () => {
    const holder: Holder = { pid: process.pid, port, runtimes: runtimes(), sqlKey, door };
    rmSync(join(data, HOLDER), { force: true });
    writeFileSync(join(data, HOLDER), JSON.stringify(holder), { mode: 0o600 });
  };
  note();
  return {
    noteRuntimes: note,
    noteSqlKey(key) {
      sqlKey = key;
      note();
    },
    noteDoor(path, plainPort) {
      door = path;
      port = plainPort;
      note();
    },
    release() {
      rmSync(join(data, HOLDER), { force: true });
      lock.close();
    },
  };
}

/** Port of the server that uses this data, else the default one of `npm start`. */
export function servedPort(data: string): string {
  return String(readHolder(resolve(ROOT, data))?.port ?? 8787);
}

/** Who holds the data; null if nobody does, and nobody can until this process ends. */
export function dataHolder(data: string): Holder | null {
  // The development server keeps its stores one folder below its lock.
  const folder = [data, dirname(data)].find((path) => existsSync(join(path, LOCK)));
  if (folder === undefined || shared.has(folder)) return null;
  const lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
  try {
    lock.exec("BEGIN; SELECT count(*) FROM sqlite_master");
    shared.set(folder, lock);
    return null;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    return readHolder(folder) ?? { pid: 0, port: 0, runtimes: [] };
  }
}

const shared = new Map<string, DatabaseSync>();

export function clearData(data: string): void {
  for (const name of contentsOf(data)) rmSync(join(data, name), { recursive: true, force: true });
}

/** Without the lock's files; empty for a missing folder. */
export function contentsOf(data: string): string[] {
  return existsSync(data) ? readdirSync(data).filter((name) => name !== LOCK && name !== HOLDER) : [];
}

const SQLITE_BUSY = 5;
const COMMAND_ENDS_WITHIN_MS = 10_000;

function heldBy(holder: Holder | null, command: string): string {
  if (!holder) return "Another command is using this data. Try again in a moment.";
  const { pid, port } = holder;
  if (port === null) return `This data is being made anew by \`npm run seed\` (process ${pid}). Try again when it is done.`;
  return `Liaison already runs with this data: http://localhost:${port} (process ${pid}). End it first, or use other data: ${command} -- --port ${port + 1} --data .data/second`;
}

function readHolder(data: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(data, HOLDER), "utf8"));
  } catch {
    return null; // missing, or being written
  }
}

/** Otherwise the runtime reports a read-only folder in many lines. */
function makeWritable(data: string): void {
  try {
    mkdirSync(data, { recursive: true });
    for (const path of [data, ...folders(data)]) accessSync(path, constants.W_OK);
  } catch (error) {
    const { code, path = data } = error as NodeJS.ErrnoException;
    throw new DataUnavailable(`Cannot write to ${path} (${code}). Give this user the folder, or choose another: --data folder`);
  }
}

function folders(data: string, depth = 3): string[] {
  if (depth === 0) return [];
  return readdirSync(data, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => [join(data, entry.name), ...folders(join(data, entry.name), depth - 1)]);
}

/** Process ids of workerd that this process started; empty where there is no /proc. */
export function runtimes(): number[] {
  if (!existsSync("/proc/self/stat")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isRuntime(pid) && parentOf(pid) === process.pid);
}

/** A killed start leaves its runtime, which keeps port and data. */
function endOrphans(holder: Holder | null): void {
  for (const pid of holder?.runtimes ?? []) if (isRuntime(pid)) process.kill(pid, "SIGKILL");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function isRuntime(pid: number): boolean {
  return status(pid, "cmdline").includes("workerd");
}

function parentOf(pid: number): number {
  return Number(status(pid, "stat").split(") ")[1]?.split(" ")[1]);
}

function status(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // ended meanwhile
  }
}
