import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { hasKnownPlaceholders, readyFor } from "./canned.vocabulary.ts";

const { canned } = servicesOf(env);
let olga: StaffMemberContext;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields: [field] }: AppError) => (field ? `${field.field} ${field.code}` : code),
  );
const ANSWER = { id: "", version: 0, place: "complaint", language: "de", title: "Danke", text: "Danke. {{reference}}" } as const;
const answers = async () => (await canned.cannedAnswers()).answers;

beforeEach(async () => {
  await env.DB.exec("DELETE FROM canned_answers");
  olga = staffContext("operator", Date.now());
});

test("an answer gains a language, changes and loses one; the last language goes with the answer", async () => {
  const { id } = await canned.saveCannedAnswer(olga, ANSWER);
  await canned.saveCannedAnswer(olga, { ...ANSWER, id, version: 1, language: "en", text: "Thank you. {{reference}}" });
  expect(await answers()).toMatchObject([
    { id, version: 2, place: "complaint", texts: { de: "Danke. {{reference}}", en: "Thank you. {{reference}}" } },
  ]);
  await canned.saveCannedAnswer(olga, { ...ANSWER, id, version: 2, text: "" });
  expect((await answers())[0]?.texts).toEqual({ en: "Thank you. {{reference}}" });
  expect(await codeOf(canned.saveCannedAnswer(olga, { ...ANSWER, id, version: 3, language: "en", text: "" }))).toBe(
    "text required",
  );
  await canned.removeCannedAnswer(olga, { id });
  expect([await answers(), await codeOf(canned.removeCannedAnswer(olga, { id }))]).toEqual([[], "not_found"]);
  const { results } = await env.DB.prepare("SELECT action, reason FROM staff_audit WHERE object_id = ? ORDER BY id")
    .bind(id)
    .all();
  expect(results.map(({ action, reason }) => [action, reason])).toEqual([
    ["save answer", "de"],
    ["save answer", "en"],
    ["save answer", "de"],
    ["remove answer", null],
  ]);
});

test("a form of an earlier version changes nothing", async () => {
  const { id } = await canned.saveCannedAnswer(olga, ANSWER);
  const both = await Promise.all(
    ["One", "Two"].map((text) => codeOf(canned.saveCannedAnswer(olga, { ...ANSWER, id, version: 1, text }))),
  );
  expect(both.sort()).toEqual(["conflict", "done"]);
  expect(await codeOf(canned.saveCannedAnswer(olga, { ...ANSWER, id: "nobody" }))).toBe("not_found");
});

test("a placeholder that its place does not know is refused, in each language of the answer", async () => {
  for (const text of ["{{password}}", "{{ name", "{{name}} }}", "{{name}}"])
    expect(await codeOf(canned.saveCannedAnswer(olga, { ...ANSWER, text })), text).toBe("text invalid_format");
  const letter = { ...ANSWER, place: "letter", text: "Good day {{name}}, this is {{site}}." } as const;
  const { id } = await canned.saveCannedAnswer(olga, letter);
  const moved = { ...ANSWER, id, version: 1, language: "en", text: "Thanks." } as const;
  expect(await codeOf(canned.saveCannedAnswer(olga, moved)), "the German text has a name").toBe("text invalid_format");
  expect(hasKnownPlaceholders("report", "As {{site}} says")).toBe(true);
});

test("an answer is filled in the reader's language, else in English, which it says", () => {
  const all = [
    { id: "a", place: "letter", title: "A", texts: { de: "Hallo {{name}}", en: "Hello {{name}}" } },
    { id: "b", place: "letter", title: "B", texts: { en: "From {{site}}" } },
    { id: "c", place: "letter", title: "C", texts: { fr: "Bonjour" } },
    { id: "d", place: "report", title: "D", texts: { de: "Fall" } },
  ] as const;
  // A name may look like a placeholder, or like what a replacement reads as one.
  const values = { name: "$& {{site}}", site: "Gipfel" };
  expect(readyFor(all, { place: "letter", language: "de" }, values)).toEqual([
    { id: "a", title: "A", text: "Hallo $& {{site}}", instead: null },
    { id: "b", title: "B", text: "From Gipfel", instead: "en" },
  ]);
});
