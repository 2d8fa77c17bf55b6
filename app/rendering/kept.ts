import { type Mark, MOST_PROPS } from "#app/request/kept.ts";
import { keptPart } from "#app/request/kept-prop.ts";
import { type Edge, pageEdge, withEdge } from "#worker/server/edge/edge.ts";
import { isClientReference, type Known, type Reference } from "./references.ts";
import {
  escaped,
  filled,
  joined,
  type Part,
  type Pieces,
  piecesOf,
  placeOf,
  withHtml,
  withPayload,
  withPlaces,
} from "./template.ts";
import { translate } from "./translate.ts";
import { Unresolvable } from "./unresolvable.ts";

const ELEMENT = Symbol.for("react.transitional.element");

export interface Show {
  known: Known;
  hydrated: boolean;
  innerHtml(children: unknown, hydrated: boolean): string;
  /** An answer: `resolve` sets it to false once it meets a reference that is not known yet. */
  complete: boolean;
  /** An answer: what React puts in the head for pictures in kept HTML. */
  preloads: Set<string>;
  store?: Store | null;
}

type Make = (found: Set<Reference>) => unknown;

/** A tree in which HTML stands for elements. */
interface Kept {
  tree: unknown;
  found: Set<Reference>;
  preloads: Pieces[];
}

/** Two halves: a full one replaces the one before. What is used of that moves on, the rest goes. */
interface Store {
  newer: Map<string, Kept>;
  older: Map<string, Kept>;
}

interface Stores {
  hydrated: Store;
  still: Store;
}

/** In elements of one domain and language: what the query chooses must not grow without end. */
const MOST = 200;
const HALF = MOST / 2;
/** React hoists these out of the HTML in which they stand. */
const HOISTED = new Set(["base", "link", "meta", "script", "style", "title"]);
/** Their HTML depends on nothing around them. */
export const WHOLE = new Set(
  "a button details dialog div dl fieldset footer form header li nav ol p section span svg ul".split(" "),
);

// A domain that was read again is another object; the translator stands for the language.
const stores = new WeakMap<Edge["domain"], WeakMap<Edge["t"], Stores>>();

/** The tree of a component without texts. Null where nothing is kept. `slot` is the place's part of React's keys. */
export function findKept(
  { id }: Mark,
  props: Part["props"],
  slot: string,
  found: Set<Reference>,
  show: Show,
  make: Make,
): Kept | Promise<Kept> | null {
  const store = storeOf(show);
  if (!store) return null;
  let name = `${id}\n${slot}`;
  for (const prop in props) if (props[prop] !== undefined) name += named(prop, props[prop]);
  const known = lookUp(store, name) ?? makeAnew(store, name, false, show, make);
  return known instanceof Promise ? known.then((made) => taken(made, null, found, show)) : taken(known, null, found, show);
}

/** The element of a component with texts, with the key of its place, or its elements. Null where it cannot be kept. */
export function findFilled(
  { id, texts: places, props: numbers }: Mark,
  props: Part["props"],
  path: string | null,
  found: Set<Reference>,
  show: Show,
  make: (shape: Part["props"], found: Set<Reference>) => unknown,
): Part | unknown[] | null {
  const store = storeOf(show);
  if (!store) return null;
  const texts = new Array<string>(places.size);
  let [there, yes, no, rest] = [0, 0, 0, ""];
  for (const prop in props) {
    const value = props[prop];
    if (value === undefined) continue;
    const number = numberOf(numbers, prop);
    if (typeof value === "string" && value !== "" && number < texts.length) {
      texts[number] = value;
      there |= 1 << number;
    } else if (number < MOST_PROPS && value === true) yes |= 1 << number;
    else if (number < MOST_PROPS && value === false) no |= 1 << number;
    else rest += named(prop, value);
  }
  const name = `${id} ${there} ${yes} ${no}${rest}`;
  let kept = lookUp(store, name);
  if (!kept) {
    const shape = () => Object.fromEntries(Object.entries(props).map(([prop, value]) => [prop, shapeOf(prop, value)]));
    const shapeOf = (prop: string, value: unknown) => {
      const place = places.get(prop);
      return place === undefined || texts[place] === undefined ? value : placeOf(place);
    };
    const made = makeAnew(store, name, true, show, (into) => make(shape(), into));
    if (made instanceof Promise) throw new Unresolvable("a kept component with texts that waits");
    kept = made;
  }
  const part = fill(kept.tree, path, texts);
  // Else the caller renders it, and React hoists the same preloads.
  if (part) taken(kept, texts, found, show);
  return part;
}

function named(prop: string, value: unknown): string {
  const part = typeof value === "object" && value !== null && keptPart(value);
  return `\n${prop}:${part ? `#${part.id}` : JSON.stringify(value)}`;
}

function numberOf(numbers: Map<string, number>, prop: string): number {
  let number = numbers.get(prop);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(prop, number);
  }
  return number;
}

