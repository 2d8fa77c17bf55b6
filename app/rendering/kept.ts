import type { Mark } from "#app/request/kept.ts";
import { type Edge, pageEdge, withEdge } from "#worker/edge/edge.ts";
import { isClientReference, type Reference } from "./references.ts";
import { type Filled, filled, type Made, type Part, placeOf } from "./template.ts";
import { Unresolvable } from "./unresolvable.ts";

const ELEMENT = Symbol.for("react.transitional.element");

interface Kept {
  tree: unknown;
  found: Set<Reference>;
}

/** In elements of one domain and language: what the query chooses must not grow without end. */
const MOST = 200;
/** React hoists these out of the HTML in which they stand. */
const HOISTED = new Set(["base", "link", "meta", "script", "style", "title"]);
/** Their HTML depends on nothing around them. */
const WHOLE = new Set("a button details dialog div dl fieldset footer form header li nav ol p section span svg ul".split(" "));

const made = new WeakMap<object, Made>();
// A domain that was read again is another object; the translator stands for the language.
const stores = new WeakMap<Edge["domain"], WeakMap<Edge["t"], Map<string, Kept>>>();

/** The tree of a component without texts. Null where nothing is kept. `slot` is the place's part of React's keys. */
export function findKept(
  { id }: Mark,
  props: Part["props"],
  slot: string,
  found: Set<Reference>,
  make: (found: Set<Reference>) => unknown,
): Kept | Promise<Kept> | null {
  const edge = pageEdge();
  return "staff" in edge ? null : findOrMake(edge, `${id}\n${slot}\n${JSON.stringify(props)}`, found, make);
}

/** The element of a component with texts, but for the key of its place, or its elements. Null where it cannot be kept. */
export function findFilled(
  { id, texts: places }: Mark,
  props: Part["props"],
  found: Set<Reference>,
  make: (shape: Part["props"], found: Set<Reference>) => unknown,
): Filled | unknown[] | null {
  const edge = pageEdge();
  // Within a kept component the texts belong to what is kept.
  if ("staff" in edge || !("session" in edge)) return null;
  const texts: string[] = [];
  let name = String(id);
  for (const prop of Object.keys(props)) {
    const value = props[prop];
    const place = typeof value === "string" && value !== "" ? places.get(prop) : undefined;
    if (place !== undefined) {
      texts[place] = value as string;
      name += `\n${prop}`;
    } else if (value !== undefined) name += `\n${prop}:${typeof value === "boolean" ? value : JSON.stringify(value)}`;
  }
  const shape = () => Object.fromEntries(Object.entries(props).map(([prop, value]) => [prop, shapeOf(prop, value)]));
  const shapeOf = (prop: string, value: unknown) => {
    const place = places.get(prop);
    return place === undefined || texts[place] === undefined ? value : placeOf(place);
  };
  const kept = findOrMake(edge, name, found, (into) => make(shape(), into));
  if (kept instanceof Promise) throw new Unresolvable("a kept component with texts that waits");
  return fill(kept.tree, texts);
}

function fill(node: unknown, texts: string[]): Filled | unknown[] | null {
  if (Array.isArray(node)) {
    const all = node.map((one) => (isEmpty(one) ? one : fill(one, texts)));
    return all.includes(null) ? null : all;
  }
  const own = isElement(node) && madeOf(node);
  return own ? filled(node, own, node.key, texts) : null;
}

function isEmpty(node: unknown): boolean {
  return node === undefined || node === "" || typeof node === "boolean";
}

function findOrMake(
  edge: Edge,
  name: string,
  found: Set<Reference>,
  make: (found: Set<Reference>) => unknown,
): Kept | Promise<Kept> {
  const store = storeOf(edge);
  const known = store.get(name);
  if (known) {
    store.delete(name);
    return enter(known);
  }
  const own = new Set<Reference>();
  const { domain, settings, language, t } = edge;
  const tree = withEdge({ domain, settings, language, t } as Edge, () => make(own));
  return tree instanceof Promise ? tree.then((settled) => enter(marked(settled))) : enter(marked(tree));

  function enter(entry: Kept): Kept {
    store.set(name, entry);
    if (store.size > MOST) store.delete(store.keys().next().value as string);
    for (const reference of entry.found) found.add(reference);
    return entry;
  }

  function marked(tree: unknown): Kept {
    if ([...own].some(isClientReference)) throw new Unresolvable("an island in a kept component");
    mark(tree);
    return { tree, found: own };
  }
}

/** What is kept of an element, or undefined. */
export function madeOf(element: object): Made | undefined {
  return made.get(element);
}

/** The payload of `shorter` is kept too: it stands for a kept element. */
export function keepAlso(shorter: unknown): void {
  if (isElement(shorter) && !made.has(shorter)) made.set(shorter, { html: {} });
}

function storeOf({ domain, t }: Edge): Map<string, Kept> {
  const ofDomain = stores.get(domain) ?? new WeakMap<Edge["t"], Map<string, Kept>>();
  stores.set(domain, ofDomain);
  const store = ofDomain.get(t) ?? new Map<string, Kept>();
  ofDomain.set(t, store);
  return store;
}

function mark(node: unknown): void {
  if (Array.isArray(node)) for (const one of node) mark(one);
  if (!isElement(node)) return;
  const { children, dangerouslySetInnerHTML: ready } = node.props;
  if (typeof node.type === "string" && WHOLE.has(node.type) && !ready && !hoists(children)) made.set(node, { html: {} });
  else mark(children);
}

function hoists(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hoists);
  if (!isElement(node)) return false;
  return HOISTED.has(node.type as string) || preloads(node) || hoists(node.props.children);
}

/** React preloads pictures that are seen first. */
function preloads({ type, props }: Part): boolean {
  return type === "img" && props.loading !== "lazy" && props.fetchPriority !== "low";
}

function isElement(node: unknown): node is Part {
  return typeof node === "object" && node !== null && (node as Part).$$typeof === ELEMENT;
}
