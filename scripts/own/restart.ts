import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { runtimes } from "#scripts/data-lock.ts";
import { askInside, type Inside } from "./inside.ts";

/** In ms. */
const WEIGHED_EVERY = 10_000;
/** In ms: requests under way are answered until then. */
const GRACE = 20_000;
const LOOKED_AGAIN = 50;

type Say = (level: "info" | "error", event: string, more?: object) => void;

interface Options {
  inside: Inside;
  /** In MB, of the runtime; 0 is none. */
  limit: number;
  say: Say;
  onRestart(): void;
}

/** Restarts of the runtime that nobody loses anything by: sockets are told, and requests are answered before it ends. */
export function createRestarts({ inside, limit, say, onRestart }: Options) {
  let planned = false;
  const weighing = setInterval(() => {
    const used = planned || limit === 0 ? 0 : memoryOf(runtimes());
    if (used <= limit) return;
    planned = true;
    say("info", "memory limit reached", { used, limit });
    void endRuntime(inside);
  }, WEIGHED_EVERY);
  return {
    /** Miniflare has started it again. */
    noted(): void {
      if (planned) say("info", "runtime restarted as planned");
      else say("error", "runtime restarted");
      planned = false;
      onRestart();
    },
    async stop(): Promise<void> {
      clearInterval(weighing);
      await endRuntime(inside);
    },
  };
}

/** workerd takes no more connections after SIGTERM, and ends when all requests are answered. */
async function endRuntime(inside: Inside): Promise<void> {
  const ending = runtimes();
  const until = Date.now() + GRACE;
  await Promise.race([askInside(inside, "/leave").catch(() => {}), sleep(GRACE / 2)]);
  for (const pid of ending) signal(pid, "SIGTERM");
  while (ending.some((pid) => signal(pid, 0)) && Date.now() < until) await sleep(LOOKED_AGAIN);
  for (const pid of ending) signal(pid, "SIGKILL");
}

/** False when it has ended. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Resident memory in MB (proc(5)). */
export function memoryOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
    } catch {
      return 0; // ended meanwhile
    }
  });
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
}
