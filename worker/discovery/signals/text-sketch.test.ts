import { expect, test } from "vitest";
import { isSameText, keysOf, sketchOf } from "./text-sketch.ts";

const same = (one: string, other: string, names: [string, string] = ["Anna", "Ben"]) =>
  isSameText(sketchOf(one, names[0]), sketchOf(other, names[1]));

const OPENER = "Hi Anna, I saw your photo from the mountains. Shall we have a coffee this weekend?";

test.each([
  ["another name", "Hi Ben, I saw your photo from the mountains. Shall we have a coffee this weekend?"],
  ["other signs and case", "hi ANNA!!! i saw your photo from the mountains :-) shall we have a coffee this weekend 😘"],
  ["doubled letters", "Hiii Anna, I sawww your photo from the mountainssss. Shall we have a coffeeee this weekend?"],
  ["look-alike letters", "Hі Anna, I sаw yоur phоtо frоm thе mоuntаins. Shаll wе hаvе а cоffее this wееkеnd?"],
  ["characters that show nothing", [...OPENER].join("\u2060")],
  ["its letters apart", [...OPENER].join(".")],
  ["every third letter apart", OPENER.replace(/(\p{L}{3})/gu, "$1 ")],
  ["a number in front", "4711 Hi Anna, I saw your photo from the mountains. Shall we have a coffee this weekend?"],
  ["two other words", "Hey Anna, I saw your photo from the mountains. Shall we have a tea this weekend?"],
  ["an appended word", "Hi Anna, I saw your photo from the mountains. Shall we have a coffee this weekend? Zebra"],
])("an opener with %s is the same", (_, other) => {
  expect(same(OPENER, other)).toBe(true);
});

test.each([
  "Hi Anna, you play the cello? I have tried to learn it for years.",
  "Your answer about Sunday mornings made me laugh. Who makes the pancakes?",
  "Shall we go dancing on Friday?",
  "👋",
])("another opener is another text: %s", (other) => {
  expect(same(OPENER, other)).toBe(false);
});

test("short openers are compared too", () => {
  expect(same("Hi", "hi!!")).toBe(true);
  expect(same("👋", "👋👋")).toBe(true);
  expect(same("Hi", "Hello there")).toBe(false);
  expect(same("👋", "🌹")).toBe(false);
  expect(same("Anna", "Ben")).toBe(true);
});

test("a long opener has a sketch of bounded length", () => {
  expect(sketchOf("all the words of a long letter ".repeat(400), "Anna").length).toBeLessThanOrEqual(384);
});

const ABOUT = "I am a calm and honest engineer on a rig at sea, and I look for a woman who wants a true heart beside her.";

test.each([
  ["another name", `Mark here. ${ABOUT}`, "Mark"],
  ["one other word", ABOUT.replace("engineer", "captain"), ""],
  ["letters apart", [...ABOUT].join("."), ""],
  ["a sentence before", `What can I say about me? ${ABOUT}`, ""],
])("a long text with %s is found by a shared key", (_, other, name) => {
  const [one, two] = [keysOf(ABOUT, "Ann") ?? expect.unreachable(), keysOf(other, name) ?? expect.unreachable()];
  expect(one).toHaveLength(4);
  expect(one.some((key, index) => key === two[index])).toBe(true);
});

test("short texts have no keys, and other long texts have others", () => {
  expect(keysOf("I like to travel and to cook.", "Ann")).toBeNull();
  const other = keysOf("Two dogs, a garden that I neglect and a choir on Tuesdays: that is most of me, and there is room.", "");
  const own = keysOf(ABOUT, "Ann") ?? expect.unreachable();
  expect((other ?? expect.unreachable()).some((key, index) => key === own[index])).toBe(false);
});
