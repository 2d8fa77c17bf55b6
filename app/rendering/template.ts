import type { Client } from "./references.ts";

export type Part = { $$typeof?: symbol; type: unknown; key: string | null; props: Record<string, unknown>; from?: From };

/** A kept element as a page shows it: React reads its HTML, the payload's writer reads this. No texts: all is kept. */
export interface From {
  made: Made;
  texts: string[] | null;
}

/** What is made of a kept element once. `still`: how many of its elements never change in the browser. */
export interface Made {
  root: Part;
  template: Template | null;
  payload: { whole?: Piece[]; slim?: Piece[] };
  still?: number;
}

export type Piece = string | Client | Place;

/** A text in a payload: there one that begins with a dollar gets another. */
interface Place {
  place: number;
  first: boolean;
}

/** Text and the numbers of places, in turn. */
export type Pieces = (string | number)[];

/** The HTML of a root: its attributes as props, its content in pieces. */
interface Template {
  attributes: [name: string, value: unknown, pieces: Pieces | null][];
  content: Pieces;
}

const ELEMENT = Symbol.for("react.transitional.element");
const MARK = "\0";
const FIRST = 0x30;

export function withHtml(root: Part, shown: Part, html: string): Part {
  const { children: _, ...props } = shown.props;
  const made = { root, template: null, payload: {} };
  return { ...shown, props: { ...props, dangerouslySetInnerHTML: { __html: html } }, from: { made, texts: null } };
}

/** Its HTML has places: `filled` makes of it what can be shown. */
export function withPlaces(root: Part, shown: Part, html: string): Part {
  const { children: _, ...attributes } = shown.props;
  const template: Template = {
    attributes: Object.entries(attributes).map(([name, value]) => [name, value, hasPlaces(value) ? piecesOf(value) : null]),
    content: piecesOf(html),
  };
  return { ...shown, from: { made: { root, template, payload: {} }, texts: null } };
}

export function filled(made: Made, key: string | null, texts: string[]): Part {
  const { attributes, content } = made.template as Template;
  const props: Part["props"] = {};
  for (const [name, value, pieces] of attributes) props[name] = pieces ? joined(pieces, texts) : value;
  props.dangerouslySetInnerHTML = { __html: joined(content, texts, escaped) };
  return { $$typeof: ELEMENT, type: made.root.type, key, ref: null, props, from: { made, texts } } as Part;
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
