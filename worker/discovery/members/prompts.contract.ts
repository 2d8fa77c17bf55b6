import { z } from "zod";

export const promptSchema = z.object({ question: z.string(), answer: z.string() });

export const spokenSchema = promptSchema.extend({
  /** A recording of the answer; absent without one, and for visitors. */
  voice: z
    .object({
      filename: z.string(),
      /** In ms. */
      duration: z.int(),
      /** How loud it is, in digits of base 32; may be empty. */
      levels: z.string(),
    })
    .optional(),
});
