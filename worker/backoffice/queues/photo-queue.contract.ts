import { z } from "zod";
import { PHOTO_REJECTIONS } from "#db/schema/attributes.ts";
import { defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { NUDITY } from "#worker/sites/domains/nudity.vocabulary.ts";

const id = z.string().max(100);

export const contract = {
  photoLooks: defineStaffCall({
    method: "GET",
    path: "/staff/api/photo-looks",
    access: "moderation",
    object: "photo",
    input: z.strictObject({}),
    output: z.object({
      photos: z.array(
        z.object({
          item: z.string(),
          of: z.enum(["profile", "chat"]),
          member: z.string(),
          /** Id of a public photo; `memberPhoto` shows it. */
          face: z.string().nullable(),
          name: z.string(),
          age: z.int(),
          site: z.string(),
          nudity: z.enum(NUDITY),
          width: z.int().nullable(),
          height: z.int().nullable(),
          /** Photos of the member that others see, and that were refused. */
          shown: z.int(),
          refused: z.int(),
          /** Decisions against the member within a year that stand. */
          strikes: z.int(),
          reasons: z.array(z.enum(PHOTO_REJECTIONS)),
          /** Photos of the pool that look the same, nearest first. */
          seen: z.array(
            z.object({
              /** Null for a photo that is gone, of a banned account. */
              member: z.string().nullable(),
              name: z.string().nullable(),
              /** The photo belongs to the same member. */
              own: z.boolean(),
              status: z.enum(["inspection", "active", "rejected"]).nullable(),
              of: z.enum(["profile", "chat"]).nullable(),
              banned: z.boolean(),
            }),
          ),
        }),
      ),
    }),
    leaves: { read: "open queue", limit: "staffQueues", of: () => [{ object: "work_queue", id: "photo" }] },
    summary: "Describes the photos that one has taken from the queue",
  }),
  photoFile: defineStaffCall({
    method: "GET",
    path: "/staff/api/photo-file",
    access: "moderation",
    object: "photo",
    input: z.strictObject({ item: id, size: z.enum(["full", "card"]) }),
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found"],
    leaves: { read: "open picture", limit: "staffPictures", of: ({ item }) => [{ object: "work_item", id: item }] },
    summary: "A photo that one has taken from the queue",
  }),
};
