import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { AppError } from "#worker/platform/errors.ts";
import { countedD1 } from "./query-cost.ts";

export interface Work {
  /** Round trips to D1. */
  trips: number;
  /** Calls of rate limit and inbox objects. */
  limits: number;
  inboxes: number;
  /** Messages sent to the queue. */
  queued: number;
  /** HMACs: each password hash or comparison, and each counter name, needs one. */
  hashes: number;
}

/** An environment that counts what a rule uses until its response. */
export function countingEnvironment() {
  const d1 = countedD1(env.DB);
  const work = { limits: 0, inboxes: 0, queued: 0, hashes: 0 };
  const sign = vi.spyOn(crypto.subtle, "sign");
  const counting: Env = {
    ...env,
    DB: d1.db,
    LIMITS: calling(env.LIMITS, () => work.limits++),
    INBOX: calling(env.INBOX, () => work.inboxes++),
    MAIL_QUEUE: {
      ...env.MAIL_QUEUE,
      sendBatch: async () => void work.queued++,
    } as unknown as typeof env.MAIL_QUEUE,
  };
  return {
    env: counting,
    async during(act: () => Promise<unknown>): Promise<Work> {
      d1.take();
      sign.mockClear();
      Object.assign(work, { limits: 0, inboxes: 0, queued: 0 });
      await act().catch((error) => {
        if (!(error instanceof AppError)) throw error;
      });
      return { ...work, trips: d1.take().trips, hashes: sign.mock.calls.length };
    },
  };
}

/** A namespace that reports calls of its objects. */
function calling<T extends object>(namespace: T, called: () => void): T {
  return calls(namespace, (name, result) =>
    /^get(ByName)?$/.test(name) ? calls(result as object, () => void called()) : result,
  ) as T;
}

/** Wraps an object: `seen` may replace each method's result. */
function calls(target: object, seen: (name: string, result: unknown) => unknown): object {
  return new Proxy(target, {
    get(_, name) {
      const methods = target as Record<string, (...args: unknown[]) => unknown>;
      return (...args: unknown[]) => {
        // Not `apply`: on a remote stub it is treated as a remote method.
        const result = methods[String(name)]?.(...args);
        return seen(String(name), result) ?? result;
      };
    },
  });
}
