import type { DatabaseSync } from "node:sqlite";

export interface ReadOptions {
  /** Name of the other system, as members know it. */
  source: string;
  /** Of members who say none. */
  country: string;
  /** Folder of the other system's files, relative to the file that is written. */
  files: string;
  /** Secrets of the other system that its database does not hold. */
  secrets: Readonly<Record<string, string | undefined>>;
  /** Stores a picture that stands in the dump; its path, relative to the file that is written. */
  keep(name: string, bytes: Uint8Array): string;
  /** Counts what does not come along, by reason. */
  left(reason: string): void;
}

export interface Reader {
  /** Tables without their prefix. */
  tables: readonly string[];
  /** Lines of docs/operating/import.md behind the first. */
  lines(db: DatabaseSync, options: ReadOptions): Iterable<object>;
}

/** A row as SQLite gives it. */
export type Row = Record<string, string | number | bigint | null | Uint8Array>;

export function each(db: DatabaseSync, sql: string): Iterable<Row> {
  return db.prepare(sql).iterate() as Iterable<Row>;
}

export function text(value: Row[string] | undefined): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  return value === null || value === undefined ? "" : String(value);
}

/** `2019-03-01 10:00:00`, without a zone: databases of such systems keep UTC or the server's time, and do not say which. */
export function timeOf(value: Row[string] | undefined): string | undefined {
  const [, day = "", clock = "00:00:00"] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d))?/.exec(text(value)) ?? [];
  return day === "" || day.startsWith("0000") ? undefined : `${day}T${clock}Z`;
}

/** Of seconds since 1970. */
export function stampOf(value: Row[string] | undefined): string | undefined {
  const seconds = Number(value);
  return seconds > 0 ? new Date(seconds * 1000).toISOString() : undefined;
}

export function dayOf(value: Row[string] | undefined): string {
  return text(value).slice(0, 10);
}

/** Converts the HTML of a rich-text editor to plain text. */
export function plain(html: string): string {
  const of: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&", nbsp: " ", apos: "'" };
  return html
    .replace(/<br\s*\/?>|<\/p>|<\/div>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name?: string) =>
      code ? String.fromCodePoint(Number(code)) : (of[name ?? ""] ?? whole),
    )
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Without empty fields, which a line leaves out. */
export function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== "" && value !== null),
  ) as Partial<T>;
}

export interface Said {
  from: string;
  to: string;
  text: string;
  at: string;
  read: boolean;
}

/** Conversations of messages that are in the order of their pairs and times. */
export function* conversationsOf(messages: Iterable<Said>): Generator<object> {
  let some: Said[] = [];
  const keyOf = ({ from, to }: Said) => [from, to].sort().join("\n");
  for (const message of messages) {
    if (some[0] && keyOf(some[0]) !== keyOf(message)) {
      yield conversationOf(some);
      some = [];
    }
    some.push(message);
  }
  if (some.length > 0) yield conversationOf(some);
}

function conversationOf(some: Said[]): object {
  const [{ from = "", to = "" } = {}] = some;
  const read: Record<string, string> = {};
  // Everything before the first unread message of the other side is read.
  for (const member of [from, to]) {
    const received = some.filter((message) => message.to === member);
    const unread = received.findIndex((message) => !message.read);
    const last = (unread === -1 ? received : received.slice(0, unread)).at(-1);
    if (last) read[member] = last.at;
  }
  return {
    type: "conversation",
    members: [from, to],
    messages: some.map((message) => ({ from: message.from, text: message.text, at: message.at })),
    read,
  };
}
