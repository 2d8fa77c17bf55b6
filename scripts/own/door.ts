import { chmodSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import { join } from "node:path";

export interface Answered {
  status: number;
  text: string;
}

/** A socket in the data folder for commands of the same user. The path of a socket has 107 bytes at most. */
export function doorOf(data: string): string {
  return join(data, "door");
}

/** Commands write through the running server: SQLite has one writer, and the runtime does not wait for another. */
export async function openDoor(data: string, answerTo: (body: string) => Promise<Answered>): Promise<{ close(): void }> {
  const path = doorOf(data);
  rmSync(path, { force: true });
  const server = createServer(async (asked, answer) => {
    const answering = textOf(asked).then(answerTo);
    const { status, text } = await answering.catch((error: unknown) => ({ status: 500, text: String(error) }));
    answer.writeHead(status).end(text);
  });
  const mask = process.umask(0o077);
  await new Promise<void>((done, failed) => server.once("error", failed).listen(path, done));
  process.umask(mask);
  chmodSync(path, 0o600);
  return {
    close() {
      server.close();
      rmSync(path, { force: true });
    },
  };
}

/** Null when nobody listens. */
export function askDoor(path: string, body: string): Promise<Answered | null> {
  return new Promise((done) => {
    const asking = request({ socketPath: path, method: "POST", path: "/" }, async (answer) => {
      done({ status: answer.statusCode ?? 500, text: await textOf(answer) });
    });
    asking.on("error", () => done(null));
    asking.end(body);
  });
}

export async function textOf(stream: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
