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

/** A recording: Opus in WebM or AAC in MP4. The link is the reader's own; null while the reader may not hear it. */
export const voiceSchema = z.object({
  state: z.enum(["active", "rejected", "gone"]),
  filename: z.string().nullable(),
  /** In ms. */
  duration: z.int().nullable(),
  /** Digits of base 32 from the beginning to the end: how loud it is. */
  levels: z.string().nullable(),
  /** Whether the receiver has played it; null where one of the two shows no reading. */
  played: z.boolean().nullable(),
});
