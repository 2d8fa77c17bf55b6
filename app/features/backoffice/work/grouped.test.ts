import { expect, test } from "vitest";
import { grouped } from "./grouped.ts";
import type { Choice, QueueItem } from "./queue-items.ts";

const item = (id: string, member: string, thing: string, decision: string | null = null): QueueItem => ({
  ...{ id, member, thing, decision, label: id, who: id, why: "", face: null, due: "", body: null, person: null },
});
const choice = (decision: string, follows?: "member" | "thing"): Choice => ({
  ...{ decision, key: "", label: "", done: "", reasons: [], ...(follows && { follows }) },
});
const CHOICES = [choice("ban", "member"), choice("removed", "thing"), choice("other")];
const shown = (items: QueueItem[]) => grouped(items, CHOICES).map(({ id, decision, lead }) => [id, decision, lead]);

test("reports about one member stand together, in the order of the first", () => {
  const items = [item("1", "ben", "x"), item("2", "eva", "y"), item("3", "ben", "z")];
  expect(shown(items).map(([id]) => id)).toEqual(["1", "3", "2"]);
});

test("what waits follows a decision about its member or its thing, and no other", () => {
  const others = [item("2", "ben", "x"), item("3", "ben", "y"), item("4", "eva", "x2")];
  const after = (decision: string) => shown([item("1", "ben", "x", decision), ...others]).slice(1);
  expect(after("ban")).toEqual([
    ["2", "ban", "1"],
    ["3", "ban", "1"],
    ["4", null, undefined],
  ]);
  expect(after("removed")).toEqual([
    ["2", "removed", "1"],
    ["3", null, undefined],
    ["4", null, undefined],
  ]);
  expect(after("other").map(([, decision]) => decision)).toEqual([null, null, null]);
});
