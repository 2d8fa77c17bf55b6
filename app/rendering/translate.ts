import { keptPart } from "#app/request/kept-prop.ts";
import { madeOf } from "./kept.ts";
import type { Known, Reference } from "./references.ts";
import { type Filled, isFilled, type Made, type Part } from "./template.ts";

const ELEMENT = Symbol.for("react.transitional.element");

type Props = Record<string, unknown>;

/** Replaces references with their values. Subtrees without references are shared, not copied. `ready` shows a kept element. */
export function translate(node: unknown, known: Known, ready?: (node: Part | Filled, made: Made) => unknown): unknown {
  if (typeof node === "function") return known.get(node as Reference)?.value;
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return items(node);
  if ((node as Part).$$typeof === ELEMENT) {
    const made = ready && madeOf(node);
    return made ? ready(node as Part, made) : element(node as Part);
  }
  if (isFilled(node)) return ready?.(node, node.made);
  return Object.getPrototypeOf(node) === Object.prototype ? record(node as Props) : node;

  function items(values: unknown[]): unknown[] {
    let changed = false;
    const translated = values.map((value) => {
      const result = translate(value, known, ready);
      changed ||= result !== value;
      return result;
    });
    return changed ? translated : values;
  }

  function element(part: Part): Part {
    if (typeof part.type !== "function") {
      const props = host(part.props);
      return props === part.props ? part : { ...part, props };
    }
    return { ...part, type: known.get(part.type as Reference)?.component, props: record(part.props) };
  }

  function host(props: Props): Props {
    const children = translate(props.children, known, ready);
    const acts = typeof props.action === "function" || typeof props.formAction === "function";
    if (children === props.children && !acts) return props;
    const { action, formAction } = props;
    const made: Props = { ...props, children };
    if (typeof action === "function") made.action = translate(action, known);
    if (typeof formAction === "function") made.formAction = translate(formAction, known);
    return made;
  }

  function record(props: Props): Props {
    const made: Props = {};
    for (const name of Object.keys(props)) made[name] = prop(props[name]);
    return made;
  }

  function prop(value: unknown): unknown {
    return typeof value === "object" && value !== null && keptPart(value) ? value : translate(value, known, ready);
  }
}
