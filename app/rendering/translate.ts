import { FixedContent, type FixedProps } from "#app/request/fixed.tsx";
import { cachedHtml } from "./fixed.ts";
import type { Part } from "./part.ts";
import type { Known, Reference } from "./references.ts";
import { Unresolvable } from "./unresolvable.ts";

const ELEMENT = Symbol.for("react.transitional.element");

type Props = Record<string, unknown>;

/** Replaces references with what stands for them in HTML. Subtrees without references are shared, not copied. */
export function translate(node: unknown, known: Pick<Known, "get">, html: (children: unknown) => string): unknown {
  if (typeof node === "function") return known.get(node as Reference)?.value;
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return items(node);
  if ((node as Part).$$typeof === ELEMENT) return element(node as Part);
  return Object.getPrototypeOf(node) === Object.prototype ? record(node as Props) : node;

  function items(values: unknown[]): unknown[] {
    const translated = values.map((value) => translate(value, known, html));
    return translated.every((value, index) => value === values[index]) ? values : translated;
  }

  function element(part: Part): Part {
    const client = known.get(part.type as Reference);
    if (client && part.type === FixedContent) return { ...part, type: client.component, props: fixed(part.props as FixedProps) };
    if (client) return { ...part, type: client.component, props: record(part.props) };
    const props = host(part.props);
    return props === part.props ? part : { ...part, props };
  }

  function fixed({ children, ...props }: FixedProps): Props {
    const get = (reference: Reference) => drawn(known.get(reference), reference);
    return { ...props, html: props.html ?? cachedHtml(props, () => html(translate(children, { get }, html))) };
  }

  function host(props: Props): Props {
    const children = translate(props.children, known, html);
    const acts = typeof props.action === "function" || typeof props.formAction === "function";
    if (children === props.children && !acts) return props;
    const { action, formAction } = props;
    const made: Props = { ...props, children };
    if (typeof action === "function") made.action = translate(action, known, html);
    if (typeof formAction === "function") made.formAction = translate(formAction, known, html);
    return made;
  }

  function record(props: Props): Props {
    const made: Props = {};
    for (const name of Object.keys(props)) made[name] = translate(props[name], known, html);
    return made;
  }
}

/** An island or a server function would be dead in HTML that React does not hydrate. @throws Unresolvable for one */
function drawn(client: ReturnType<Known["get"]>, { $$id }: Reference): typeof client {
  if (client && !(client.value as { drawsOnly?: boolean }).drawsOnly) throw new Unresolvable(`${$$id} in fixed content`);
  return client;
}
