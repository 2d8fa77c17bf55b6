// In a thread of its own, so that it also notices when the main one hangs.
import { writeSync } from "node:fs";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { workerData } from "node:worker_threads";

export interface Watched {
  port: number;
  /** A host of a site. */
  host: string;
  /** In ms between two questions, and for an answer. */
  every: number;
  within: number;
  /** In a row; then the process ends, and the service manager starts it again. */
  failures: number;
}

const { port, host, every, within, failures } = workerData as Watched;

for (let failed = 0; failed < failures; ) {
  await sleep(every);
  failed = (await answers()) ? 0 : failed + 1;
  // Not by the console, for which a thread needs the main one.
  if (failed > 0) writeSync(1, `${JSON.stringify({ level: "error", event: "runtime does not answer", failures: failed })}\n`);
}
// The next start ends a runtime that outlives this.
process.kill(process.pid, "SIGKILL");

/** Any answer will do: that the database is away is for the monitor. */
function answers(): Promise<boolean> {
  return new Promise((done) => {
    const headers = { host, "x-forwarded-proto": "https" };
    const asked = request({ host: "127.0.0.1", port, path: "/health", headers, agent: false }, (answer) => {
      answer.resume();
      done(true);
    });
    setTimeout(() => asked.destroy(new Error("no answer in time")), within).unref();
    asked.on("error", () => done(false));
    asked.end();
  });
}
