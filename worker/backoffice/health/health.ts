import { log } from "#worker/platform/log.ts";
import type { Problem } from "./configuration.ts";

const CACHED_MS = 5000;

export interface Health {
  ok: boolean;
  version: string;
  build: string;
  /** The newest migration of the database; null if it does not answer. */
  schema: string | null;
  /** Kinds of what is missing or cannot be read. The log names it. */
  problems?: string[];
}

/** For deployments and monitors: tells nothing of members, and of the database only whether it answers. */
export function createHealth(
  build: Pick<Health, "version" | "build">,
  readSchema: () => Promise<string | null>,
  problems: readonly Problem[] = [],
) {
  let cached: { at: number; schema: string | null } | null = null;
  return async ({ method }: Pick<Request, "method">, now: number): Promise<Response> => {
    if (method !== "GET" && method !== "HEAD") return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
    if (!cached || now - cached.at > CACHED_MS) cached = { at: now, schema: await read(readSchema) };
    const kinds = new Set([...problems.map(({ kind }) => kind), ...(cached.schema === null ? ["database"] : [])]);
    const health: Health = { ok: kinds.size === 0, ...build, schema: cached.schema };
    if (kinds.size > 0) health.problems = [...kinds];
    return Response.json(health, { status: health.ok ? 200 : 503, headers: { "cache-control": "no-store" } });
  };
}

async function read(readSchema: () => Promise<string | null>): Promise<string | null> {
  try {
    return await readSchema();
  } catch (error) {
    log("error", "database does not answer", { error });
    return null;
  }
}
