import type { Client } from "./references.ts";

export type Part = {
  $$typeof?: symbol;
  type: unknown;
  key: string | null;
  props: Record<string, unknown>;
  from?: From;
  /** The element as the payload has it, where React reads the HTML of its children. */
  plain?: Part;
};

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

/** The HTML of a root: its attributes as props, its content in pieces, and both in `whole`. */
interface Template {
  attributes: [name: string, value: unknown, pieces: Pieces | null][];
  content: Pieces;
  whole: Pieces;
}

const ELEMENT = Symbol.for("react.transitional.element");
const MARK = "\0";
/** Neither it nor the signs after it are escaped in HTML. */
const FIRST = 0x40;

export function withPayload(root: Part, shown: Part): Part {
  return { ...shown, from: { made: { root, template: null, payload: {} }, texts: null } };
}

export function withHtml(root: Part, shown: Part, html: string): Part {
  const { children: _, ...props } = shown.props;
  return withPayload(root, { ...shown, props: { ...props, dangerouslySetInnerHTML: { __html: html } } });
}

/** Its HTML has places: `filled` makes of it what can be shown. */
export function withPlaces(root: Part, shown: Part, html: string, whole: string): Part {
  const { children: _, ...attributes } = shown.props;
  const template: Template = {
    attributes: Object.entries(attributes).map(([name, value]) => [name, value, hasPlaces(value) ? piecesOf(value) : null]),
    content: piecesOf(html),
    whole: piecesOf(whole),
  };
  return { ...shown, from: { made: { root, template, payload: {} }, texts: null } };
}

/** An element with texts. Its props are made when they are read: an element around it may take its HTML instead. */
class Filled implements Part {
  readonly $$typeof = ELEMENT;
  readonly ref = null;
  #props: Part["props"] | null = null;

  constructor(
    readonly type: unknown,
    readonly key: string | null,
    readonly from: From & { texts: string[] },
  ) {}

  get props(): Part["props"] {
    this.#props ??= this.#made();
    return this.#props;
  }

  #made(): Part["props"] {
    const { made, texts } = this.from;
    const { attributes, content } = made.template as Template;
    const props: Part["props"] = {};
    for (const [name, value, pieces] of attributes) props[name] = pieces ? joined(pieces, texts) : value;
    props.dangerouslySetInnerHTML = { __html: joined(content, texts, escaped) };
    return props;
  }
}

export function filled(made: Made, key: string | null, texts: string[]): Part {
  return new Filled(made.root.type, key, { made, texts });
}

/** The HTML of elements with texts. Null where there is another one. */
export function htmlOf(nodes: unknown[]): string | null {
  if (nodes.length === 0 || !nodes.every((node) => node instanceof Filled)) return null;
  let html = "";
  for (const { from } of nodes) html += joined((from.made.template as Template).whole, from.texts, escaped);
  return html;
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

export function joined(pieces: Pieces, texts: string[], write = (text: string) => text): string {
  let all = "";
  for (const piece of pieces) all += typeof piece === "string" ? piece : write(texts[piece] as string);
  return all;
}

/** As React escapes texts and attributes. */
export function escaped(text: string): string {
  return /["&'<>]/.test(text) ? text.replace(/["&'<>]/g, (sign) => ENTITIES[sign] as string) : text;
}

const ENTITIES: Record<string, string> = { '"': "&quot;", "&": "&amp;", "'": "&#x27;", "<": "&lt;", ">": "&gt;" };
