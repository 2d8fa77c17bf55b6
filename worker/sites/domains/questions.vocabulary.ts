import { z } from "zod";
import type { Language } from "#locales/languages.ts";
import { withTexts } from "./field-texts.vocabulary.ts";
import { ownText, type Part, partsOf, textProblems } from "./words.vocabulary.ts";

/** Part of a search term and of a JSON path. */
const id = z.string().regex(/^[a-z][a-z0-9_]{0,29}$/, "lower case letters, digits and underscores");
const choice = z.strictObject(
  withTexts(
    { id, name: ownText(40) },
    {
      id: ["Names the choice; never change it. An answer whose choice is gone is shown nowhere.", "lead"],
      name: ["The choice, by language.", { en: "Lead climbing", de: "Vorstieg" }],
    },
  ),
);
const question = z.strictObject(
  withTexts(
    {
      id,
      text: ownText(80),
      choices: z
        .array(choice)
        .min(2)
        .max(20)
        .refine((all) => new Set(all.map((one) => one.id)).size === all.length, "each id once"),
      search: z.boolean().default(false),
    },
    {
      id: ["Names the question; never change it. Domains of one pool share the answers of equal ids.", "climbing"],
      text: ["The question as a short label, by language.", { en: "Climbing", de: "Klettern" }],
      choices: ["Two to twenty answers, of which a member takes one or none.", [{ id: "lead", name: { en: "Lead climbing" } }]],
      search: "Whether members can search by it.",
    },
  ),
);

export const questionsSchema = z
  .array(question)
  .max(10)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, "each id once")
  .default([]);
export type Questions = z.output<typeof questionsSchema>;

/** Each text has all languages of the site, and no other. Questions that break the schema are read as far as they can be. */
export function questionProblems(questions: unknown, languages: readonly Language[]) {
  const named = (parts: Part[], name: string) => parts.flatMap(partsOf).filter(({ path }) => path.at(-1) === name);
  const all = partsOf({ path: [], value: questions });
  const texts = [...named(all, "text"), ...named(named(all, "choices").flatMap(partsOf), "name")];
  return texts.flatMap(({ path, value }) => textProblems(path, value, languages));
}
