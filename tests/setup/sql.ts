import { request } from "node:http";
import type { Statement } from "./member-rows.ts";

/** Where a started product takes SQL: worker/server/dev/sql.ts. */
export interface SqlDoor {
  port: number;
  key: string;
  /** Binding; default: the first database. */
  database?: string;
}

/**
 * Runs statements as one transaction in a served store, for states that no call reaches; returns the rows of each. The Worker runs
 * them: through Miniflare each statement and each binding would be a trip of its own, for which its process waits.
 */
export async function runAt<T>({ port, key, database = "DB" }: SqlDoor, statements: Statement[]): Promise<T[][]> {
  const sent = statements.map(({ sql, values }) => ({ sql, params: values }));
  const { status, text } = await post(port, key, JSON.stringify({ database, statements: sent }));
  if (status !== 200) throw new Error(`SQL is answered with ${status}: ${text}`);
  return JSON.parse(text) as T[][];
}

function post(port: number, key: string, body: string): Promise<{ status?: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "x-sql-key": key, "content-length": String(Buffer.byteLength(body)) };
    // Each on a connection of its own: the runtime may close an idle one at this moment.
    const options = { host: "127.0.0.1", port, path: "/dev/sql", method: "POST", headers, agent: false };
    const sent = request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
