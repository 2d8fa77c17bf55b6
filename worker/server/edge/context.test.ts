import { expect, test } from "vitest";
import { type Contexts, type Current, createContexts } from "./context.ts";

test("a session that begins or ends drops what was prefetched with the one before", () => {
  for (const session of [{ started: `bea.${"x".repeat(43)}` }, { ended: null }] as const) {
    const prefetching = {
      prefetches: new Map([["chats {}", [{}]]]),
      prefetched: { memberId: "ann", rows: new Map([["likes {}", [[]]]]) },
    };
    const current = { session: null, counters: {}, ...prefetching } as unknown as Current;
    const viewers = { current: async () => null, forget() {}, recheck: () => false };
    const contexts: Contexts = createContexts({} as never, current, { viewers } as never);
    contexts.apply({ counters: {} });
    expect(current).toMatchObject(prefetching);
    contexts.apply({ session });
    expect(current).toMatchObject({ prefetches: new Map(), prefetched: null });
  }
});
