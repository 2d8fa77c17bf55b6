import { z } from "zod";
import { COMPLAINT_KINDS, COMPLAINT_OUTCOMES } from "#db/schema/attributes.ts";
import { NOTICE_HIDING, NOTICED_AS, NOTICED_STATES } from "#db/schema/notice-attributes.ts";
import { defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

export const contract = {
  complaintCases: defineStaffCall({
    method: "GET",
    path: "/staff/api/complaint-cases",
    access: "staff",
    object: "work_item",
    input: z.strictObject({}),
    output: z.object({
      cases: z.array(
        z.object({
          item: z.string(),
          reference: z.string(),
          kind: z.enum(COMPLAINT_KINDS),
          site: z.string(),
          country: z.string(),
          language: z.string(),
          name: z.string().nullable(),
          /** True with an address for an answer. */
          reachable: z.boolean(),
          receipt: z.boolean(),
          /** The complainant's account, if they were logged in. */
          member: z.string().nullable(),
          /** Id of a public photo; `memberPhoto` shows it. */
          face: z.string().nullable(),
          link: z.string().nullable(),
          text: z.string(),
          created_at: z.string(),
          /** Of a notice of an intimate picture; null for others. */
          notice: z
            .object({
              /** Whether it hides by itself, or why not; null before anything was found. */
              hiding: z.enum(NOTICE_HIDING).nullable(),
              /** Databases that wait for the search. */
              unsearched: z.array(z.string()),
              /** The database of the site where it was made, whose staff have its words; null where that is this one. */
              home: z.string().nullable(),
              /** Of a notice made here: pictures in other databases, whose own staff decide; null of one that does not answer. */
              elsewhere: z.array(
                z.object({ database: z.string(), copies: z.partialRecord(z.enum(NOTICED_STATES), z.int()).nullable() }),
              ),
            })
            .nullable(),
          /** Under a notice of an intimate picture; `noticePicture` shows one. */
          pictures: z.array(
            z.object({
              photo: z.string(),
              of: z.enum(["profile", "chat"]),
              member: z.string(),
              state: z.enum(NOTICED_STATES),
              as: z.enum(NOTICED_AS),
              /** True where agreeing removes it only if `chosen` of `decideWork` holds its id. */
              choice: z.boolean(),
              chosen: z.boolean(),
            }),
          ),
          /** What uploaders of these pictures wrote about the notice. */
          objections: z.array(z.object({ member: z.string(), text: z.string(), created_at: z.string() })),
          /** Others of the same account or address, the newest first. */
          earlier: z.array(
            z.object({
              reference: z.string(),
              kind: z.enum(COMPLAINT_KINDS),
              state: z.enum(["open", "answered", "closed"]),
              outcome: z.enum(COMPLAINT_OUTCOMES).nullable(),
              created_at: z.string(),
            }),
          ),
        }),
      ),
    }),
    leaves: { read: "open queue", limit: "staffQueues", of: () => [{ object: "work_queue", id: "complaint" }] },
    summary: "Describes the complaints and notices that one has taken from the queue",
  }),

  noticePicture: defineStaffCall({
    method: "GET",
    path: "/staff/api/notice-picture",
    access: "moderation",
    object: "work_item",
    input: z.strictObject({ item: z.string().max(100), photo: z.string().max(100) }),
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found"],
    leaves: { read: "open picture", limit: "staffPictures", of: ({ item: id }) => [{ id }] },
    summary: "A picture under a notice that one has taken from the queue",
  }),
};
