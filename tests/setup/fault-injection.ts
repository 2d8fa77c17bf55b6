import { inFull } from "./properties.ts";

export class InjectedFault extends Error {}

/** Proxies every function to fail once the counter is down, alternately before and after its work. */
export function withFaults<T extends object>(deps: T, counter: { left: number; taken: number }): T {
  return new Proxy(deps, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value === "object" && value !== null) return withFaults(value, counter);
      if (typeof value !== "function" || name === "originOf") return value;
      return async (...args: unknown[]) => {
        counter.taken += 2;
        if (counter.left-- === 0) throw new InjectedFault("before");
        const result: unknown = await (value as (...all: unknown[]) => unknown).apply(target, args);
        if (counter.left-- === 0) throw new InjectedFault("after");
        return result;
      };
    },
  });
}

/**
 * Numbers of the stops of `withFaults` that are asked: a fault after a call leaves what a fault before the next one leaves. `npm test`
 * stops once between two calls, and after the last one. `npm run proof` stops before and after each.
 */
export function stopsOf(total: number): number[] {
  const all = Array.from({ length: total }, (_, stop) => stop);
  const isAsked = (stop: number) => stop % 4 < 2 || stop === total - 1;
  return inFull(
    all.filter(isAsked),
    all.filter((stop) => !isAsked(stop)),
  );
}
