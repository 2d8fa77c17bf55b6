import { z } from "zod";
import { HELD_CAUSES, HELD_FIELDS } from "#db/schema/attributes.ts";
import { defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

/** Each text with the part of the profile that it is of. */
const lines = z.array(z.object({ of: z.string(), text: z.string() }));

export const contract = {
  textLooks: defineStaffCall({
    method: "GET",
    path: "/staff/api/text-looks",
    access: "moderation",
    object: "text",
    input: z.strictObject({}),
    output: z.object({
      texts: z.array(
        z.object({
          item: z.string(),
          member: z.string(),
          /** Id of a public photo; `memberPhoto` shows it. */
          face: z.string().nullable(),
          name: z.string(),
          age: z.int(),
          site: z.string(),
          field: z.enum(HELD_FIELDS),
          lines,
          /** Text that others see meanwhile. */
          before: lines,
          causes: z.array(z.enum(HELD_CAUSES)),
          /** Lengths of the recordings of `lines` in ms; `textVoice` plays them by number. */
          voices: z.array(z.int()),
          /** Decisions against the member within a year that stand. */
          strikes: z.int(),
        }),
      ),
    }),
    leaves: { read: "open queue", limit: "staffQueues", of: () => [{ object: "work_queue", id: "text" }] },
    summary: "Describes the texts that one has taken from the queue",
  }),
  textVoice: defineStaffCall({
    method: "GET",
    path: "/staff/api/text-voice",
    access: "moderation",
    object: "text",
    input: z.strictObject({ item: z.string().max(100), number: z.coerce.number().int().min(0).max(20) }),
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found"],
    leaves: { read: "hear recording", limit: "staffPictures", of: ({ item: id }) => [{ object: "work_item", id }] },
    summary: "A recording of an answer that one has taken from the queue",
  }),
};
