import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Fixture } from "./personal-data.ts";
import { TRACES } from "./personal-traces.ts";

export async function tableNames(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'",
  ).all<{ name: string }>();
  return results.map(({ name }) => name).toSorted();
}

export async function columnsOf(table: string): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT name FROM pragma_table_info(?)").bind(table).all<{ name: string }>();
  return results.map(({ name }) => name);
}

interface Column {
  name: string;
  type: string;
}

/** Of all tables, each asked by its name: SQLite in an object refuses to look at its own. */
async function columnsByTable(): Promise<[table: string, columns: Column[]][]> {
  const names = await tableNames();
  const answers = await env.DB.batch<Column>(
    names.map((name) => env.DB.prepare("SELECT name, type FROM pragma_table_info(?)").bind(name)),
  );
  return names.map((name, index) => [name, answers[index]?.results ?? expect.unreachable(name)]);
}

let columns: Promise<[table: string, columns: Column[]][]> | undefined;

/** Bytes are numbers in an answer, and no text: icons alone are a megabyte. */
const asText = ({ name, type }: Column) =>
  type.toLowerCase() === "blob" ? `iif(typeof("${name}") = 'blob', NULL, "${name}") AS "${name}"` : `"${name}"`;

/** Contents of D1 and R2 as text, by table or key. */
async function dump(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const tables = await (columns ??= columnsByTable());
  const contents = await env.DB.batch(
    tables.map(([table, all]) => env.DB.prepare(`SELECT ${all.map(asText).join(", ")} FROM "${table}"`)),
  );
  for (const [index, [table]] of tables.entries()) found.set(table, JSON.stringify(contents[index]?.results));
  for (const { key } of (await env.PHOTOS.list()).objects) {
    const object = await env.PHOTOS.get(key);
    found.set(`photo ${key}`, `${key} ${JSON.stringify(object?.customMetadata)} ${await object?.text()}`);
  }
  return found;
}

export async function storageOf(id: string): Promise<string> {
  const inbox = env.INBOX.get(env.INBOX.idFromName(id));
  return runInDurableObject(inbox, async (_, state) => JSON.stringify([...state.storage.kv.list()]));
}

/** Places that still hold personal data of the deleted member. */
export async function tracesOf({ member }: Fixture): Promise<string[]> {
  const held = await dump();
  held.set("object", await storageOf(member));
  return [...held].flatMap(([where, text]) =>
    TRACES.filter((trace) => text.includes(trace)).map((trace) => `${where}: ${trace}`),
  );
}
