import { z } from "zod";
import { GESTURES } from "#db/schema/attributes.ts";
import { defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

export const contract = {
  ageCheckLooks: defineStaffCall({
    method: "GET",
    path: "/staff/api/age-check-looks",
    access: "moderation",
    object: "age_check",
    input: z.strictObject({}),
    output: z.object({
      checks: z.array(
        z.object({
          item: z.string(),
          member: z.string(),
          name: z.string(),
          site: z.string(),
          gesture: z.enum(GESTURES),
          /** Born on this day or earlier is 18 or older. The member's own date is not shown. */
          born_by: z.iso.date(),
          /** Earlier ones that were refused, for 30 days. */
          refused: z.int(),
        }),
      ),
    }),
    leaves: { read: "open queue", limit: "staffQueues", of: () => [{ object: "work_queue", id: "age" }] },
    summary: "Describes the poses and documents that one has taken from the queue",
  }),
  ageCheckFile: defineStaffCall({
    method: "GET",
    path: "/staff/api/age-check-file",
    access: "moderation",
    object: "age_check",
    input: z.strictObject({ item: z.string().max(100), picture: z.enum(["pose", "document"]) }),
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found"],
    leaves: { read: "open picture", limit: "staffPictures", of: ({ item }) => [{ object: "work_item", id: item }] },
    summary: "The pose or the document of a check that one has taken from the queue",
  }),
};
