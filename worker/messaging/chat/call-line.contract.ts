import { z } from "zod";

/** `seconds` is null for a call that nobody took. */
export const callLineSchema = z.object({
  kind: z.enum(["voice", "video"]),
  outcome: z.enum(["talked", "missed", "declined"]),
  seconds: z.int().nullable(),
});

/** `mutual`: both allow it. `answered`: both have written, before which nobody can allow it. */
export const chatCallsSchema = z.object({
  allowed: z.boolean(),
  mutual: z.boolean(),
  answered: z.boolean(),
  /** The two have not talked yet. */
  first: z.boolean(),
  /** Of a call or a begun minute, in credits, from the caller's. */
  price: z.object({ per: z.enum(["free", "call", "minute"]), credits: z.int() }),
});
