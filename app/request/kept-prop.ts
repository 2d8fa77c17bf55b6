import { type Edge, edge, withEdge } from "#worker/server/edge/edge.ts";
import type { Plain } from "./kept.ts";

type Shared = Pick<Edge, "domain" | "settings" | "language" | "t">;

interface Part {
  id: number;
  payload?: string;
}

const parts = new WeakMap<object, Part>();
let last = 0;

/** A prop of islands, such as their texts. It is made like a `kept` component, and islands must not change it. */
export function keptProp<T extends object>(make: (shared: Shared) => T & Plain<T>): () => T {
  const made = new WeakMap<Edge["domain"], WeakMap<Edge["t"], T>>();
  return () => {
    const { domain, settings, language, t } = edge();
    const ofDomain = made.get(domain) ?? new WeakMap<Edge["t"], T>();
    made.set(domain, ofDomain);
    const known = ofDomain.get(t);
    if (known) return known;
    const shared = { domain, settings, language, t };
    const prop = withEdge(shared as Edge, () => make(shared));
    keepPlain(prop);
    ofDomain.set(t, prop);
    return prop;
  };
}

/** The number of a kept prop or of an object in it, and its payload. */
export function keptPart(value: object): Part | undefined {
  return parts.get(value);
}

/** Freezes an object that is for everybody. */
export function keepPlain<T extends object>(value: T): T {
  keep(value);
  return value;
}

function keep(value: unknown): void {
  if (typeof value === "function" || typeof value === "symbol") throw new TypeError(`a ${typeof value} in a kept prop`);
  if (typeof value !== "object" || value === null) return;
  const plain = Array.isArray(value) || (Object.getPrototypeOf(value) === Object.prototype && !("$$typeof" in value));
  if (!plain) throw new TypeError("a kept prop that is not plain");
  for (const part of Object.values(value)) keep(part);
  parts.set(Object.freeze(value), { id: ++last });
}
