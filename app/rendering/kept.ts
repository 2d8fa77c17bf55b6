import type { Mark } from "#app/request/kept.ts";
import { type Edge, pageEdge, withEdge } from "#worker/edge/edge.ts";
import { isClientReference, type Known, type Reference } from "./references.ts";
import { filled, type Part, placeOf, withHtml, withPlaces } from "./template.ts";
import { translate } from "./translate.ts";
import { Unresolvable } from "./unresolvable.ts";

const ELEMENT = Symbol.for("react.transitional.element");

export interface Show {
  known: Known;
  hydrated: boolean;
  innerHtml(children: unknown, hydrated: boolean): string;
  /** An answer: `resolve` sets it to false once it meets a reference that is not known yet. */
  complete: boolean;
}

type Ready = (root: Part, shown: Part, html: string) => Part;
type Make = (found: Set<Reference>) => unknown;

/** A tree in which HTML stands for elements. */
interface Kept {
  tree: unknown;
  found: Set<Reference>;
}

interface Stores {
  hydrated: Map<string, Kept>;
  still: Map<string, Kept>;
}

/** In elements of one domain and language: what the query chooses must not grow without end. */
const MOST = 200;
/** React hoists these out of the HTML in which they stand. */
const HOISTED = new Set(["base", "link", "meta", "script", "style", "title"]);
/** Their HTML depends on nothing around them. */
const WHOLE = new Set("a button details dialog div dl fieldset footer form header li nav ol p section span svg ul".split(" "));

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
  const edge = pageEdge();
  return "staff" in edge ? null : findOrMake(edge, `${id}\n${slot}\n${JSON.stringify(props)}`, found, show, make, withHtml);
}

/** The element of a component with texts, but for the key of its place, or its elements. Null where it cannot be kept. */
export function findFilled(
  { id, texts: places }: Mark,
  props: Part["props"],
  found: Set<Reference>,
  show: Show,
  make: (shape: Part["props"], found: Set<Reference>) => unknown,
): Part | unknown[] | null {
  const edge = pageEdge();
  if ("staff" in edge) return null;
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
  const kept = findOrMake(edge, name, found, show, (into) => make(shape(), into), withPlaces);
  if (kept instanceof Promise) throw new Unresolvable("a kept component with texts that waits");
  return fill(kept.tree, texts);
}

function fill(node: unknown, texts: string[]): Part | unknown[] | null {
  if (Array.isArray(node)) {
    const all = node.map((one) => (isEmpty(one) ? one : fill(one, texts)));
    return all.includes(null) ? null : all;
  }
  const made = isElement(node) && node.from?.made;
  return made ? filled(made, node.key, texts) : null;
}

function isEmpty(node: unknown): boolean {
  return node === undefined || node === "" || typeof node === "boolean";
}

function findOrMake(edge: Edge, name: string, found: Set<Reference>, show: Show, make: Make, ready: Ready): Kept | Promise<Kept> {
  const store = storeOf(edge, show.hydrated);
  const known = store.get(name);
  if (known) {
    store.delete(name);
    return enter(known);
  }
  const own = new Set<Reference>();
  const { domain, settings, language, t } = edge;
  const tree = withEdge({ domain, settings, language, t } as Edge, () => make(own));
  return tree instanceof Promise ? tree.then(kept) : kept(tree);

  function enter(entry: Kept): Kept {
    store.set(name, entry);
    if (store.size > MOST) store.delete(store.keys().next().value as string);
    for (const reference of entry.found) found.add(reference);
    return entry;
  }

  function kept(tree: unknown): Kept {
    if ([...own].some(isClientReference)) throw new Unresolvable("an island in a kept component");
    if ([...own].every((reference) => show.known.has(reference))) return enter({ tree: inHtml(tree, show, ready), found: own });
    show.complete = false;
    for (const reference of own) found.add(reference);
    return { tree, found: own };
  }
}

function storeOf({ domain, t }: Edge, hydrated: boolean): Map<string, Kept> {
  const ofDomain = stores.get(domain) ?? new WeakMap<Edge["t"], Stores>();
  stores.set(domain, ofDomain);
  const both = ofDomain.get(t) ?? { hydrated: new Map(), still: new Map() };
  ofDomain.set(t, both);
  return hydrated ? both.hydrated : both.still;
}

function inHtml(node: unknown, show: Show, ready: Ready): unknown {
  if (Array.isArray(node)) return node.map((one) => inHtml(one, show, ready));
  if (!isElement(node)) return node;
  const { children, dangerouslySetInnerHTML: own } = node.props;
  if (typeof node.type === "string" && WHOLE.has(node.type) && !own && !hoists(children)) {
    const shown = translate(node, show.known) as Part;
    return ready(node, shown, show.innerHtml(shown.props.children, show.hydrated));
  }
  return translate({ ...node, props: { ...node.props, children: inHtml(children, show, ready) } }, show.known);
}

function hoists(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hoists);
  if (!isElement(node)) return false;
  return HOISTED.has(node.type as string) || preloads(node) || hoists(node.props.children);
}

function preloads({ type, props }: Part): boolean {
  return type === "img" && props.loading !== "lazy" && props.fetchPriority !== "low";
}

function isElement(node: unknown): node is Part {
  return typeof node === "object" && node !== null && (node as Part).$$typeof === ELEMENT;
}