function fill(node: unknown, path: string | null, texts: string[]): Part | unknown[] | null {
  if (Array.isArray(node)) {
    const all = node.map((one) => (isEmpty(one) ? one : fill(one, null, texts)));
    return all.includes(null) ? null : all;
  }
  const made = isElement(node) && node.from?.made;
  return made ? filled(made, keyAt(path, node.key), texts) : null;
}

function isEmpty(node: unknown): boolean {
  return node === undefined || node === "" || typeof node === "boolean";
}

function taken(kept: Kept, texts: string[] | null, found: Set<Reference>, show: Show): Kept {
  for (const reference of kept.found) found.add(reference);
  for (const preload of kept.preloads) show.preloads.add(joined(preload, texts ?? [], escaped));
  return kept;
}

function makeAnew(store: Store, name: string, withTexts: boolean, show: Show, make: Make): Kept | Promise<Kept> {
  const found = new Set<Reference>();
  const { domain, settings, language, t } = pageEdge() as Edge;
  const tree = withEdge({ domain, settings, language, t } as Edge, () => make(found));
  return tree instanceof Promise ? tree.then(kept) : kept(tree);

  function kept(tree: unknown): Kept {
    if ([...found].some(isClientReference)) throw new Unresolvable("an island in a kept component");
    const preloads: Pieces[] = [];
    if (![...found].every((reference) => show.known.has(reference))) {
      show.complete = false;
      return { tree, found, preloads };
    }
    const made = { tree: inHtml(tree, show, withTexts, preloads), found, preloads };
    keep(store, name, made);
    return made;
  }
}

function lookUp(store: Store, name: string): Kept | undefined {
  const known = store.newer.get(name);
  if (known) return known;
  const old = store.older.get(name);
  if (old) keep(store, name, old);
  return old;
}

function keep(store: Store, name: string, kept: Kept): void {
  if (store.newer.size >= HALF) {
    store.older = store.newer;
    store.newer = new Map();
  }
  store.newer.set(name, kept);
}

function storeOf(show: Show): Store | null {
  if (show.store === undefined) show.store = ofPage(pageEdge(), show.hydrated);
  return show.store;
}

function ofPage(edge: ReturnType<typeof pageEdge>, hydrated: boolean): Store | null {
  if ("staff" in edge) return null;
  const { domain, t } = edge;
  const ofDomain = stores.get(domain) ?? new WeakMap<Edge["t"], Stores>();
  stores.set(domain, ofDomain);
  const both = ofDomain.get(t) ?? { hydrated: emptyStore(), still: emptyStore() };
  ofDomain.set(t, both);
  return hydrated ? both.hydrated : both.still;
}

function emptyStore(): Store {
  return { newer: new Map(), older: new Map() };
}

function inHtml(node: unknown, show: Show, withTexts: boolean, preloads: Pieces[]): unknown {
  if (Array.isArray(node)) return node.map((one) => inHtml(one, show, withTexts, preloads));
  if (!isElement(node)) return node;
  const { children, dangerouslySetInnerHTML: own } = node.props;
  if (typeof node.type === "string" && WHOLE.has(node.type) && !own && !hoists(children)) {
    const shown = translate(node, show.known) as Part;
    const html = (part: unknown) => withoutPreloads(show.innerHtml(part, show.hydrated));
    const [hoisted, content] = html(shown.props.children);
    for (const [link] of hoisted.matchAll(/<[^>]*>/g)) preloads.push(piecesOf(link));
    return withTexts ? withPlaces(node, shown, content, html(shown)[1]) : withHtml(node, shown, content);
  }
  if (!withTexts && !hasElements(children)) return withPayload(node, translate(node, show.known) as Part);
  return translate({ ...node, props: { ...node.props, children: inHtml(children, show, withTexts, preloads) } }, show.known);
}

function hasElements(node: unknown): boolean {
  return Array.isArray(node) ? node.some(hasElements) : isElement(node);
}

function hoists(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hoists);
  if (!isElement(node)) return false;
  return HOISTED.has(node.type as string) || preloadsLater(node) || hoists(node.props.children);
}

/** Of such pictures React hoists the first ten of a page. */
function preloadsLater({ type, props }: Part): boolean {
  return type === "img" && props.loading !== "lazy" && props.fetchPriority !== "low" && props.fetchPriority !== "high";
}

function withoutPreloads(html: string): [hoisted: string, content: string] {
  const [hoisted] = /^(?:<link rel="preload" as="image"[^>]*>)*/.exec(html) as unknown as [string];
  return [hoisted, html.slice(hoisted.length)];
}

export function keyAt(path: string | null, key: string | null): string | null {
  return key === null ? path : path === null ? key : `${path},${key}`;
}

function isElement(node: unknown): node is Part {
  return typeof node === "object" && node !== null && (node as Part).$$typeof === ELEMENT;
}
