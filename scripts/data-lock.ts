import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** What a command that holds a data folder says of itself. */
interface Holder {
  pid: number;
  /** Where it serves; null where it serves nobody. */
  port: number | null;
  /** Its runtime processes, which outlive it when it is killed. */
  runtimes: number[];
}

export interface DataLock {
  /** Remembers the runtime processes that this process has by now, so that the next command can end them. */
  noteRuntimes(): void;
  release(): void;
}

/** The folder is held by another command, or cannot be written to; the message is a line for the terminal. */
export class DataUnavailable extends Error {}

const LOCK = "lock";
const HOLDER = "holder.json";

/**
 * Takes a data folder for this process, until `release` or the process's end, and ends what an earlier one that was killed has
 * left running. The lock is one of the operating system's on a file, which a killed process cannot leave behind.
 * @param command the one that takes it: a refusal says how to run it with other data.
 * @throws DataUnavailable
 */
export function lockData(data: string, port: number | null, command = "npm start"): DataLock {
  makeWritable(data);
  const lock = new DatabaseSync(join(data, LOCK), { timeout: 0 });
  try {
    // Without a journal file: it writes nothing, and is here for its lock.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new DataUnavailable(heldBy(readHolder(data), command));
    throw error;
  }
  endOrphans(readHolder(data));
  const note = () => {
    const holder: Holder = { pid: process.pid, port, runtimes: runtimes() };
    writeFileSync(join(data, HOLDER), JSON.stringify(holder));
  };
  note();
  return {
    noteRuntimes: note,
    release() {
      rmSync(join(data, HOLDER), { force: true });
      lock.close();
    },
  };
}

/** Deletes a store, but not the lock that this process holds on its folder. */
export function clearData(data: string): void {
  for (const name of contentsOf(data)) rmSync(join(data, name), { recursive: true, force: true });
}

/** What stands in a data folder beside the files of the lock; nothing where there is no folder. */
export function contentsOf(data: string): string[] {
  return existsSync(data) ? readdirSync(data).filter((name) => name !== LOCK && name !== HOLDER) : [];
}

const SQLITE_BUSY = 5;

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
    return null; // there is none, or it is being written
  }
}

/** The folder, and what a store has in it, can be written to: the runtime itself would say otherwise in many lines. */
function makeWritable(data: string): void {
  try {
    mkdirSync(data, { recursive: true });
    for (const path of [data, ...folders(data)]) accessSync(path, constants.W_OK);
  } catch (error) {
    const { code, path = data } = error as NodeJS.ErrnoException;
    throw new DataUnavailable(`Cannot write to ${path} (${code}). Give this user the folder, or choose another: --data folder`);
  }
}

/** The folders of a store down to where its files are. */
function folders(data: string, depth = 3): string[] {
  if (depth === 0) return [];
  return readdirSync(data, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => [join(data, entry.name), ...folders(join(data, entry.name), depth - 1)]);
}

/** The runtime processes that this process started, where the system tells (Linux). */
function runtimes(): number[] {
  if (!existsSync("/proc/self/stat")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isRuntime(pid) && parentOf(pid) === process.pid);
}

/** A start that was killed leaves its runtime behind, which keeps port and data. */
function endOrphans(holder: Holder | null): void {
  for (const pid of holder?.runtimes ?? []) if (isRuntime(pid)) process.kill(pid, "SIGKILL");
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
    return ""; // it has ended meanwhile
  }
}
