import { DatabaseSync } from "node:sqlite";
import { vi } from "vitest";
import { databaseOf, type OwnServer } from "#tests/setup/own-server.ts";
import { siteSocket } from "#tests/setup/site-socket.ts";

interface Talk {
  host: string;
  cookie: string;
  /** The status of a message. */
  send(text: string): Promise<number>;
}

/** Stops the server while four threads write and a socket is open. */
export async function stopWhileTalking(server: OwnServer, { host, cookie, send }: Talk) {
  const socket = siteSocket({ port: server.port, host, cookie });
  await new Promise((done) => socket.addEventListener("message", done, { once: true }));
  const closed = new Promise<number>((done) => socket.addEventListener("close", ({ code }) => done(code)));
  const answered: string[] = [];
  let over = false;
  const talk = async (thread: number) => {
    for (let n = 0; !over; n++) {
      const text = `Stopped by ${thread} number ${n}`;
      if ((await send(text).catch(() => null)) !== 201) return;
      answered.push(text);
    }
  };
  const talking = [0, 1, 2, 3].map(talk);
  await vi.waitUntil(() => answered.length > 12, { timeout: 60_000 });
  await server.stop();
  over = true;
  await Promise.all(talking);
  return { closed: await closed, answered: answered.sort() };
}

/** A kill may have cut an attempt off, whose lease of five minutes need not pass here. */
export function askAgain(data: string, recipient: string): void {
  const stopped = new DatabaseSync(databaseOf(data));
  stopped.prepare("UPDATE outbox SET next_attempt_at = 1 WHERE recipient = ?").run(recipient);
  stopped.close();
}
