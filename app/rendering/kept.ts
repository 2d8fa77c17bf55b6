import { keptId } from "#app/request/kept.ts";
import { type Edge, pageEdge, withEdge } from "#worker/edge/edge.ts";
import { isClientReference, type Reference } from "./references.ts";
import { Unresolvable } from "./unresolvable.ts";

const ELEMENT = Symbol.for("react.transitional.element");

type Part = { $$typeof?: symbol; type: unknown; key: string | null; props: Record<string, unknown> };

/** What is made of a kept element once: its HTML, and its payload with the places of its references. */
export interface Made {
  html: { hydrated?: unknown; still?: unknown };
  slim?: { node: unknown; size: number | null };
  emptied?: unknown;
  payload?: (string | Reference)[];
}

interface Kept {
  tree: unknown;
  found: Set<Reference>;
}

/** In elements of one domain and language: what the query chooses must not grow without end. */
const MOST = 200;
/** React hoists these out of the HTML in which they stand. */
const HOISTED = new Set(["base", "img", "link", "meta", "script", "style", "title"]);
/** Their HTML depends on nothing around them. */
const WHOLE = new Set("a button details div dl fieldset footer header li nav ol p section span ul".split(" "));

const made = new WeakMap<object, Made>();
// A domain that was read again is another object; the translator stands for the language.
const stores = new WeakMap<Edge["domain"], WeakMap<Edge["t"], Map<string, Kept>>>();

/** Null for a component that is not kept. `slot` is the place's part of React's keys. */
export function findKept(
  type: object,
  props: unknown,
  slot: string,
  found: Set<Reference>,
  make: (found: Set<Reference>) => unknown,
): { tree: unknown } | Promise<{ tree: unknown }> | null {
  const id = keptId(type);
  const edge = id === undefined ? null : pageEdge();
  if (!edge || "staff" in edge) return null;
  const store = storeOf(edge);
  const name = `${id}\n${slot}\n${JSON.stringify(props)}`;
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
  const { action, formAction, children, dangerouslySetInnerHTML: ready } = node.props;
  const calls = typeof action === "function" || typeof formAction === "function";
  if (typeof node.type === "string" && WHOLE.has(node.type) && !calls && !ready && !hoists(children))
    made.set(node, { html: {} });
  else mark(children);
}

function hoists(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hoists);
  return isElement(node) && (HOISTED.has(node.type as string) || hoists(node.props.children));
}

function isElement(node: unknown): node is Part {
  return typeof node === "object" && node !== null && (node as Part).$$typeof === ELEMENT;
}
