import { expect, test } from "vitest";
import { counted } from "./counted.ts";

const POLISH = { one: "{{count}} czat", few: "{{count}} czaty", many: "{{count}} czatów", other: "{{count}} czatu" };

test("a count chooses its form and its digits, also after a thousand others", () => {
  const shown = () => [1, 3, 12, 1234, 12_345, 1.5].map((count) => counted(POLISH, count, "pl").replace(/\s/g, " "));
  const expected = ["1 czat", "3 czaty", "12 czatów", "1234 czaty", "12 345 czatów", "1,5 czatu"];
  expect(shown()).toEqual(expected);
  for (let count = 0; count <= 1100; count++) counted(POLISH, count, "pl");
  expect(shown()).toEqual(expected);
});

test("languages do not share what they know of a number, nor texts", () => {
  expect(counted({ one: "{{count}} chat", other: "{{count}} chats" }, 1234, "en")).toBe("1,234 chats");
  expect(counted({ other: "{{count}} chats" }, 1234, "nl")).toBe("1.234 chats");
  expect(counted({ other: "{{count}} Chats" }, 1234, "nl")).toBe("1.234 Chats");
  expect(counted({}, 1, "en")).toBe("");
});
