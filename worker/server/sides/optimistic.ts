import { AppError } from "#worker/platform/errors.ts";

interface Deps<C> {
  /** The viewer as D1 has it now. */
  current(): Promise<C>;
  /** The viewer as this isolate has it in its cache; null without an entry. */
  cached(): Promise<C | null>;
}

/**
 * Optimistic lock of calls whose contract says `cachedFacts`: they run on cached facts, and their write compares these with D1.
 * A refusal by cached facts is no answer: the call repeats on current ones. Decision 71.
 */
export function createOptimistic<C extends { cachedFacts?: true }>({ current, cached }: Deps<C>) {
  function contextAfter(error: unknown): Promise<C> {
    if (!(error instanceof AppError)) throw error;
    return current();
  }

  return {
    /** `admit` checks the caller. */
    async context<A extends C>(call: { cachedFacts?: true }, admit: (ctx: C) => Promise<A>): Promise<A> {
      const found = call.cachedFacts ? await cached() : null;
      if (!found) return admit(await current());
      return admit(found).catch(async (error: unknown) => admit(await contextAfter(error)));
    },

    /** Runs the rule, which writes nothing if it refuses. */
    async run<A extends C, T>(ctx: A, rule: (ctx: A) => Promise<T>, admit: (ctx: C) => Promise<A>): Promise<T> {
      if (!ctx.cachedFacts) return rule(ctx);
      return rule(ctx).catch(async (error: unknown) => rule(await admit(await contextAfter(error))));
    },
  };
}
