import { DatabaseSync } from "node:sqlite";
import { expect, vi } from "vitest";
import { databaseOf, type OwnServer } from "#tests/setup/own-server.ts";
import { siteSocket } from "#tests/setup/site-socket.ts";
import type { Answer } from "./http.ts";

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

interface Killed {
  /** Null where no answer came. */
  send(text: string): Promise<Answer | null>;
  as: string;
}

/** Texts that were answered while three threads wrote and `kill` ended something. */
export async function answeredUntil(kill: () => Promise<void>, { send, as }: Killed): Promise<string[]> {
  const [said, refused]: [string[], string[]] = [[], []];
  let over = false;
  const talk = async (thread: number) => {
    for (let n = 0; !over; n++) {
      const text = `${as} of ${thread}, number ${n}`;
      const answer = await send(text);
      if (!answer) return;
      if (answer.status !== 201) return void refused.push(answer.text);
      said.push(text);
    }
  };
  const talking = [0, 1, 2].map(talk);
  await vi.waitUntil(() => said.length > 12 || refused.length > 0, { timeout: 60_000 });
  await kill();
  over = true;
  await Promise.all(talking);
  expect(refused).toEqual([]);
  return said;
}

/** A kill may have cut an attempt off, whose lease of five minutes need not pass here. */
export function askAgain(data: string, recipient: string): void {
  const stopped = new DatabaseSync(databaseOf(data));
  stopped.prepare("UPDATE outbox SET next_attempt_at = 1 WHERE recipient = ?").run(recipient);
  stopped.close();
}
