import { z } from "zod";
import { PHOTO_REASONS } from "#db/schema/attributes.ts";
import { previewSchema } from "#worker/discovery/members/members.contract.ts";
import { defineCall } from "#worker/platform/call.ts";
import { PHOTO_LIMIT } from "./photos.vocabulary.ts";

/** Includes fields for the owner only. */
export const ownPhotoSchema = z.object({
  id: z.string(),
  filename: z.string(),
  card_filename: z.string().nullable().default(null),
  thumb_filename: z.string(),
  /** Others see active photos only. */
  status: z.enum(["active", "inspection", "rejected"]),
  /** Null unless rejected. */
  rejected_for: z.enum(PHOTO_REASONS).nullable().default(null),
  /** A moderator approved it. */
  checked: z.boolean().default(false),
  /** A moderator compared it with a pose that the member proved. */
  compared: z.boolean().default(false),
  visibility: z.enum(["public", "private"]).default("public"),
  main: z.boolean(),
  width: z.int().nullable().default(null),
  height: z.int().nullable().default(null),
  preview: previewSchema,
});
export type OwnPhoto = z.output<typeof ownPhotoSchema>;

export const ownPhotosSchema = z.object({
  photos: z.array(ownPhotoSchema),
  photo_limit: z.int(),
});

const id = z.string().min(1).max(40);

export const contract = {
  addPhoto: defineCall({
    method: "POST",
    path: "/api/photo.php",
    multipart: true,
    status: 201,
    needsConsent: true,
    input: z.strictObject({ file: z.file() }),
    output: ownPhotosSchema,
    refuses: ["unsupported_media_type", "too_large"],
    summary: "Adds a photo to the member's own; others see it after it was inspected",
  }),

  updatePhoto: defineCall({
    method: "PUT",
    path: "/api/photo.php",
    /** `order` alone, or `id` with what changes. */
    input: z.strictObject({
      id: id.optional(),
      main: z.literal(true).optional(),
      visibility: z.enum(["public", "private"]).optional(),
      /** All ids of the member's photos; the first active public one becomes the main photo. */
      order: z
        .array(id)
        .min(1)
        .max(4 * PHOTO_LIMIT.premium)
        .optional(),
    }),
    output: ownPhotosSchema,
    refuses: ["not_found", "forbidden", "conflict"],
    summary: "Makes an active photo the main one, shows it to all or to selected members, or puts all photos in order",
  }),

  removePhoto: defineCall({
    method: "DELETE",
    path: "/api/photo.php",
    input: z.strictObject({ id }),
    output: ownPhotosSchema,
    refuses: ["not_found"],
    summary: "Removes a photo for good; the next active one becomes the main one",
  }),
};
