import { z } from "zod";
import { linesIn } from "#scripts/lines.ts";
import { readText } from "#scripts/text-file.ts";
import { given } from "./reader.ts";

/** docs/operating/import.md describes it. */
const mappingSchema = z.strictObject({
  separator: z.string().length(1).default(","),
  /** Field of a member's line by column of the file. */
  columns: z.record(z.string(), z.string()),
  /** What a value of a field becomes. */
  values: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** Fields that are the same for all. */
  always: z.record(z.string(), z.unknown()).default({}),
  /** Order of day, month and year in dates. */
  dates: z.enum(["ymd", "dmy", "mdy"]).default("ymd"),
  /** `{}` stands for the value of the column `legacy_hash`. */
  hash: z.string().optional(),
});

type Mapping = z.output<typeof mappingSchema>;

const TIMES = ["joined", "last_seen"];
const NUMBERS = ["credits"];
const YES = /^(1|y|yes|true|t)$/i;

/** @throws Error with the reason */
export function readMapping(path: string): Mapping {
  const read = mappingSchema.safeParse(JSON.parse(readText(path)));
  if (read.success) return read.data;
  throw new Error(`${path}: ${read.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")}`);
}

/** Lines of members. A file of this kind has neither likes nor messages. */
export async function* csvLines(file: string, mapping: Mapping): AsyncGenerator<object> {
  let head: string[] | null = null;
  for await (const cells of rowsOf(file, mapping.separator)) {
    if (!head) {
      const columns = cells.map((cell) => cell.trim());
      const missing = Object.values(mapping.columns).filter((column) => !columns.includes(column));
      if (missing.length > 0) throw new Error(`${file} has no column ${missing.join(", ")}; it has ${columns.join(", ")}.`);
      head = columns;
      continue;
    }
    const columns = head;
    const cellOf = (column: string) => (cells[columns.indexOf(column)] ?? "").trim();
    const fields = Object.entries(mapping.columns).map(([field, column]) => [field, readCell(field, cellOf(column), mapping)]);
    yield given({ type: "member", ...mapping.always, ...given(Object.fromEntries(fields)) });
  }
}

function readCell(field: string, cell: string, { values, dates, hash }: Mapping): unknown {
  const text = values[field]?.[cell] ?? cell;
  if (text === "") return undefined;
  if (field === "birth_date") return dayFrom(text, dates);
  if (TIMES.includes(field)) return /T/.test(text) ? text : `${dayFrom(text, dates)}T${clockFrom(text)}Z`;
  if (NUMBERS.includes(field)) return Number(text);
  if (field === "banned" || field === "hidden") return YES.test(text) || undefined;
  if (field === "photos") return text.split(/[|\s]+/).map((one) => (/^https?:/.test(one) ? { url: one } : { path: one }));
  if (field === "old_paths" || field === "interests") return text.split("|");
  if (field === "legacy_hash" && hash) return { template: hash, hash: text };
  return text;
}

/** `4.5.1990`, `05/04/1990` or `1990-05-04`, as the mapping says, becomes ISO 8601. */
function dayFrom(text: string, order: Mapping["dates"]): string {
  const parts = text.split(/[ T]/)[0]?.split(/[-./]/) ?? [];
  const of = (letter: string) => parts[order.indexOf(letter)] ?? "";
  return `${of("y")}-${of("m").padStart(2, "0")}-${of("d").padStart(2, "0")}`;
}

function clockFrom(text: string): string {
  const [, minutes = "00:00", seconds = ":00"] = /(\d\d:\d\d)(:\d\d)?$/.exec(text) ?? [];
  return minutes + seconds;
}

/** RFC 4180. A cell in quotes may hold line ends. */
async function* rowsOf(file: string, separator: string): AsyncGenerator<string[]> {
  let [open, begun] = ["", 0];
  for await (const { text: line, number, utf8 } of linesIn(file)) {
    if (!utf8) throw new Error(`${file}, line ${number}: is not saved as UTF-8.`);
    if (open === "") begun = number;
    const text = open === "" ? line : `${open}\n${line}`;
    const cells = cellsOf(text, separator);
    if (cells === "open") {
      open = text;
      continue;
    }
    if (cells === "torn")
      throw new Error(
        `${file}, line ${begun}: a quotation mark within a cell. Such a cell stands in quotes, and the mark in it twice.`,
      );
    open = "";
    if (text.trim() !== "") yield cells;
  }
  if (open !== "") throw new Error(`${file}, line ${begun}: the quotes of a cell do not end.`);
}

function cellsOf(text: string, separator: string): string[] | "open" | "torn" {
  const cells: string[] = [];
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === '"') {
      let end = text.indexOf('"', i + 1);
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
      if (end === -1) return "open";
      if (end + 1 < text.length && text[end + 1] !== separator) return "torn";
      cells.push(text.slice(i + 1, end).replaceAll('""', '"'));
      i = end + 1;
      continue;
    }
    const end = text.indexOf(separator, i);
    const cell = text.slice(i, end === -1 ? undefined : end);
    if (cell.includes('"')) return "torn";
    cells.push(cell);
    i = end === -1 ? text.length : end;
  }
  return cells;
}
