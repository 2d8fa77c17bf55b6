import type { ReactNode } from "react";

/** Values that JSON tells apart. */
export type Plain<V> = V extends string | number | boolean | null | undefined
  ? V
  : V extends (...args: never[]) => unknown
    ? never
    : { [Name in keyof V]: Plain<V[Name]> };

export interface Mark {
  id: number;
  texts: Map<string, number>;
  props: Map<string, number>;
}

export const MOST_PROPS = 30;

const components = new WeakMap<object, Mark>();
let last = 0;

/**
 * A server component that is made once for a domain, a language and its props. It sees nothing else: of `edge()` only
 * `domain`, `settings`, `language` and `t`.
 *
 * Props named in `texts` are inserted for each request and never kept. The component places them, but reads none.
 */
export function kept<P>(
  component: (props: P & Plain<P>) => ReactNode,
  texts: readonly (keyof P & string)[] = [],
): (props: P & Plain<P>) => ReactNode {
  if (texts.length > MOST_PROPS) throw new RangeError("too many texts");
  const places = texts.map((name, index) => [name, index] as const);
  components.set(component, { id: ++last, texts: new Map(places), props: new Map(places) });
  return component;
}

export function keptMark(component: object): Mark | undefined {
  return components.get(component);
}
