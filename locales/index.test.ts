import { expect, test, vi } from "vitest";
import { isolated, isolating, translator } from "./index.ts";

const t = await translator("en");
const polish = await translator("pl");

test("a text takes the values of each call, as they are", () => {
  const title = (name: string) => t("likes.dialog.like", { name });
  expect(title("Anna")).toBe(title("{{name}}").replace("{{name}}", "Anna"));
  expect(title("Anna")).toContain("Anna");
  for (const name of ["{{name}}", "$& $1", "\0name\0", ""]) expect(title(name)).toBe(title("Anna").split("Anna").join(name));
  expect(t("likes.dialog.like")).toBe(title(""));
});

test("a name written from right to left is isolated in titles, mails and push messages, and no other one is", () => {
  const title = (name: string) => t("members.profile.title", { name: isolated(name), age: 36 });
  expect([title("שירה"), title("سارة"), title("Anna")]).toEqual(["\u2068שירה\u2069, 36", "\u2068سارة\u2069, 36", "Anna, 36"]);
  const safe = isolating(polish);
  expect(safe("members.profile.title", { name: "שירה", age: 36 })).toBe(
    polish("members.profile.title", { name: isolated("שירה"), age: 36 }),
  );
  expect(safe("members.profile.title", { name: "Anna", age: 36 })).toBe(
    polish("members.profile.title", { name: "Anna", age: 36 }),
  );
  expect(safe.language).toBe("pl");
});

test("a count chooses the plural form, also after a thousand other counts", () => {
  const forms = polish.forms("chat.over");
  const shown = (count: number) => polish("chat.over", { count });
  const inForm = (form: string, count: number) => forms[form]?.replace("{{count}}", String(count));
  for (let count = 0; count <= 1100; count++) shown(count);
  for (const count of [1, 1, 2, 5, 22, 1101, 1102, 1105, 1122]) {
    expect(shown(count)).toBe(inForm(new Intl.PluralRules("pl").select(count), count));
  }
  expect(new Set(["one", "few", "many"].map((form) => forms[form])).size).toBe(3);
});

test("a count is looked up once", () => {
  const select = vi.spyOn(Intl.PluralRules.prototype, "select");
  const texts = [t("chat.over", { count: 7 }), t("chat.over", { count: 7 }), t("nav.unread", { count: 7 })];
  expect(new Set(texts).size).toBe(2);
  expect(select).toHaveBeenCalledTimes(1);
  select.mockRestore();
});

test("a key built from data that no text has gives nothing", () => {
  expect(t("no.such.text" as never)).toBe("");
  expect(t("no.such.text" as never, { name: "Anna" })).toBe("");
});
