import { env } from "cloudflare:workers";

/** Full table scans in the query plans of all statements of some work. */
export async function scansOf(work: (db: D1Database) => Promise<unknown>): Promise<string[]> {
  const queries = new Set<string>();
  const spy = new Proxy(env.DB, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (key !== "prepare") return typeof value === "function" ? value.bind(target) : value;
      return (sql: string) => {
        queries.add(sql);
        return target.prepare(sql);
      };
    },
  });
  await work(spy);
  if (queries.size === 0) throw new Error("nothing was asked");
  const scans: string[] = [];
  for (const sql of queries) {
    const values = (sql.match(/\?/g) ?? []).map(() => 1);
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...values)
      .all<{ detail: string }>();
    for (const { detail } of plan.results) if (/^SCAN (?!CONSTANT|json_each|\d+ CONST|\(sub)/.test(detail)) scans.push(detail);
  }
  return [...new Set(scans)].toSorted();
}
