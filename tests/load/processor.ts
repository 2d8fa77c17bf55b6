import { readdirSync, readFileSync } from "node:fs";

/** Runtimes that this process started, by process id; none where the system does not say (only Linux does, in /proc). */
export function runtimes(): Set<number> {
  const found = new Set<number>();
  for (const name of entries("/proc")) {
    const fields = statOf(Number(name));
    if (fields?.name === "workerd" && fields.parent === process.pid) found.add(Number(name));
  }
  return found;
}

/** Processor time that a process has used, in ticks of its system; what is divided by it has no unit of time. */
export function ticksOf(pid: number): number {
  return statOf(pid)?.ticks ?? Number.NaN;
}

/** Processor time that a process has used, in ms; Linux counts 100 ticks a second (USER_HZ). */
export function millisecondsOf(pid: number): number {
  return ticksOf(pid) * 10;
}

function statOf(pid: number): { name: string; parent: number; ticks: number } | null {
  try {
    // The name stands in parentheses and may hold spaces (proc(5)).
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const fields = rest?.split(" ") ?? [];
    return { name: name ?? "", parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null; // not a process, or one that just ended
  }
}

function entries(path: string): string[] {
  try {
    return readdirSync(path).filter((name) => /^\d+$/.test(name));
  } catch {
    return []; // no /proc
  }
}
