import { beforeEach, expect, test } from "vitest";
import type { TrustedList } from "./eu/trust.ts";
import type { KeptList } from "./list.store.ts";
import { createAgeList, listAddressOf, mustNotBeOlder } from "./list.ts";
import { LOCAL_LIST } from "./local-list.ts";

const NOW = Date.parse("2026-11-29T12:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const address = { url: "https://lists.example/av.xml", signers: ["ab"] };
const listOf = (change: Partial<TrustedList>): TrustedList => ({
  ...LOCAL_LIST,
  source: address.url,
  read: new Date(NOW).toISOString(),
  nextUpdate: new Date(NOW + 30 * 24 * HOUR).toISOString(),
  ...change,
});

let kept: KeptList;
let asked: number;
let answer: () => Response;

const store = {
  read: async () => kept,
  keep: async (next: KeptList) => {
    kept = next;
  },
};
const fetched = (async () => {
  asked++;
  return answer();
}) as unknown as typeof fetch;
const list = createAgeList({ store, address, fallback: null, fetch: fetched });

beforeEach(() => {
  kept = { list: null };
  asked = 0;
  answer = () => new Response("no list", { status: 503 });
});

test("a server that is down is asked again after 15 minutes, and the failure stays on the status page until then", async () => {
  await expect(list.sweep(NOW)).rejects.toMatchObject({ code: "age_list_unreachable" });
  for (const minute of [1, 7, 14])
    await expect(list.sweep(NOW + minute * MINUTE)).rejects.toMatchObject({ code: "age_list_unreachable" });
  expect(asked).toBe(1);
  answer = () => new Response("{}");
  await expect(list.sweep(NOW + 15 * MINUTE)).rejects.toMatchObject({ code: "age_list_unreadable" });
  expect(asked).toBe(2);
});

test("a stored list is read again after twelve hours, and stays while a newer one cannot be read", async () => {
  const first = listOf({});
  kept = { list: first };
  await list.sweep(NOW + 11 * HOUR);
  expect(asked).toBe(0);
  await expect(list.sweep(NOW + 12 * HOUR)).rejects.toMatchObject({ code: "age_list_unreachable" });
  expect(await list.read()).toEqual(first);
});

test("a list of another address is replaced at once; without an address nothing is asked", async () => {
  kept = { list: listOf({ source: "a file" }) };
  await expect(list.sweep(NOW)).rejects.toThrow();
  expect(asked).toBe(1);
  kept = { list: null };
  await createAgeList({ store, address: null, fallback: null, fetch: fetched }).sweep(NOW);
  expect(asked).toBe(1);
});

test("a list that is older than the stored one is refused, wherever that one came from", () => {
  for (const source of [address.url, "a file"]) {
    const kept_ = listOf({ source, sequence: 7 });
    expect(() => mustNotBeOlder({ sequence: 6 }, kept_)).toThrow("number 6");
    expect(() => mustNotBeOlder({ sequence: 7 }, kept_)).not.toThrow();
  }
  expect(() => mustNotBeOlder({ sequence: 6 }, null)).not.toThrow();
});

test.each([
  ["fresh", {}, true],
  ["fresh", { read: new Date(NOW - 7 * 24 * HOUR).toISOString() }, true],
  ["old", { read: new Date(NOW - 7 * 24 * HOUR - 1).toISOString() }, true],
  ["old", { nextUpdate: new Date(NOW + 1).toISOString(), read: new Date(NOW - 8 * 24 * HOUR).toISOString() }, true],
  ["expired", { nextUpdate: new Date(NOW).toISOString() }, false],
])("a list is %s with %j", async (state, change, usable) => {
  kept = { list: listOf(change) };
  expect(await list.report(NOW)).toMatchObject({ state, providers: 1 });
  expect(await list.usable(NOW)).toBe(usable);
});

test("without a list the EU proof is off; staff hear of it where an address is configured", async () => {
  expect(await list.usable(NOW)).toBe(false);
  expect(await list.report(NOW)).toMatchObject({ state: "none", source: address.url, issued: null });
  const none = createAgeList({ store, address: null, fallback: null, fetch: fetched });
  expect(await none.report(NOW)).toBeNull();
  const local = createAgeList({ store, address: null, fallback: LOCAL_LIST, fetch: fetched });
  expect([await local.usable(NOW), await local.read()]).toEqual([true, LOCAL_LIST]);
});

test("the address is that of the variables, its signers apart by spaces or commas", () => {
  expect(listAddressOf({})).toBeNull();
  expect(listAddressOf({ AGE_LIST_URL: "https://a.example", AGE_LIST_SIGNERS: "AA, BB\nCC" })).toEqual({
    url: "https://a.example",
    signers: ["AA", "BB", "CC"],
  });
});
