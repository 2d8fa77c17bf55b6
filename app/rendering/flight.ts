import { madeOf } from "./kept.ts";
import { isClientReference, type Known, type Reference } from "./references.ts";

const ELEMENT = Symbol.for("react.transitional.element");

const MARK = "\0";

/** A value that only React's encoder knows. */
export class Unwritable extends Error {}

type Part = { $$typeof?: symbol; type: unknown; key: string | null; props: Record<string, unknown> };

/** The flight payload of resolved elements, in React's format but in one go and one row. @throws Unwritable */
export function write(payload: object, known: Known): string {
  const ids = new Map<unknown, string>();
  let rows = "";
  /** Set while a kept element is written: its references get their numbers in each payload. */
  let marks: Reference[] | null = null;
  const model = json(payload);
  return `${rows}0:${model}\n`;

  function json(value: unknown): string {
    switch (typeof value) {
      case "string":
        return quoted(value);
      case "object":
        return value === null ? "null" : object(value);
      case "boolean":
        return value ? "true" : "false";
      case "undefined":
        return '"$undefined"';
      case "number":
        if (Number.isFinite(value) && !Object.is(value, -0)) return String(value);
        break;
      case "function":
        return `"$${isClientReference(value) ? "" : "h"}${rowOf(value)}"`;
    }
    throw new Unwritable(typeof value);
  }

  function object(value: object): string {
    if (Array.isArray(value)) return array(value);
    if ((value as Part).$$typeof === ELEMENT) return element(value as Part);
    if (value instanceof Date) return `"$D${value.toJSON()}"`;
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new Unwritable("object");
    return record(value as Record<string, unknown>, true);
  }

  function array(values: unknown[]): string {
    let text = "";
    for (const value of values) text += text === "" ? json(value) : `,${json(value)}`;
    return `[${text}]`;
  }

  function element(part: Part): string {
    const made = marks === null ? madeOf(part) : undefined;
    if (!made) return written(part);
    made.payload ??= withMarks(part);
    return made.payload.map((piece) => (typeof piece === "string" ? piece : rowOf(piece))).join("");
  }

  /** JSON escapes control characters, so that a mark is never text. */
  function withMarks(part: Part): (string | Reference)[] {
    const found: Reference[] = [];
    marks = found;
    try {
      return written(part)
        .split(MARK)
        .flatMap((text, index) => (index === 0 ? [text] : [found[index - 1] as Reference, text]));
    } finally {
      marks = null;
    }
  }

  function written({ type, key, props }: Part): string {
    return `["$",${typeOf(type)},${key === null ? "null" : quoted(key)},${record(props, false)}]`;
  }

  function typeOf(type: unknown): string {
    if (typeof type === "string") return `"${type}"`;
    if (typeof type === "symbol" && type.description) return `"$S${type.description}"`;
    if (isClientReference(type)) return `"$L${rowOf(type)}"`;
    throw new Unwritable("element type");
  }

  function record(values: Record<string, unknown>, withUndefined: boolean): string {
    let text = "";
    for (const name of Object.keys(values)) {
      const value = values[name];
      if (value !== undefined || withUndefined) text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${json(value)}`;
    }
    return `{${text}}`;
  }

  function rowOf(reference: unknown): string {
    if (marks) {
      marks.push(reference as Reference);
      return MARK;
    }
    const written = ids.get(reference);
    if (written !== undefined) return written;
    const row = known.get(reference as Reference)?.row;
    if (!row) throw new Unwritable("reference");
    const id = (ids.size + 1).toString(16);
    ids.set(reference, id);
    rows += `${id}:${row}\n`;
    return id;
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.startsWith("$") ? `$${text}` : text);
}

/** What React's encoder wrote of each reference of a list; null where a row needs another one. */
export function rowsOf(flight: string): (string | null)[] {
  const rows = new Map(
    flight.split("\n").map((line) => {
      const end = line.indexOf(":");
      return [line.slice(0, end), line.slice(end + 1)];
    }),
  );
  return (JSON.parse(rows.get("0") ?? "[]") as string[]).map((name) => {
    const row = rows.get(name.replace(/^\$h?/, ""));
    return row && /^I\[|,"bound":null\}$/.test(row) && !/"\$[^$]/.test(row) ? row : null;
  });
}
