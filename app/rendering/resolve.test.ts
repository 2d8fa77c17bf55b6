import { Fragment, createElement as h, memo, type ReactNode } from "react";
import { expect, test } from "vitest";
import type { Known, Reference } from "./references.ts";
import { resolve } from "./resolve.ts";
import { translate } from "./translate.ts";
import { Unresolvable } from "./unresolvable.ts";

const reference = (kind: string, id: string) =>
  Object.assign(() => Promise.reject(new Error("called")), {
    $$typeof: Symbol.for(`react.${kind}.reference`),
    $$id: id,
  }) as unknown as Reference;
const Island = reference("client", "island#Island") as never as (props: Record<string, unknown>) => ReactNode;
const Inner = reference("client", "inner#Inner") as never as typeof Island;
const Shown = () => null;
const Wrapped = memo(Shown);
const save = reference("server", "form#save") as never;

async function resolved(
  node: unknown,
  found = new Set<Reference>(),
): Promise<{ type: unknown; key: string | null; props: Record<string, never> }> {
  return (await resolve(node, found)) as never;
}

test("a tree without components is the same object, not a copy", async () => {
  const tree = h("ul", null, h("li", null, "a"), [h("li", { key: 1 }, "b")], null, false, 3);
  expect(await resolve(tree, new Set())).toBe(tree);
});

test("each component is called once, those beside each other at the same time", async () => {
  const both = Promise.withResolvers<void>();
  let calls = 0;
  async function slow({ name }: { name: string }) {
    // One after the other, the first would wait for ever.
    if (++calls === 2) both.resolve();
    await both.promise;
    return h("b", null, name);
  }
  const tree = await resolved(h("p", null, h(slow as never, { name: "a" }), h("i", null, h(slow as never, { name: "b" }))));
  expect(calls).toBe(2);
  expect(tree.props.children).toMatchObject([
    { type: "b", props: { children: "a" } },
    { type: "i", props: { children: { type: "b", props: { children: "b" } } } },
  ]);
});

// The browser decodes its tree from flight: with other keys, later payloads would remount elements.
test("keys are those of React's flight encoder", async () => {
  const one = ({ children }: { children?: ReactNode }) => h("li", { key: "own" }, children);
  const plain = () => h("li");
  const many = () => [h("li", { key: "a" }), h("li", { key: "b" })];
  const list = (
    await resolved(h("ul", null, h(one, { key: "k" }), h(plain, { key: "p" }), h(many as never, { key: "m" }), h(one)))
  ).props.children as never as {
    key: string;
    type: unknown;
  }[];
  expect(list[0]).toMatchObject({ type: "li", key: "k,own" });
  expect(list[1]).toMatchObject({ type: "li", key: "p" });
  expect(list[2]).toMatchObject({ type: Fragment, key: "m" });
  // A component without a key must not let its element's key escape into the list around it.
  expect(list[3]).toMatchObject([{ type: "li", key: "own" }]);
});

test("references are collected and stay; what a client component gets is resolved deeply", async () => {
  const word = () => "word";
  const found = new Set<Reference>();
  const tree = await resolved(
    h(
      "div",
      null,
      h(Island, { label: h(word), deep: { list: [h(word, { key: "w" })] }, send: save }),
      h("form", { action: save }),
    ),
    found,
  );
  expect([...found].map((one) => one.$$id)).toEqual(["island#Island", "form#save"]);
  const [island] = tree.props.children as never as { type: unknown; props: object }[];
  expect(island).toMatchObject({ type: Island, props: { label: "word", deep: { list: ["word"] }, send: save } });
  expect(tree.props.children).toMatchObject([{ type: Island }, { props: { action: save } }]);
});

test("references are shown as what stands for them in HTML", async () => {
  const page = h(
    "div",
    null,
    h(Island, { send: save, side: h(Inner) }),
    h("form", { action: save }, h("input", { formAction: save, type: "submit" })),
  );
  const client = (of: unknown, component: unknown) => [of as Reference, { value: component, component }] as const;
  const known: Known = new Map([client(Island, Wrapped), client(Inner, Shown), client(save, "saves")]);
  expect(translate(await resolve(page, new Set()), known, () => "")).toMatchObject({
    props: {
      children: [
        { type: Wrapped, props: { send: "saves", side: { type: Shown } } },
        { props: { action: "saves", children: { props: { formAction: "saves" } } } },
      ],
    },
  });
});

test("elements that React would refuse, or that only React knows, are left to React", async () => {
  const fails = (node: unknown) => expect((async () => resolve(node, new Set()))()).rejects.toBeInstanceOf(Unresolvable);
  await fails(h(Island, { onClick: () => {} }));
  await fails(h(Island, { map: new Map() }));
  await fails(h("form", { action: () => {} }));
  await fails(new Set(["a"]));
});

test("a failure beside others that wait leaves none of them unheard", async () => {
  const late = async () => {
    await Promise.resolve();
    throw new Error("late");
  };
  const early = () => {
    throw new Error("early");
  };
  await expect(resolved(h("p", null, h(late as never), h(early)))).rejects.toThrow(/early|late/);
});
