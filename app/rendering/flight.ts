import { compact } from "#worker/platform/encoding.ts";
import type { Part } from "./part.ts";
import { type Client, isClientReference, type Known } from "./references.ts";
import { emptied, isEmptied, isLeftOut, isWhole } from "./slim.ts";

const ELEMENT = Symbol.for("react.transitional.element");

/** A value that only React's encoder knows: the page takes the long way. */
export class Unwritable extends Error {}

/** With quotes and colon. The code names props, so they are few. */
const names = new Map<string, string>();

/**
 * The flight payload of shown elements, in React's format but in one go and one row. `slim` leaves out what never changes in
 * the browser. @throws Unwritable
 */
export function write(payload: object, known: Known, slim: boolean): string {
  const ids = new Map<Client, string>();
  let rows = "";
  let slimming = slim;
  const model = json(payload);
  const text = `${rows}0:${model}\n`;
  return text.search(WIDE) < 0 ? text : narrow(text);

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
        return reference(value);
    }
    throw new Unwritable(typeof value);
  }

  function object(value: object): string {
    if (Array.isArray(value)) return plain(value);
    if ((value as Part).$$typeof === ELEMENT) return element(value as Part);
    if (value instanceof Date) return `"$D${value.toJSON()}"`;
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new Unwritable("object");
    return plain(value);
  }

  function plain(value: object): string {
    return Array.isArray(value) ? array(value) : record(value as Record<string, unknown>, true);
  }

  function array(values: unknown[]): string {
    let text = "";
    for (const value of values) text += text === "" ? json(value) : `,${json(value)}`;
    return `[${text}]`;
  }

  function element(part: Part): string {
    if (slimming && isLeftOut(part)) return "null";
    return `["$",${typeOf(part.type)},${json(part.key)},${propsOf(part)}]`;
  }

  function propsOf(part: Part): string {
    if (!slimming) return record(part.props, false);
    if (isEmptied(part)) return record(emptied(part.props), false);
    slimming = !isWhole(part);
    const props = record(part.props, false);
    slimming = true;
    return props;
  }

  function typeOf(type: unknown): string {
    if (typeof type === "string") return `"${type}"`;
    if (typeof type === "symbol" && type.description) return `"$S${type.description}"`;
    const client = known.get(type as object);
    if (client && isClientReference(client.reference)) return `"$L${rowOf(client)}"`;
    throw new Unwritable("element type");
  }

  function record(values: Record<string, unknown>, withUndefined: boolean): string {
    let text = "";
    for (const name of Object.keys(values)) {
      const value = values[name];
      if (value !== undefined || withUndefined) {
        const named = withUndefined ? `${JSON.stringify(name)}:` : nameOf(name);
        text += (text === "" ? named : `,${named}`) + json(value);
      }
    }
    return `{${text}}`;
  }

  function reference(value: object): string {
    const client = known.get(value);
    if (!client) throw new Unwritable("reference");
    return `"$${isClientReference(client.reference) ? "" : "h"}${rowOf(client)}"`;
  }

  function rowOf(client: Client): string {
    const written = ids.get(client);
    if (written !== undefined) return written;
    if (!client.row) throw new Unwritable("reference");
    const id = (ids.size + 1).toString(16);
    ids.set(client, id);
    rows += `${id}:${client.row}\n`;
    return id;
  }
}

function nameOf(prop: string): string {
  let name = names.get(prop);
  if (name === undefined) {
    name = `${JSON.stringify(prop)}:`;
    names.set(prop, name);
  }
  return name;
}

function quoted(text: string): string {
  return JSON.stringify(text.startsWith("$") ? `$${text}` : text);
}

const WIDE = /[\u0100-\uffff]/g;

/** A single sign above U+00FF makes a whole payload take two bytes a sign. */
function narrow(json: string): string {
  return compact(json.replace(WIDE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`));
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
