import { createServer } from "node:http";
import type { D1Database } from "@cloudflare/workers-types";

/** Local endpoint that runs a posted `{ sql, values }` and returns the rows. */
export async function listenForSql(db: D1Database) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { sql, values } = JSON.parse(Buffer.concat(chunks).toString()) as { sql: string; values: unknown[] };
    const { results } = await db
      .prepare(sql)
      .bind(...values)
      .all();
    response.end(JSON.stringify(results));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as { port: number }).port };
}
