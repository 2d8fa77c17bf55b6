import { beforeAll, expect, test } from "vitest";
import { INTERESTS, INTIMATE, type Interest } from "#db/schema/interests.ts";
import { AVAILABLE, type Translate, translator } from "#locales/index.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { firstLinesOf } from "./first-lines.ts";
import { firstLine, isFirstLine } from "./first-lines.vocabulary.ts";
import { isIntimate } from "./interests.vocabulary.ts";
import { PROMPTS } from "./prompts.vocabulary.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const SETTINGS = {
  ...{ intimate_interests: null, niche: 1 },
  ...{ visible_profile_fields: ["interests"], visible_profile_notes: ["about", "prompts"] },
};
let t: Translate;
beforeAll(async () => {
  t = await translator("en");
});

interface Other {
  id?: string;
  interests?: Interest[];
  prompts?: string[];
  photo?: boolean;
  begun?: boolean;
}

function linesFor({ id = "ben", interests = [], prompts = [], photo = false, begun = false }: Other, now = NOON, settings = {}) {
  const profile = { country: "NL", interests: ["coffee", "wine", "sex", "hiking", "music"] };
  const domain = { settings: { ...SETTINGS, ...settings } };
  const ctx = { viewer: { id: "ann", profile }, domain, now, t } as unknown as MemberContext;
  const card = { id, interests, mainPhoto: photo ? "key" : null };
  const answers = prompts.map((question) => ({ question, answer: "…" }));
  return firstLinesOf(ctx, { card, prompts: answers, conversation: begun ? {} : null });
}
const codesFor = (...of: Parameters<typeof linesFor>) => linesFor(...of).map(({ code }) => code);

test("lines about the other come first: what both like, what the other answered, then the photo, then those for everybody", () => {
  const codes = codesFor({ interests: ["coffee", "wine", "tea"], prompts: ["laugh"], photo: true });
  expect(codes.slice(0, 3).toSorted()).toEqual(["interest-coffee", "interest-wine", "prompt-laugh"]);
  expect(codes.slice(3, 6).toSorted()).toEqual(["photo-1", "photo-2", "photo-3"]);
  expect(codes.slice(6).toSorted()).toEqual(["1", "2", "3", "4", "5", "6"]);
  expect(codesFor({}).toSorted()).toEqual(["1", "2", "3", "4", "5", "6"]);
});

test("no line names an intimate interest, also where the domain shows them, and none what the domain hides", () => {
  const both = { interests: ["sex", "coffee"] as Interest[], prompts: ["laugh", "a_question_of_an_upstream"] };
  for (const settings of [{}, { intimate_interests: "open" }])
    expect(codesFor(both, NOON, settings).slice(0, 2).toSorted()).toEqual(["interest-coffee", "prompt-laugh"]);
  expect(codesFor(both, NOON, { visible_profile_fields: [], visible_profile_notes: [] })).toHaveLength(6);
  expect(codesFor({ ...both, begun: true })).toEqual([]);
});

test("of a day and a pair there is one order without a repeat; another day begins with others, another member differs", () => {
  const many = {
    interests: ["coffee", "wine", "hiking", "music"] as Interest[],
    prompts: ["laugh", "travel", "idol"],
    photo: true,
  };
  const today = codesFor(many);
  expect(new Set(today).size).toBe(today.length);
  expect(today).toHaveLength(12);
  expect(codesFor(many, NOON + 9 * HOUR)).toEqual(today);
  const tomorrow = codesFor(many, NOON + DAY);
  expect(tomorrow.slice(0, 3).filter((code) => today.slice(0, 3).includes(code))).toEqual([]);
  expect(tomorrow.slice(0, 7).toSorted()).toEqual(today.slice(0, 7).toSorted());
  const orders = new Set(["ben", "cai", "dan", "eva"].map((id) => codesFor({ ...many, id }).join()));
  expect(orders.size).toBeGreaterThan(1);
});

test.each(AVAILABLE)(
  "%s has a line of its own for each everyday interest and prompt, that asks and fits two rows",
  async (tag) => {
    const said = await translator(tag);
    const everyday = INTERESTS.filter((code) => !isIntimate(code));
    const codes = [...everyday.map((code) => `interest-${code}`), ...PROMPTS.map((id) => `prompt-${id}`)];
    expect(codes).toHaveLength(37 + 31);
    const lines = [...codes, "photo-1", "photo-2", "photo-3"].map((code) => firstLine(said, code) ?? "");
    expect(new Set(lines).size).toBe(lines.length);
    for (const line of lines) {
      expect(line).toMatch(/[?]/);
      expect(line.length, line).toBeLessThanOrEqual(80);
      expect(isFirstLine(said, line)).toBe(true);
    }
    for (const code of [...INTIMATE.map((one) => `interest-${one}`), "prompt-", "7", "others", "photo-__proto__"])
      expect(firstLine(said, code), code).toBeNull();
  },
);
