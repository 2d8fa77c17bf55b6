import { createServer } from "node:http";
import type { D1Database } from "@cloudflare/workers-types";
import type { Statement } from "./member-rows.ts";

/** Local endpoint that runs a posted `{ sql, values }` and returns its rows, or a list of them as one transaction. */
export async function listenForSql(db: D1Database) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const posted = JSON.parse(Buffer.concat(chunks).toString()) as Statement | Statement[];
    try {
      // The runtime closed an idle connection at that moment, and has read nothing of this request.
      const rows = await run(db, posted).catch((error) => (wasClosed(error) ? run(db, posted) : Promise.reject(error)));
      response.end(JSON.stringify(rows));
    } catch (error) {
      // Thrown, it would end the process that serves all files.
      response.statusCode = 500;
      response.end(JSON.stringify(String(error)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as { port: number }).port };
}

async function run(db: D1Database, posted: Statement | Statement[]): Promise<unknown> {
  const statements = [posted]
    .flat()
    .map(({ sql, values }) => (values.length === 0 ? db.prepare(sql) : db.prepare(sql).bind(...values)));
  const answers = await db.batch(statements);
  // Referenced after the call: the emulator forgets a statement that Node collects before the call arrives.
  const rows = statements.map((_, index) => answers[index]?.results);
  return Array.isArray(posted) ? rows : rows[0];
}

function wasClosed(error: unknown): boolean {
  return error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code === "UND_ERR_SOCKET";
}
