import { request } from "node:http";
import { type Answered, textOf } from "./door.ts";

export interface Inside {
  port: number;
  key: string;
}

/** Asks the runtime itself (front/inside.ts). */
export function askInside({ port, key }: Inside, path: "/cron" | "/sql" | "/leave", body = ""): Promise<Answered> {
  return new Promise((done, failed) => {
    const options = { host: "127.0.0.1", port, path, method: "POST", headers: { "x-inside-key": key } };
    const asking = request(options, (answer) => {
      textOf(answer).then((text) => done({ status: answer.statusCode ?? 500, text }), failed);
    });
    asking.on("error", failed);
    asking.end(body);
  });
}

/** @throws Error if it did not run to its end */
export async function runCron(inside: Inside): Promise<void> {
  const { status, text } = await askInside(inside, "/cron");
  if (status !== 204) throw new Error(`status ${status} ${text}`.trim());
}

const CRON = 60_000;

/** Stands for Cloudflare's cron. Never two at a time. The first one is at once: a stop may have left work that is due. */
export function everyMinute(work: () => Promise<void>, failed: (event: string, reason: string) => void): NodeJS.Timeout {
  let running = false;
  const run = async () => {
    if (running) return failed("cron still running", "");
    running = true;
    await work().catch((error: unknown) => failed("cron failed", String(error)));
    running = false;
  };
  void run();
  return setInterval(run, CRON);
}
