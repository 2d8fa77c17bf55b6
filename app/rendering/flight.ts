import { keptPart } from "#app/request/kept-prop.ts";
import { madeOf } from "./kept.ts";
import { isClientReference, type Known, type Reference } from "./references.ts";
import { hasPlaces, isFilled, type Made, type Part, type Place, piecesOf } from "./template.ts";

const ELEMENT = Symbol.for("react.transitional.element");

const MARK = "\0";

/** A value that only React's encoder knows: the page takes the long way. */
export class Unwritable extends Error {}

/** The flight payload of resolved elements, in React's format but in one go and one row. @throws Unwritable */
export function write(payload: object, known: Known): string {
  const ids = new Map<unknown, string>();
  let rows = "";
  /** Set while a kept element is written: its references get their numbers in each payload. */
  let marks: (Reference | Place)[] | null = null;
  let withTexts = false;
  const model = json(payload);
  return `${rows}0:${model}\n`;

  function json(value: unknown): string {
    switch (typeof value) {
      case "string":
        return withTexts && hasPlaces(value) ? withPlaces(value) : quoted(value);
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
    if (Array.isArray(value)) return plain(value);
    if ((value as Part).$$typeof === ELEMENT) return element(value as Part);
    if (isFilled(value)) return written(value.root.type, value.key, kept(value.root, value.made, value.texts));
    if (value instanceof Date) return `"$D${value.toJSON()}"`;
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new Unwritable("object");
    return plain(value);
  }

  function plain(value: object): string {
    const part = keptPart(value);
    const text = part?.payload ?? (Array.isArray(value) ? array(value) : record(value as Record<string, unknown>, true));
    if (part) part.payload = text;
    return text;
  }

  function array(values: unknown[]): string {
    let text = "";
    for (const value of values) text += text === "" ? json(value) : `,${json(value)}`;
    return `[${text}]`;
  }

  function element(part: Part): string {
    const made = marks === null ? madeOf(part) : undefined;
    return written(part.type, part.key, made ? kept(part, made, null) : record(part.props, false));
  }

  function kept(root: Part, made: Made, texts: string[] | null): string {
    made.payload ??= withMarks(root, texts !== null);
    let props = "";
    for (const piece of made.payload) {
      if (typeof piece === "string") props += piece;
      else props += "place" in piece ? inserted(texts?.[piece.place] as string, piece.first) : rowOf(piece);
    }
    return props;
  }

  /** JSON escapes control characters, so that a mark is never text. */
  function withMarks({ props }: Part, hasTexts: boolean): (string | Reference | Place)[] {
    const found: (Reference | Place)[] = [];
    marks = found;
    withTexts = hasTexts;
    try {
      return record(props, false)
        .split(MARK)
        .flatMap((text, index) => (index === 0 ? [text] : [found[index - 1] as Reference | Place, text]));
    } finally {
      marks = null;
      withTexts = false;
    }
  }

  function written(type: unknown, key: string | null, props: string): string {
    return `["$",${typeOf(type)},${json(key)},${props}]`;
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

  function withPlaces(value: string): string {
    let text = "";
    for (const piece of piecesOf(value)) {
      const first = text === "";
      if (typeof piece === "number") marks?.push({ place: piece, first });
      text += typeof piece === "string" ? inserted(piece, first) : MARK;
    }
    return `"${text}"`;
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

function inserted(text: string, first: boolean): string {
  return (first ? quoted(text) : JSON.stringify(text)).slice(1, -1);
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
    // React writes longer names in rows of their own.
    const named = (whole: string, id: string) => (/^"\w+"$/.test(rows.get(id) ?? "") ? (rows.get(id) as string) : whole);
    const row = rows.get(name.replace(/^\$h?/, ""))?.replace(/"\$(\w+)"/g, named);
    return row && /^I\[|,"bound":null\}$/.test(row) && !/"\$[^$]/.test(row) ? row : null;
  });
}
