import { expect, test } from "vitest";
import { classNameOf } from "./class-names.ts";

const [card, menu] = ["card", "menu"].map((file) => `${import.meta.dirname}/../app/ui/${file}.module.css`) as [string, string];

test("classes of one name differ by their files, and are equal in each part of a build", () => {
  const name = classNameOf("text", card);
  expect(name).toMatch(/^[B-Z][A-Za-z0-9]{3}$/);
  expect(classNameOf("text", `${card}?direct`)).toBe(name);
  expect(classNameOf("text", menu)).not.toBe(name);
});

test("a file with many classes gives each a name of its own", () => {
  const names = Array.from({ length: 200 }, (_, index) => `name${index}`);
  const made = names.map((name) => classNameOf(name, card));
  expect(new Set([...made, classNameOf("text", card)]).size).toBe(names.length + 1);
  expect(names.map((name) => classNameOf(name, `${card}?used`))).toEqual(made);
});

test("two files whose names begin alike are refused", () => {
  const many = Array.from({ length: 3000 }, (_, index) => `${import.meta.dirname}/../app/many/${index}.module.css`);
  expect(() => many.map((file) => classNameOf("text", file))).toThrow("rename one of the files");
});
