import { equalSecrets } from "#worker/platform/crypto.ts";
import { databasesOf, inDatabase } from "#worker/platform/databases.ts";

interface SqlRequest {
  database: string;
  statements: { sql: string; params: unknown[] }[];
}

/** Local builds: a command writes through the running server. SQLite refuses a second writer at once. */
export async function answerSql(request: Request, env: Env): Promise<Response> {
  const key = request.headers.get("x-sql-key") ?? "";
  if (request.method !== "POST" || !env.SQL_KEY || !equalSecrets(key, env.SQL_KEY)) return new Response(null, { status: 403 });
  const { database, statements } = await request.json<SqlRequest>();
  if (!databasesOf(env).includes(database)) return new Response(null, { status: 404 });
  const { DB } = inDatabase(env, database);
  try {
    const answers = await DB.batch(statements.map(({ sql, params }) => DB.prepare(sql).bind(...params)));
    return Response.json(answers.map(({ results }) => results));
  } catch (error) {
    return Response.json({ error: (error as Error).message }, { status: 422 });
  }
}
