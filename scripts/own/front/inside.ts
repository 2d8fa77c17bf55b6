import type { Statement } from "#scripts/sql-text.ts";

export interface InsideEnv {
  /** New at each start; only the process that started the runtime knows it. */
  INSIDE_KEY: string;
}

interface Works {
  runCron(): Promise<void>;
  /** The runtime is about to end. */
  leave(): Promise<void>;
}

/**
 * For the process that started the runtime: the cron, and statements of commands. Miniflare's proxies would block that process,
 * which then does not read the runtime's log (decision 131).
 */
export async function answerInside(request: Request, env: InsideEnv & object, { runCron, leave }: Works): Promise<Response> {
  if (request.headers.get("x-inside-key") !== env.INSIDE_KEY) return new Response(null, { status: 403 });
  const work = { "/cron": runCron, "/leave": leave }[new URL(request.url).pathname];
  if (work) {
    await work();
    return new Response(null, { status: 204 });
  }
  const { database, statements } = await request.json<{ database: string; statements: Statement[] }>();
  const db = /^DB(_[A-Z0-9]+)?$/.test(database)
    ? (env as unknown as Record<string, D1Database | undefined>)[database]
    : undefined;
  if (!db) return new Response(null, { status: 404 });
  try {
    const answers = await db.batch(statements.map(({ sql, params }) => db.prepare(sql).bind(...params)));
    return Response.json(answers.map(({ results }) => results));
  } catch (error) {
    return Response.json({ error: (error as Error).message }, { status: 422 });
  }
}
