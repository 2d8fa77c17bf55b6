import type { RawInput } from "#worker/platform/call.ts";
import type { CallName, CallOf } from "#worker/server/calls.ts";
import { pageEdge } from "#worker/server/edge/edge.ts";

/** A call that a route's loader makes, with equal input. */
type Prefetch = { [N in CallName]: readonly [name: N, input: RawInput<CallOf<N>>] }[CallName];

type Params = Record<string, string | undefined>;
type Loader<P, T> = (args: { params: P }) => Promise<T>;

/** A loader whose calls are read together with the session: one round trip less. The calls' contracts say `prefetch`. */
export function prefetching<P extends Params, T>(prefetch: (params: P) => Prefetch[], loader: Loader<P, T>): Loader<P, T> {
  return Object.assign(loader, { prefetch });
}

/** Before the loaders of a page run: names the calls that they will make, then reads the account's language. */
export async function beforeLoaders(levels: { params: Params; exports: { loader?: unknown } }[]): Promise<void> {
  const current = pageEdge();
  if ("staff" in current) return;
  if (current.method === "GET" && current.session) {
    for (const { params, exports } of levels) {
      const { prefetch } = (exports.loader ?? {}) as { prefetch?: (params: Params) => Prefetch[] };
      for (const [name, input] of prefetch?.(params) ?? []) current.prefetchRows(name, input);
    }
  }
  await current.settleLanguage();
}
