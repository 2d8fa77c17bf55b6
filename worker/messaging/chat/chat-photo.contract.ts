import { z } from "zod";
import { previewSchema } from "#worker/discovery/members/members.contract.ts";

/** Links are the reader's own; null while the reader may not see the picture. */
export const chatPhotoSchema = z.object({
  state: z.enum(["inspection", "active", "rejected", "gone"]),
  filename: z.string().nullable(),
  card_filename: z.string().nullable(),
  thumb_filename: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  preview: previewSchema,
});
