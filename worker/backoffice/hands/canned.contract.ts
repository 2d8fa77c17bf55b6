import { z } from "zod";
import { CANNED_PLACES } from "#db/schema/attributes.ts";
import { LANGUAGES } from "#locales/languages.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const id = z.string().max(100);
const language = z.enum(LANGUAGES);
const place = z.enum(CANNED_PLACES);

export const contract = {
  cannedAnswers: defineStaffCall({
    method: "GET",
    path: "/staff/api/canned-answers",
    access: "staff",
    object: "deployment",
    input: z.strictObject({}),
    output: z.object({
      answers: z.array(
        z.object({
          id: z.string(),
          place,
          title: z.string(),
          texts: z.partialRecord(language, z.string()),
          changed_by: z.string(),
          changed_at: z.string(),
          /** Of the last change; a form of an earlier one changes nothing. */
          version: z.int(),
        }),
      ),
    }),
    leaves: { nothing: "texts of the firm, about no member" },
    summary: "Lists the canned answers for letters, complaints and reports, in all languages",
  }),
  saveCannedAnswer: defineStaffCall({
    method: "POST",
    path: "/staff/api/save-canned-answer",
    access: "operation",
    object: "deployment",
    input: z.strictObject({
      /** Empty for a new one. */
      id,
      /** Of the answer that the form shows; 0 for a new one. */
      version: z.coerce.number().int().min(0),
      ...{ place, language, title: z.string().max(1000), text: z.string().max(60_000) },
    }),
    output: z.object({ id: z.string(), language }),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    shows: ({ id: edit, language: of }) => ({ edit, language: of }),
    summary: "Writes a canned answer in one language; an empty text takes the language away",
  }),
  removeCannedAnswer: defineStaffCall({
    method: "POST",
    path: "/staff/api/remove-canned-answer",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ id }),
    output: z.object({}),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    summary: "Removes a canned answer in all languages",
  }),
};
