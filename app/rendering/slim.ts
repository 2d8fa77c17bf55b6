import type { Part } from "./part.ts";

const ELEMENT = Symbol.for("react.transitional.element");
const FRAGMENT = Symbol.for("react.fragment");
/** Elements whose content may be dropped. Elements with a restricted content model (select, svg) are excluded. */
const CONTAINERS = new Set<unknown>(
  "a article aside div dl fieldset figure footer form header li main menu nav ol p section span ul".split(" "),
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

/** A linked style sheet stays in the document. */
export function isLeftOut(part: Part): boolean {
  return part.type === "link" && Boolean(part.props.precedence);
}

/** Islands, what they are given, and elements from which nothing may be taken. */
export function isWhole({ type }: Part): boolean {
  return typeof type === "string" ? WHOLE.has(type) : type !== FRAGMENT;
}

/** Inert elements keep position and attributes; React ignores content until the next payload. Production builds only. */
export function isEmptied(part: Part): boolean {
  return CONTAINERS.has(part.type) && stillOf(part) > WORTH_IT;
}

export function emptied(props: Part["props"]): Part["props"] {
  return { ...props, children: undefined, dangerouslySetInnerHTML: { __html: "" } };
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
