import { createReadStream } from "node:fs";
import { DatabaseSync } from "node:sqlite";

type Value = string | number | bigint | null | Buffer;

/** Rows of one transaction. */
const AT_ONCE = 5_000;

/**
 * Reads a dump of MySQL or MariaDB into a database of its own, which readers query. `wanted` names the tables without
 * their prefix. Values keep their text; bytes that are no UTF-8 stay bytes.
 */
export async function loadDump(file: string, wanted: readonly string[], path = ":memory:"): Promise<DatabaseSync> {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  const tables = new Map<string, { name: string; columns: string[]; bits: Set<string> }>();
  let rows = 0;
  const nameOf = (table: string) =>
    wanted.find((name) => table === name || table.endsWith(`_${name}`) || table.endsWith(`.${name}`));
  for await (const statement of statementsOf(file)) {
    const made = /^\s*CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([`"\w.%]+)\s*\(/i.exec(statement);
    if (made) {
      const name = nameOf(bare(made[1]));
      if (!name || tables.has(bare(made[1])) || [...tables.values()].some((table) => table.name === name)) continue;
      const body = statement.slice(made[0].length);
      const columns = columnsOf(body);
      tables.set(bare(made[1]), { name, columns, bits: bitsOf(body) });
      db.exec(`CREATE TABLE "${name}" (${columns.map((column) => `"${column}"`).join(", ")})`);
      continue;
    }
    const into = /^\s*INSERT\s+(?:IGNORE\s+)?INTO\s+([`"\w.%]+)\s*(\([^)]*\))?\s*VALUES\s*/i.exec(statement);
    const table = into && tables.get(bare(into[1]));
    if (!into || !table) continue;
    const named = into[2] ? into[2].slice(1, -1).split(",").map(bare) : table.columns;
    const insert = db.prepare(
      `INSERT INTO "${table.name}" (${named.map((column) => `"${column}"`).join(", ")}) VALUES (${named.map(() => "?").join(", ")})`,
    );
    for (const row of rowsOf(statement, into[0].length)) {
      insert.run(...row.map((value, index) => (table.bits.has(named[index] ?? "") ? bitOf(value) : value)));
      if (++rows % AT_ONCE === 0) db.exec("COMMIT; BEGIN");
    }
  }
  db.exec("COMMIT");
  // A reader may ask for a table that this version of the other system does not have.
  for (const name of wanted)
    if (![...tables.values()].some((table) => table.name === name)) db.exec(`CREATE TABLE "${name}" (missing)`);
  return db;
}

export function hasColumn(db: DatabaseSync, table: string, column: string): boolean {
  return db
    .prepare(`PRAGMA table_info("${table}")`)
    .all()
    .some(({ name }) => name === column);
}

/** Statements without their semicolon, each byte as one character: a dump may hold pictures. Comments before them are left out. */
async function* statementsOf(file: string): AsyncGenerator<string> {
  let text = "";
  let from = 0;
  for await (const chunk of createReadStream(file, { encoding: "latin1", highWaterMark: 1 << 20 })) {
    text += chunk as string;
    for (;;) {
      const { end, again } = endOf(text, from);
      from = again;
      if (end === -1) break;
      yield withoutComments(text.slice(0, end));
      text = text.slice(end + 1);
      from = 0;
    }
  }
  if (text.trim() !== "") yield withoutComments(text);
}

/** Index of the semicolon that ends a statement. It is -1 until it was read; `again` says where to go on. */
function endOf(text: string, from: number): { end: number; again: number } {
  for (let i = from; i < text.length; i++) {
    const sign = text[i] ?? "";
    if (sign === ";") return { end: i, again: 0 };
    const last = QUOTES.has(sign) ? closing(text, i) : COMMENTS.has(sign) ? commentEnd(text, i) : i;
    if (last === -1) return { end: -1, again: i };
    i = last;
  }
  return { end: -1, again: text.length };
}

const QUOTES = new Set(["'", '"', "`"]);
const COMMENTS = new Set(["-", "/", "#"]);

/** Index of the quote that ends a text which begins at `open`; -1 if it is not there yet. */
function closing(text: string, open: number): number {
  const quote = text[open];
  for (let i = open + 1; i < text.length; i++) {
    if (text[i] === "\\" && quote !== "`") i++;
    else if (text[i] === quote) {
      if (i + 1 >= text.length) return -1;
      if (text[i + 1] !== quote) return i;
      i++;
    }
  }
  return -1;
}

/** Last index of a comment that begins at `open`; `open` itself where none begins. */
function commentEnd(text: string, open: number): number {
  if (open + 2 >= text.length) return -1;
  const two = text.slice(open, open + 2);
  if (two === "/*") {
    const end = text.indexOf("*/", open + 2);
    return end === -1 ? -1 : end + 1;
  }
  if (two !== "--" && text[open] !== "#") return open;
  return text.indexOf("\n", open);
}

function withoutComments(statement: string): string {
  return statement.replace(/^(?:\s+|--[^\n]*\n|#[^\n]*\n|\/\*[\s\S]*?\*\/)+/, "");
}

/** `db`.`ph7_members` becomes ph7_members. */
function bare(name = ""): string {
  return name.trim().replace(/[`"]/g, "").split(".").at(-1) ?? "";
}

function columnsOf(body: string): string[] {
  return body
    .split("\n")
    .flatMap((line) => line.split(/,(?=\s*[`"]\w+[`"]\s)/))
    .map((line) =>
      /^\s*(?:[`"](\w+)[`"]|(?!(?:PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FOREIGN|FULLTEXT|SPATIAL|CHECK)\b)(\w+))\s+\w/i.exec(line),
    )
    .flatMap((found) => found?.[1] ?? found?.[2] ?? []);
}

/** Columns of the type BIT, which dumps write as a byte, as b'1' or as a number. */
function bitsOf(body: string): Set<string> {
  return new Set([...body.matchAll(/[`"](\w+)[`"]\s+bit\b/gi)].map(([, name = ""]) => name));
}

function bitOf(value: Value): Value {
  if (typeof value === "string") return value.charCodeAt(0) || 0;
  return value instanceof Uint8Array ? (value[0] ?? 0) : value;
}

function* rowsOf(text: string, from: number): Generator<Value[]> {
  let i = from;
  while (i < text.length) {
    i = text.indexOf("(", i);
    if (i === -1) return;
    i++;
    const row: Value[] = [];
    for (;;) {
      while (/[\s,]/.test(text[i] ?? "")) i++;
      if (text[i] === ")") break;
      const [value, next] = valueAt(text, i);
      row.push(value);
      i = next;
    }
    yield row;
    i++;
  }
}

const ESCAPED: Record<string, string> = { n: "\n", r: "\r", t: "\t", 0: "\0", Z: "\x1a", b: "\b" };

/** The value at an index, and the index behind it. */
function valueAt(text: string, from: number): [Value, number] {
  let i = from;
  const introduced = /^(_binary\s*|_utf8(?:mb4)?\s*|N|x|b)(?=')/iy;
  const [prefix = ""] = introduced.exec(text.slice(i, i + 12)) ?? [];
  i += prefix.length;
  if (text[i] === "'") {
    const end = closing(`${text};`, i);
    const raw = text.slice(i + 1, end);
    if (/^x$/i.test(prefix)) return [Buffer.from(raw, "hex"), end + 1];
    if (/^b$/i.test(prefix)) return [Number.parseInt(raw, 2), end + 1];
    const plain = raw.replace(/\\([\s\S])|''/g, (whole, sign?: string) =>
      whole === "''" ? "'" : (ESCAPED[sign ?? ""] ?? sign ?? ""),
    );
    return [/^_binary/i.test(prefix) ? Buffer.from(plain, "latin1") : textOf(plain), end + 1];
  }
  const [word = ""] = /^[^,)\s]+/.exec(text.slice(i, i + 64)) ?? [];
  if (/^0x[\da-f]/i.test(word)) {
    const end = text.slice(i).search(/[,)\s]/) + i;
    return [Buffer.from(text.slice(i + 2, end), "hex"), end];
  }
  if (/^null$/i.test(word)) return [null, i + word.length];
  if (/^(true|false)$/i.test(word)) return [/^true$/i.test(word) ? 1 : 0, i + word.length];
  const number = Number(word);
  // A number would be stored as a floating-point one, and joined to texts as "1.0".
  return [Number.isNaN(number) ? word : Number.isSafeInteger(number) ? BigInt(number) : number, i + word.length];
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function textOf(latin1: string): string | Buffer {
  const bytes = Buffer.from(latin1, "latin1");
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes;
  }
}
