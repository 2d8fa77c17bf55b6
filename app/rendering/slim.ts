import { keepAlso, madeOf } from "./kept.ts";
import { type Filled, filled, isFilled, type Made, type Part } from "./template.ts";

const ELEMENT = Symbol.for("react.transitional.element");
const FRAGMENT = Symbol.for("react.fragment");
/** Elements whose content may be dropped. Elements with a restricted content model (select, svg) are excluded. */
const CONTAINERS = new Set(
  "a article aside div dl fieldset figure footer form header li main menu nav ol p section span ul".split(" "),
);
/** Elements that React hoists to the head while the browser's tree contains them. */
const HOISTED = new Set(["base", "link", "meta", "script", "style", "title"]);
const DOCUMENT = new Set(["html", "head", "body"]);
/** Elements with user state; the next payload would reset it. */
const STATEFUL = new Set(["audio", "details", "dialog", "iframe", "input", "select", "textarea", "video"]);
/** An emptied element costs about as much as this many elements. */
const WORTH_IT = 3;

/** Inert elements keep position and attributes; React ignores content until the next payload. Production builds only. */
export function slim(tree: unknown): unknown {
  return emptied(visit(tree));
}

interface Visited {
  node: unknown;
  /** Elements of a subtree that never changes in the browser; null if it may change. */
  size: number | null;
}

function visit(node: unknown): Visited {
  if (typeof node !== "object" || node === null) return visitAnew(node);
  if (isFilled(node)) {
    const { size, node: root } = visitKept(node.root, node.made);
    return { size, node: refilled(node, root) };
  }
  const made = madeOf(node);
  return made ? visitKept(node, made) : visitAnew(node);
}

function visitKept(node: object, made: Made): Visited {
  made.slim ??= visitAnew(node);
  keepAlso(made.slim.node);
  return made.slim;
}

function refilled({ root, key, texts, made }: Filled, form: unknown): Filled {
  return form === root ? filled(root, made, key, texts) : filled(form as Part, madeOf(form as Part) as Made, key, texts);
}

function visitAnew(node: unknown): Visited {
  if (Array.isArray(node)) {
    const visited = node.map(visit);
    const size = total(visited);
    const kept = visited.map(size === null ? emptied : (item) => item.node);
    return { node: kept.every((item, index) => item === node[index]) ? node : kept, size };
  }
  if (typeof node !== "object" || node === null) return { node, size: typeof node === "function" ? null : 0 };
  const part = node as Part;
  if (part.$$typeof !== ELEMENT || (typeof part.type !== "string" && part.type !== FRAGMENT)) return { node, size: null };
  const { type, props } = part as { type: string; props: Part["props"] };
  // A linked style sheet stays in the document.
  if (type === "link" && props.precedence) return { node: null, size: 0 };
  if (HOISTED.has(type)) return { node, size: null };

  // A select needs its options.
  if (type === "select") return { node, size: null };

  const inside = visit(props.children);
  const lives =
    STATEFUL.has(type) || props.popover || typeof props.action === "function" || typeof props.formAction === "function";
  if (inside.size !== null && !lives && !DOCUMENT.has(type)) return { node, size: inside.size + 1 };
  const children = emptied(inside);
  return { node: children === props.children ? node : { ...part, props: { ...props, children } }, size: null };
}

function total(visited: Visited[]): number | null {
  let sum = 0;
  for (const { size } of visited) {
    if (size === null) return null;
    sum += size;
  }
  return sum;
}

function emptied(visited: Visited): unknown {
  const { node, size } = visited;
  if (typeof node !== "object" || node === null) return node;
  if (isFilled(node)) return refilled(node, emptiedKept({ node: node.root, size }, node.made));
  const made = madeOf(node);
  return made ? emptiedKept(visited, made) : emptiedAnew(visited);
}

function emptiedKept(visited: Visited, made: Made): unknown {
  made.emptied ??= emptiedAnew(visited);
  keepAlso(made.emptied);
  return made.emptied;
}

function emptiedAnew({ node, size }: Visited): unknown {
  if (size === null || size <= WORTH_IT || typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map((item) => emptied(visit(item)));
  const part = node as Part;
  if (!CONTAINERS.has(part.type as string)) {
    const inside = emptied(visit(part.props.children));
    return inside === part.props.children ? node : { ...part, props: { ...part.props, children: inside } };
  }
  const { children, ...props } = part.props;
  return { ...part, props: { ...props, dangerouslySetInnerHTML: { __html: "" } } };
}
