import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { AppError } from "#worker/lib/errors.ts";
import { counted } from "./counted.ts";

export interface Work {
  /** Round trips to D1. */
  trips: number;
  /** Calls of the counters' objects and of the members' objects. */
  limits: number;
  inboxes: number;
  /** Messages put into the queue. */
  queued: number;
  /** Keyed hashes: every password that is hashed or compared begins with one, and every counter's name is one. */
  hashes: number;
}

/** An environment that adds up what a rule asks of it until its answer is there. */
export function working() {
  const d1 = counted(env.DB);
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

/** A namespace whose objects tell when they are called. */
function calling<T extends object>(namespace: T, called: () => void): T {
  return calls(namespace, (name, result) =>
    /^get(ByName)?$/.test(name) ? calls(result as object, () => void called()) : result,
  ) as T;
}

/** The same object, whose methods answer what `seen` makes of their answer. */
function calls(target: object, seen: (name: string, result: unknown) => unknown): object {
  return new Proxy(target, {
    get(_, name) {
      const methods = target as Record<string, (...args: unknown[]) => unknown>;
      return (...args: unknown[]) => {
        // Not by `apply`: a method of a remote object takes that for one more of its own.
        const result = methods[String(name)]?.(...args);
        return seen(String(name), result) ?? result;
      };
    },
  });
}
