import { FixedContent } from "#app/request/fixed.tsx";
import type { Part } from "./part.ts";

const ELEMENT = Symbol.for("react.transitional.element");
const FRAGMENT = Symbol.for("react.fragment");
/** Elements whose content may be dropped. Elements with a restricted content model (select, svg) are excluded. */
const CONTAINERS = new Set<unknown>(
  "a article aside button div dl fieldset figure footer form header li main menu nav ol p section span summary ul".split(" "),
);
/** A select needs its options; React hoists the others to the head while the browser's tree contains them. */
const WHOLE = new Set(["base", "link", "meta", "script", "select", "style", "title"]);
const DOCUMENT = ["html", "head", "body"];
/** Elements with user state; the next payload would reset it. */
const STATEFUL = ["audio", "details", "dialog", "iframe", "input", "textarea", "video"];
const ALIVE = new Set<unknown>([...DOCUMENT, ...STATEFUL]);
/** An emptied element costs about as much as this many elements. */
const WORTH_IT = 3;
/** In place of a number of elements: the browser may change something. */
const LIVES = Number.NEGATIVE_INFINITY;

/**
 * A page's elements without what the browser has already and never changes. Inert elements keep position and attributes; React
 * ignores their content until the next payload. A page that refetches its payload is `refreshed`: its elements keep their content.
 * Production builds only.
 */
export function slim(node: unknown, refreshed = false): unknown {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map((one) => slim(one, refreshed));
  const part = node as Part;
  if (part.$$typeof !== ELEMENT) return node;
  if (!refreshed && isLeftOut(part)) return null;
  if (part.type === FixedContent) return { ...part, props: { id: part.props.id, of: part.props.of } };
  if (isWhole(part)) return node;
  const props: Part["props"] = {};
  // React's encoder would write that a property is undefined.
  for (const name of Object.keys(part.props)) if (part.props[name] !== undefined) props[name] = part.props[name];
  if (!refreshed && CONTAINERS.has(part.type) && stillOf(part) > WORTH_IT) {
    delete props.children;
    props.dangerouslySetInnerHTML = { __html: "" };
  } else if ("children" in props) props.children = slim(props.children, refreshed);
  return { ...part, props };
}

/** A linked style sheet stays in the document. */
function isLeftOut(part: Part): boolean {
  return part.type === "link" && Boolean(part.props.precedence);
}

/** Islands, what they are given, and elements from which nothing may be taken. */
function isWhole({ type }: Part): boolean {
  return typeof type === "string" ? WHOLE.has(type) : type !== FRAGMENT;
}

/** Elements of a subtree that never changes in the browser, or `LIVES`. */
function stillIn(node: unknown): number {
  if (typeof node !== "object" || node === null) return typeof node === "function" ? LIVES : 0;
  if (!Array.isArray(node)) return (node as Part).$$typeof === ELEMENT ? stillOf(node as Part) : LIVES;
  let still = 0;
  for (const one of node) {
    still += stillIn(one);
    if (still === LIVES) break;
  }
  return still;
}

function stillOf(part: Part): number {
  if (isLeftOut(part)) return 0;
  return isWhole(part) || lives(part) ? LIVES : stillIn(part.props.children) + 1;
}

function lives({ type, props }: Part): boolean {
  return (
    ALIVE.has(type) || Boolean(props.popover) || typeof props.action === "function" || typeof props.formAction === "function"
  );
}
