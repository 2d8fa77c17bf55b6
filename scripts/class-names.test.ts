import { expect, test } from "vitest";
import { classNameOf, prefixesOf } from "./class-names.ts";

const [card, menu] = ["card", "menu"].map((file) => `${import.meta.dirname}/../app/ui/${file}.module.css`) as [string, string];

test("classes of one name differ by their files, and are equal in each part of a build", () => {
  const name = classNameOf("text", card);
  expect(name).toMatch(/^[B-Z][A-Za-z0-9]{2}$/);
  expect(classNameOf("text", `${card}?direct`)).toBe(name);
  expect(classNameOf("text", menu)).not.toBe(name);
});

test("a file with many classes gives each a name of its own", () => {
  const names = Array.from({ length: 200 }, (_, index) => `name${index}`);
  const made = names.map((name) => classNameOf(name, card));
  expect(new Set([...made, classNameOf("text", card)]).size).toBe(names.length + 1);
  expect(names.map((name) => classNameOf(name, `${card}?used`))).toEqual(made);
});

test("files begin differently, and a new file moves no name of another folder's letter", () => {
  const files = Array.from({ length: 60 }, (_, index) => `app/${index % 6}/${index}.module.css`);
  const made = prefixesOf(files);
  expect(new Set(made.values()).size).toBe(files.length);
  const more = prefixesOf([...files, "app/0/!.module.css"]);
  const moved = files.filter((file) => more.get(file) !== made.get(file));
  expect(new Set(moved.map((file) => made.get(file)?.[0]))).toEqual(new Set([made.get("app/0/0.module.css")?.[0]]));
});

test("more files than signs, and a file from elsewhere, are refused", () => {
  const many = Array.from({ length: 63 }, (_, index) => `app/many/${index}.module.css`);
  expect(() => prefixesOf(many)).toThrow("too many CSS modules");
  expect(() => classNameOf("text", `${import.meta.dirname}/none.module.css`)).toThrow("no CSS module below app/");
});
