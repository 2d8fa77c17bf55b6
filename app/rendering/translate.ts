import { FRAGMENT, isElement, type Part, withHtml } from "./elements.ts";
import { type Made, madeOf } from "./kept.ts";
import { content, escaped, startTag } from "./plain.ts";
import type { Known, Reference } from "./references.ts";

export interface Way {
  /** Stands between two texts, so that hydration tells them apart. */
  separator: string;
  ready?(part: Part, made: Made): Part;
}

type Props = Part["props"];
/** HTML inside an element, or of each item of a list; null where it saves nothing. */
type Inner = string | Inner[] | null;

/** Replaces references with their values, for React, and content of plain elements with its HTML. */
export function translate(root: unknown, known: Known, { separator, ready }: Way): unknown {
  // Of the node that was visited last. `html` is null where only React can write it.
  let html: string | null = null;
  let inner: Inner = null;
  let endsInText = false;
  return finished(visit(root, false));

  function visit(node: unknown, afterText: boolean): unknown {
    if (typeof node === "string" || typeof node === "number") return text(node, afterText);
    if (typeof node === "boolean" || node === null || node === undefined) return leave(node, "", null, afterText);
    if (Array.isArray(node)) return list(node, afterText);
    if (!isElement(node)) return leave(value(node), null, null, false);
    const { type, props } = node;
    if (typeof type === "string") {
      const made = ready && madeOf(node);
      return made && ready ? keptHost(ready(node, made), type, props) : host(node, type, props);
    }
    if (type === FRAGMENT) return fragment(node, afterText);
    const shown = typeof type === "function" ? known.get(type as Reference)?.component : type;
    return leave({ ...node, type: shown, props: record(props) }, null, null, false);
  }

  function leave(node: unknown, ownHtml: string | null, ownInner: Inner, text: boolean): unknown {
    html = ownHtml;
    inner = ownInner;
    endsInText = text;
    return node;
  }

  function text(node: string | number, afterText: boolean): unknown {
    if (node === "") return leave(node, "", null, afterText);
    const written = typeof node === "string" ? escaped(node) : String(node);
    return leave(node, afterText ? separator + written : written, null, true);
  }

  function list(values: unknown[], afterText: boolean): unknown {
    let nodes = values;
    let written: string | null = "";
    let text = afterText;
    const inners: Inner[] = [];
    for (let index = 0; index < values.length; index++) {
      const node = visit(values[index], text);
      if (node !== values[index]) {
        if (nodes === values) nodes = values.slice();
        nodes[index] = node;
      }
      written = written === null || html === null ? null : written + html;
      inners.push(html === null ? null : inner);
      text = endsInText;
    }
    if (written !== null) return leave(nodes, written, inners, text);
    return leave(filled(nodes, inners), null, null, text);
  }

  function fragment(part: Part, afterText: boolean): unknown {
    const children = visit(part.props.children, afterText);
    const node = children === part.props.children ? part : { ...part, props: { ...part.props, children } };
    return leave(node, html, html === null ? null : [inner], endsInText);
  }

  function host(part: Part, tag: string, props: Props): unknown {
    const start = startTag(tag, props);
    const { children } = props;
    const shown = visit(children, false);
    if (start !== null && html !== null) return leave(part, start + content(tag, html), isNode(children) ? html : null, false);
    return leave(withShown(part, finished(shown)), null, null, false);
  }

  function keptHost(part: Part, tag: string, { children: _, ...props }: Props): unknown {
    const start = startTag(tag, props);
    const { __html } = part.props.dangerouslySetInnerHTML as { __html: string };
    return leave(part, start === null ? null : start + content(tag, __html), null, false);
  }

  function withShown(part: Part, children: unknown): Part {
    const { props } = part;
    const calls = typeof props.action === "function" || typeof props.formAction === "function";
    if (children === props.children && !calls) return part;
    const made: Props = { ...props, children };
    for (const name of ["action", "formAction"]) if (typeof props[name] === "function") made[name] = value(props[name]);
    return { ...part, props: made };
  }

  function finished(node: unknown): unknown {
    return html === null ? node : filled(node, inner);
  }

  function filled(node: unknown, of: Inner): unknown {
    if (of === null) return node;
    if (typeof of === "string") return withHtml(node as Part, of);
    if (Array.isArray(node)) return node.map((item, index) => filled(item, of[index] ?? null));
    const part = node as Part;
    return { ...part, props: { ...part.props, children: filled(part.props.children, of[0] ?? null) } };
  }

  function record(props: Props): Props {
    const made: Props = {};
    for (const name of Object.keys(props)) made[name] = value(props[name]);
    return made;
  }

  function value(given: unknown): unknown {
    if (typeof given === "function") return known.get(given as Reference)?.value;
    if (!isNode(given)) return given;
    if (Array.isArray(given) || isElement(given)) return finished(visit(given, false));
    return Object.getPrototypeOf(given) === Object.prototype ? record(given as Props) : given;
  }
}

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
