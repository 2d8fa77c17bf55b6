import { expect, test } from "vitest";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { beforeLoaders, prefetching } from "./prefetch.ts";

const LEVELS = [
  { params: {}, exports: {} },
  {
    params: { id: "ann" },
    exports: {
      loader: prefetching(
        ({ id }) => [["member", { id: String(id) }]],
        async () => null,
      ),
    },
  },
];

async function asked(changed: Partial<Edge>) {
  const order: unknown[] = [];
  const edge = {
    method: "GET",
    session: { memberId: "bea" },
    prefetchRows: (name: string, input: unknown) => void order.push([name, input]),
    settleLanguage: async () => void order.push("language"),
    ...changed,
  } as unknown as Edge;
  await withEdge(edge, () => beforeLoaders(LEVELS));
  return order;
}

test("a loader's calls are named before the session is read", async () => {
  expect(await asked({})).toEqual([["member", { id: "ann" }], "language"]);
});

test("a visitor and a form have nothing read with a session", async () => {
  for (const changed of [{ session: null }, { method: "POST" }, { method: "HEAD" }])
    expect(await asked(changed)).toEqual(["language"]);
});
