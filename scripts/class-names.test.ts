import { expect, test } from "vitest";
import { classNameOf } from "./class-names.ts";

test("classes of one name differ by their files, and are equal in each part of a build", () => {
  const [card, menu] = ["app/ui/card.module.css", "app/ui/menu.module.css"].map((file) => `${import.meta.dirname}/../${file}`);
  const name = classNameOf("text", card as string);
  expect(name).toMatch(/^text_[A-Za-z0-9]{4}$/);
  expect(classNameOf("text", `${card}?direct`)).toBe(name);
  expect(classNameOf("text", menu as string)).not.toBe(name);
});
