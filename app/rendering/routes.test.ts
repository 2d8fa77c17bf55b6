import {
  createStaticHandler,
  data,
  type unstable_RSCRouteConfigEntry as RouteEntry,
  type RouteObject,
  redirect,
  redirectDocument,
  replace,
} from "react-router";
import { expect, test } from "vitest";
import { checkedRoutes, createRoutes } from "./routes.ts";

const Page = () => null;
const Boundary = () => null;

type Exports = Awaited<ReturnType<NonNullable<RouteEntry["lazy"]>>>;

interface Own {
  root?: Exports;
  member?: Exports;
}

function entries(exports: Own): RouteEntry[] {
  const lazy = (own: Exports = {}) => {
    return async () => ({ Component: Page, HydrateFallback: undefined, ...own }) as Exports;
  };
  return checkedRoutes([
    {
      id: "root",
      path: "",
      lazy: lazy({ ErrorBoundary: Boundary, ...exports.root }),
      children: [
        { id: "index", index: true, lazy: lazy() },
        { id: "member", path: "members/:id", lazy: lazy(exports.member) },
      ],
    },
  ]);
}

function routes(exports: Own = {}) {
  return createRoutes(entries(exports), async () => {});
}

/** A loader that fails a moment later. */
const failing = (failure: unknown) => async () => {
  await Promise.resolve();
  throw failure;
};

test("a page gets the parameters of its path and what its own loader found", async () => {
  const load = routes({ root: { loader: () => "all" }, member: { loader: ({ params }) => `found ${params.id}` } });
  for (const path of ["/members/a%20b", "/members/a%20b/"]) {
    const { statusCode, payload } = await load(path);
    if (payload.type !== "render") expect.unreachable(payload.type);
    expect([statusCode, payload.errors, payload.matches.map(({ id }) => id)]).toEqual([200, null, ["root", "member"]]);
    const props = payload.matches.map(({ element }) => (element as never as { props: Record<string, never> }).props.children);
    expect(props).toMatchObject([
      { type: Page, props: { loaderData: "all", params: { id: "a b" } } },
      { type: Page, props: { loaderData: "found a b", params: { id: "a b" } } },
    ]);
  }
});

test("a file is loaded once, and the loaders of all levels run at the same time", async () => {
  const both = Promise.withResolvers<void>();
  let [calls, loads] = [0, 0];
  async function loader() {
    // One after the other, the first would wait for ever.
    if (++calls === 2) both.resolve();
    await both.promise;
  }
  const lazy = async () => {
    loads++;
    return { Component: Page, loader };
  };
  const load = createRoutes([{ id: "root", path: "", lazy, children: [{ id: "index", index: true, lazy }] }], async () => {});
  await load("/");
  await load("/");
  expect([calls, loads]).toEqual([4, 2]);
});

test("no loader runs before what must come first, on unknown paths too", async () => {
  const order: string[] = [];
  const found = entries({ root: { loader: () => void order.push("root") }, member: { loader: () => void order.push("member") } });
  const load = createRoutes(found, async (levels) => {
    await Promise.resolve();
    order.push(levels.map(({ params }) => params.id ?? "-").join(" "));
  });
  await load("/members/ann");
  await load("/nothing/here");
  expect(order).toEqual(["ann ann", "root", "member", "-"]);
});

test("an unknown path is a 404 that asks no loader", async () => {
  const load = routes({ root: { loader: () => expect.unreachable() } });
  const { statusCode, payload } = await load("/nothing/here");
  expect([statusCode, payload]).toMatchObject([404, { type: "render", errors: { root: { code: "not_found" } } }]);
});

test("a redirect of any loader goes before an error of another", async () => {
  const load = routes({
    root: { loader: failing(new Error("broken")) },
    member: { loader: failing(redirect("/login?next=%2F")) },
  });
  const { statusCode, payload } = await load("/members/1");
  expect([statusCode, payload]).toEqual([
    202,
    { type: "redirect", status: 302, location: "/login?next=%2F", reload: false, replace: false },
  ]);
});

test("of two errors the outermost decides the status", async () => {
  const [outer, inner] = [data({ message: "no" }, { status: 403 }), new Error("broken")];
  for (const [first, second, status] of [
    [outer, inner, 403],
    [inner, outer, 500],
  ] as const) {
    const load = routes({ root: { loader: failing(first) }, member: { loader: failing(second) } });
    const { statusCode, payload } = await load("/members/1");
    if (payload.type !== "render") expect.unreachable(payload.type);
    expect([statusCode, payload.errors?.root]).toEqual([status, first]);
    expect(payload.matches[0]?.errorElement).toMatchObject({ props: { children: { type: Boundary } } });
  }
});

test.each([
  ["redirectDocument", redirectDocument, { reload: true, replace: false }],
  ["replace", replace, { reload: false, replace: true }],
] as const)("the browser learns what %s asks of it", async (_, made, asked) => {
  const { payload } = await routes({ member: { loader: failing(made("/login")) } })("/members/1");
  expect(payload).toEqual({ type: "redirect", status: 302, location: "/login", ...asked });
});

const cookie = { headers: { "set-cookie": "a=b" } };

test.each([
  ["a response", () => new Response("found")],
  ["a redirect that is returned", () => redirect("/login")],
  ["a value with a status", () => data("found", { status: 201 })],
  ["a redirect that sets a cookie", failing(redirect("/login", cookie))],
  ["a failure that sets a cookie", failing(data(null, { status: 403, ...cookie }))],
  ["a thrown response that sets a cookie", failing(new Response("no", { status: 403, ...cookie }))],
])("%s of a loader, which only React Router obeys, fails the page", async (_, loader) => {
  await expect(routes({ member: { loader } })("/members/1")).rejects.toThrow(/^member .* loader/);
  await expect(routes({ root: { loader: failing(redirect("/login")) }, member: { loader } })("/members/1")).rejects.toThrow(
    /^member/,
  );
});

test("a thrown response may have a text, which nobody sees", async () => {
  const { statusCode } = await routes({ member: { loader: failing(new Response("no", { status: 403 })) } })("/members/1");
  expect(statusCode).toBe(403);
  const redirecting = new Response("moved", { status: 303, headers: { location: "/login" } });
  const { payload } = await routes({ member: { loader: failing(redirecting) } })("/members/1");
  expect(payload).toMatchObject({ type: "redirect", status: 303, location: "/login" });
});

test("an export that only React Router obeys fails the page, also the one after a form", async () => {
  const own = { member: { headers: () => ({}) } };
  await expect(routes(own)("/members/1")).rejects.toThrow(/member .* headers/);
  // React Router answers forms.
  const after = await createStaticHandler(entries(own) as RouteObject[]).query(new Request("http://localhost/members/1"));
  if (after instanceof Response) expect.unreachable();
  expect(Object.values(after.errors ?? {})).toMatchObject([{ message: expect.stringMatching(/member .* headers/) }]);
});
