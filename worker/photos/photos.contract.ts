import { z } from "zod";
import { defineCall } from "#worker/lib/call.ts";

/** Includes fields for the owner only. */
export const ownPhotoSchema = z.object({
  id: z.string(),
  filename: z.string(),
  thumb_filename: z.string(),
  /** Others see active photos only. */
  status: z.enum(["active", "inspection", "rejected"]),
  main: z.boolean(),
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
    summary: "Adds a photo to the member's own; others see it after it was inspected",
  }),

  updatePhoto: defineCall({
    method: "PUT",
    path: "/api/photo.php",
    input: z.strictObject({ id, main: z.literal(true) }),
    output: ownPhotosSchema,
    refuses: ["not_found", "conflict"],
    summary: "Makes an active photo the main one",
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
