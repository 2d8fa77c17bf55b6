import type { ReactNode } from "react";

/** Values that JSON tells apart. */
type Plain<V> = V extends string | number | boolean | null | undefined
  ? V
  : V extends (...args: never[]) => unknown
    ? never
    : { [Name in keyof V]: Plain<V[Name]> };

const components = new WeakMap<object, number>();
let last = 0;

/**
 * A server component that is made once for a domain, a language and its props. It sees nothing else: of `edge()` only
 * `domain`, `settings`, `language` and `t`.
 */
export function kept<P>(component: (props: P & Plain<P>) => ReactNode): (props: P & Plain<P>) => ReactNode {
  components.set(component, ++last);
  return component;
}

export function keptId(component: object): number | undefined {
  return components.get(component);
}
