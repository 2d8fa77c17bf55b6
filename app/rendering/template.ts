import type { Reference } from "./references.ts";

export type Part = { $$typeof?: symbol; type: unknown; key: string | null; props: Record<string, unknown> };

/** What is made of a kept element once: its HTML, and its payload with the places of references and texts. */
export interface Made {
  html: { hydrated?: Part | Template; still?: Part | Template };
  slim?: { node: unknown; size: number | null };
  emptied?: unknown;
  payload?: (string | Reference | Place)[];
}

/** A text in a payload: there one that begins with a dollar gets another. */
export interface Place {
  place: number;
  first: boolean;
}

/** A kept element with the texts of one request. Its root, which is kept, has places instead of them. */
export interface Filled {
  $$typeof: typeof FILLED;
  root: Part;
  made: Made;
  key: string | null;
  texts: string[];
}

/** Text and the numbers of places, in turn. */
export type Pieces = (string | number)[];

/** The HTML of a root: its attributes as props, its content in pieces. */
export interface Template {
  attributes: [name: string, value: unknown, pieces: Pieces | null][];
  content: Pieces;
}

const ELEMENT = Symbol.for("react.transitional.element");
const FILLED = Symbol("filled");
const MARK = "\0";
const FIRST = 0x30;

export function filled(root: Part, made: Made, key: string | null, texts: string[]): Filled {
  return { $$typeof: FILLED, root, made, key, texts };
}

export function isFilled(node: object): node is Filled {
  return (node as Partial<Filled>).$$typeof === FILLED;
}

export function templateOf({ props }: Part, html: string): Template {
  const { children: _, ...attributes } = props;
  return {
    attributes: Object.entries(attributes).map(([name, value]) => [name, value, hasPlaces(value) ? piecesOf(value) : null]),
    content: piecesOf(html),
  };
}

export function elementOf({ root, key, texts }: Filled, { attributes, content }: Template): Part {
  const props: Part["props"] = {};
  for (const [name, value, pieces] of attributes) props[name] = pieces ? joined(pieces, texts) : value;
  props.dangerouslySetInnerHTML = { __html: joined(content, texts, escaped) };
  return { $$typeof: ELEMENT, type: root.type, key, ref: null, props } as Part;
}

/** Stands in a template for the text of this number. */
export function placeOf(index: number): string {
  return MARK + String.fromCharCode(FIRST + index);
}

export function hasPlaces(value: unknown): value is string {
  return typeof value === "string" && value.includes(MARK);
}

export function piecesOf(text: string): Pieces {
  const [first = "", ...rest] = text.split(MARK);
  return [first, ...rest.flatMap((part) => [part.charCodeAt(0) - FIRST, part.slice(1)])];
}

function joined(pieces: Pieces, texts: string[], write = (text: string) => text): string {
  let all = "";
  for (const piece of pieces) all += typeof piece === "string" ? piece : write(texts[piece] as string);
  return all;
}

/** As React escapes texts and attributes. */
function escaped(text: string): string {
  return /["&'<>]/.test(text) ? text.replace(/["&'<>]/g, (sign) => ENTITIES[sign] as string) : text;
}

const ENTITIES: Record<string, string> = { '"': "&quot;", "&": "&amp;", "'": "&#x27;", "<": "&lt;", ">": "&gt;" };
