import { env } from "cloudflare:workers";
import type { D1Store, StoreQuery } from "./d1-store.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      D1_STORE: DurableObjectNamespace<D1Store>;
    }
  }
}

type Params = StoreQuery["params"];
type Send = (
  this: Session,
  endpoint: string,
  sql: string | string[],
  params: Params | Params[],
  format: string,
) => Promise<unknown>;

interface Session {
  _send: Send;
  _updateBookmark: (bookmark: string) => void;
}

// Each test file loads this module again; the runtime and globalThis persist.
const runtime = globalThis as { sendToLocalD1?: Send };

/** Internal parts of the binding: the session that keeps no bookmark, and what all sessions have. */
function parts(): { primary: object; sessions: Session } {
  const { alwaysPrimarySession } = env.DB as unknown as { alwaysPrimarySession?: object };
  const primary = Object.getPrototypeOf(alwaysPrimarySession ?? {}) ?? {};
  const sessions = Object.getPrototypeOf(primary);
  if (typeof sessions?._send !== "function" || typeof sessions._updateBookmark !== "function")
    throw new Error("the binding of D1 has other parts than tests/setup/d1.ts knows");
  return { primary, sessions };
}

/**
 * Leads the binding of D1 to a store of our own (d1-store.ts). The local D1 passes each query as text through two Workers that
 * check all of it, which takes four times as long. Contract tests and journeys ask the local D1.
 */
export function askOwnStore(): void {
  const { primary, sessions } = parts();
  runtime.sendToLocalD1 ??= sessions._send;
  sessions._send = async function (_endpoint, sql, params, format) {
    const queries: StoreQuery[] = Array.isArray(sql)
      ? sql.map((one, index) => ({ sql: one, params: params?.[index] as Params }))
      : [{ sql, params: params as Params }];
    const keepsBookmark = Object.getPrototypeOf(this) !== primary;
    // A store that is lost is an error of D1 too.
    const answer = await env.D1_STORE.getByName("DB")
      .ask(queries, keepsBookmark)
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (typeof answer === "string") return { success: false, error: answer };
    if (answer.bookmark !== null) this._updateBookmark(answer.bookmark);
    return answer.answers.map(({ columns, rows, meta }) => ({
      success: true,
      meta,
      results:
        format === "NONE" ? rows.map((row) => Object.fromEntries(row.map((cell, i) => [columns[i], cell]))) : { columns, rows },
    }));
  };
}

/** Of the tests of the store. */
export async function withLocalD1<T>(work: () => Promise<T>): Promise<T> {
  const { sessions } = parts();
  const { _send } = sessions;
  if (!runtime.sendToLocalD1) throw new Error("the binding was never led to the own store");
  sessions._send = runtime.sendToLocalD1;
  try {
    return await work();
  } finally {
    sessions._send = _send;
  }
}
