import { z } from "zod";
import type { FieldText } from "./field-texts.vocabulary.ts";

/** What a site sets for its staff. */
export const staffSettings = {
  one_person: z.boolean().default(false),
  prices_alone: z.int().min(0).max(1000).nullable().default(null),
};

export const STAFF_TEXTS: { [K in keyof typeof staffSettings]: FieldText } = {
  one_person:
    "Whether one person of the staff may decide what otherwise needs two, such as an objection against the own decision. For a firm of one person: the audit log and the transparency report tell it.",
  prices_alone: [
    "Percent by which one operator changes a price in the browser within seven days. Above it a second operator approves. Null: any change.",
    20,
  ],
};
