import { z } from "zod";

/** Of a draft: when it was written, in ms by the server's clock. It grows with each write. */
export const draftVersion = z.int().min(0);

export const savedDraftSchema = z.object({
  text: z.string(),
  reply_to: z.int().nullable(),
  version: z.int().default(0),
  client_id: z.string().default(""),
});
