import { z } from "zod";

/** A trip of these days or of three days' time: distances use its town. Null without one, and for visitors. */
export const staySchema = z
  .object({ country: z.string(), region: z.string(), city: z.string(), from: z.iso.date(), until: z.iso.date() })
  .nullable();
