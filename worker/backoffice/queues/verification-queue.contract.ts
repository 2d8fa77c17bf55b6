import { z } from "zod";
import { GESTURES } from "#db/schema/attributes.ts";
import { defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const id = z.string().max(100);

export const contract = {
  verificationLooks: defineStaffCall({
    method: "GET",
    path: "/staff/api/verification-looks",
    access: "moderation",
    object: "verification",
    input: z.strictObject({}),
    output: z.object({
      proofs: z.array(
        z.object({
          item: z.string(),
          member: z.string(),
          /** Id of a public photo; `memberPhoto` shows it. */
          face: z.string().nullable(),
          name: z.string(),
          age: z.int(),
          site: z.string(),
          gesture: z.enum(GESTURES),
          /** Ids of the photos to compare with, the main one first. */
          photos: z.array(z.string()),
          /** Earlier proofs that were refused. */
          refused: z.int(),
        }),
      ),
    }),
    leaves: { read: "open queue", limit: "staffQueues", of: () => [{ object: "work_queue", id: "verification" }] },
    summary: "Describes the proofs that one has taken from the queue",
  }),
  verificationFile: defineStaffCall({
    method: "GET",
    path: "/staff/api/verification-file",
    access: "moderation",
    object: "verification",
    /** Without a photo: the proof. */
    input: z.strictObject({ item: id, photo: id.optional(), size: z.enum(["full", "card"]) }),
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found"],
    leaves: { read: "open picture", limit: "staffPictures", of: ({ item }) => [{ object: "work_item", id: item }] },
    summary: "A proof that one has taken from the queue, or a photo to compare with it",
  }),
};
