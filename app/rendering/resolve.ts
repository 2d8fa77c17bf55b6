import { FixedContent, type FixedProps } from "#app/request/fixed.tsx";
import { cachedHtml, withKeyAlone } from "./fixed.ts";
import type { Part } from "./part.ts";
import { isClientReference, isServerReference, type Reference } from "./references.ts";
import { Unresolvable } from "./unresolvable.ts";

const ELEMENT = Symbol.for("react.transitional.element");
const FRAGMENT = Symbol.for("react.fragment");
const MEMO = Symbol.for("react.memo");

type Component = (props: Part["props"]) => unknown;

/**
 * Calls server components until only HTML, fragments and client references remain, with the flight encoder's keys. Collects
 * references in `found`. Async only if a component is. @throws Unresolvable, and a component's errors.
 */
export function resolve(node: unknown, found: Set<Reference>): unknown {
  return walk(node, null, false);

  // `path` and `implicit` are the flight encoder's keyPath and implicitSlot: the key that a component passes on.
  function walk(value: unknown, path: string | null, implicit: boolean): unknown {
    if (typeof value !== "object" || value === null) {
      if (typeof value === "function" || typeof value === "symbol") throw new Unresolvable(typeof value);
      return value;
    }
    if (Array.isArray(value)) return after(list(value), (children) => fragment(children, path, implicit));
    if ((value as Part).$$typeof === ELEMENT) return element(value as Part, path, implicit);
    if (isThenable(value)) return Promise.resolve(value).then((settled) => walk(settled, path, implicit));
    throw new Unresolvable("object");
  }

  function list(values: unknown[]): unknown {
    let walked: unknown[] | null = null;
    let waiting = false;
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      const result = attempt(walk, value);
      if (result !== value) walked ??= values.slice(0, index);
      walked?.push(result);
      waiting ||= result instanceof Promise;
    }
    return waiting && walked ? Promise.all(walked) : (walked ?? values);
  }

  function element(part: Part, path: string | null, implicit: boolean): unknown {
    const { type, props } = part;
    if (typeof type === "string") {
      return after(host(props), (resolved) => keyed(part, resolved, path, implicit));
    }
    if (type === FRAGMENT && part.key === null) return walk(props.children, path, implicit || path === null);
    if (isClientReference(type)) {
      found.add(type);
      const given = part.type === FixedContent ? fixed(props as FixedProps) : record(props);
      return after(given, (resolved) => keyed(part, resolved, path, implicit));
    }
    if (typeof type === "function") {
      const own = keyAt(path, part.key);
      return walk((type as Component)(props), own, implicit || own === null);
    }
    if (typeof type === "symbol") return after(record(props), (resolved) => keyed(part, resolved, path, implicit));
    if ((type as Part | null)?.$$typeof === MEMO) return element({ ...part, type: (type as Part).type }, path, implicit);
    throw new Unresolvable("element type");
  }

  function fixed({ children, ...props }: FixedProps): unknown {
    const html = cachedHtml(props);
    if (html !== undefined) return { ...props, html };
    return after(
      withKeyAlone(() => walk(children, null, false)),
      (resolved) => ({ ...props, children: resolved }),
    );
  }

  // Elements occur only in an HTML element's children, server functions only in a form's actions.
  function host(props: Part["props"]): unknown {
    const { action, formAction, children } = props;
    if (typeof action === "function") reference(action);
    if (typeof formAction === "function") reference(formAction);
    if (typeof children !== "object" || children === null) return props;
    return after(walk(children, null, false), (resolved) => (resolved === children ? props : { ...props, children: resolved }));
  }

  // Any prop of a client component may hold elements.
  function record(props: Part["props"]): unknown {
    const resolved: Part["props"] = {};
    let waiting = false;
    for (const name of Object.keys(props)) {
      const value = attempt(prop, props[name]);
      resolved[name] = value;
      waiting ||= value instanceof Promise;
    }
    return waiting ? settled(resolved) : resolved;
  }

  function prop(value: unknown): unknown {
    if (typeof value === "function") return reference(value);
    if (typeof value !== "object" || value === null || value instanceof Date) return value;
    if (Array.isArray(value)) {
      const items = value.map((item) => attempt(prop, item));
      return items.some((item) => item instanceof Promise) ? Promise.all(items) : items;
    }
    if ((value as Part).$$typeof === ELEMENT) return walk(value, null, false);
    if (Object.getPrototypeOf(value) === Object.prototype) return record(value as Part["props"]);
    throw new Unresolvable("prop");
  }

  function reference(value: unknown): unknown {
    if (!isClientReference(value) && !isServerReference(value)) throw new Unresolvable("function");
    found.add(value);
    return value;
  }
}

function keyAt(path: string | null, key: string | null): string | null {
  return key === null ? path : path === null ? key : `${path},${key}`;
}

async function settled(props: Part["props"]): Promise<Part["props"]> {
  const values = await Promise.all(Object.values(props));
  return Object.fromEntries(Object.keys(props).map((name, index) => [name, values[index]]));
}

function keyed(part: Part, props: unknown, path: string | null, implicit: boolean): unknown {
  const key = keyAt(path, part.key);
  const made = props === part.props && key === part.key ? part : { ...part, key, props };
  return implicit && key !== null ? [made] : made;
}

function fragment(children: unknown, path: string | null, implicit: boolean): unknown {
  if (path === null) return children;
  const made = { $$typeof: ELEMENT, type: FRAGMENT, key: path, ref: null, props: { children } };
  return implicit ? [made] : made;
}

// A synchronous throw would leave the siblings' rejections unhandled.
function attempt(work: (value: unknown, path: null, implicit: false) => unknown, value: unknown): unknown {
  try {
    return work(value, null, false);
  } catch (error) {
    return Promise.reject(error);
  }
}

function after(value: unknown, next: (settled: never) => unknown): unknown {
  return value instanceof Promise ? value.then(next as (settled: unknown) => unknown) : next(value as never);
}

function isThenable(value: unknown): value is Promise<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}
