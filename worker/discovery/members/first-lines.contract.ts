import { z } from "zod";

/** In the member's language. */
export const firstLineSchema = z.object({
  code: z.string(),
  text: z.string(),
  /** It is sent as an `icebreaker` by its code, at a price of its own. */
  icebreaker: z.boolean().default(false),
});
