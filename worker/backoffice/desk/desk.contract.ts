import { z } from "zod";
import { SHOWN_IN } from "#db/schema/attributes.ts";
import { LANGUAGES } from "#locales/languages.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const id = z.string().max(100);
const note = z.object({ id: z.string(), text: z.string(), by: z.string(), own: z.boolean(), at: z.string() });

/** No call of the desk answers credits, prices or payments. */
export const contract = {
  deskTalks: defineStaffCall({
    method: "GET",
    path: "/staff/api/desk-talks",
    access: "desk",
    object: "work_item",
    input: z.strictObject({}),
    output: z.object({
      talks: z.array(
        z.object({
          item: z.string(),
          conversation: z.string(),
          site: z.string(),
          /** The member's: answers are written in it. */
          language: z.string(),
          /** Of the site: the profile is shown in it. */
          site_language: z.enum(LANGUAGES),
          member: z.object({ id: z.string(), name: z.string() }),
          profile: z.object({
            ...{ id: z.string(), name: z.string(), age: z.int(), gender: z.enum(SHOWN_IN), city: z.string().nullable() },
            about: z.string(),
            prompts: z.array(z.object({ question: z.string(), answer: z.string() })),
            /** Codes by attribute, of those that are said. */
            attributes: z.record(z.string(), z.string()),
            interests: z.array(z.string()),
            /** Id of a photo; `deskPicture` shows it. */
            face: z.string().nullable(),
          }),
          messages: z.array(z.object({ seq: z.int(), own: z.boolean(), type: z.string(), text: z.string(), at: z.string() })),
          older: z.boolean(),
          last_seq: z.int(),
          message_length: z.int(),
          /** About this member as a partner of this profile. */
          notes: z.array(note),
        }),
      ),
      /** To whom an item can be handed over. */
      colleagues: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    leaves: {
      ...{ read: "open queue", limit: "staffQueues" },
      of: (_, { talks }) => [
        { object: "work_queue", id: "desk" },
        ...talks.map(({ conversation }) => ({ action: "read messages", id: `desk ${conversation}` })),
      ],
    },
    summary: "Describes what members wrote to fictional profiles, of the items that one has taken from the queue",
  }),
  addDeskNote: defineStaffCall({
    method: "POST",
    path: "/staff/api/add-desk-note",
    access: "desk",
    object: "fictional",
    // Bounds the work; the rule limits characters.
    input: z.strictObject({ item: id, text: z.string().max(60_000) }),
    output: z.object({ note: z.string() }),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    summary: "Writes a note about a profile and a member, whose data export contains it",
  }),
  removeDeskNote: defineStaffCall({
    method: "POST",
    path: "/staff/api/remove-desk-note",
    access: "desk",
    object: "fictional",
    input: z.strictObject({ note: id }),
    output: z.object({}),
    refuses: ["not_found", "forbidden"],
    leaves: CHANGE,
    summary: "Removes a note of one's own; operators remove any",
  }),
  handOver: defineStaffCall({
    method: "POST",
    path: "/staff/api/hand-over",
    access: "desk",
    object: "work_item",
    /** Without `staff` the item goes back to the queue. */
    input: z.strictObject({ item: id, staff: id.default("") }),
    output: z.object({}),
    refuses: ["not_found", "conflict"],
    leaves: CHANGE,
    summary: "Gives an item of the desk to a colleague, or back to the queue",
  }),
  deskFigures: defineStaffCall({
    method: "GET",
    path: "/staff/api/desk-figures",
    access: "operation",
    object: "figures",
    input: z.strictObject({}),
    output: z.object({
      days: z.int(),
      sites: z.array(
        z.object({
          site: z.string(),
          name: z.string(),
          messages: z.int(),
          answered: z.int(),
          /** Median from the message to its answer, in ms; null without answers. */
          wait: z.int().nullable(),
        }),
      ),
    }),
    leaves: { read: "open figures", limit: "staffFigures", of: () => [{ id: "desk" }] },
    summary: "Counts the messages to fictional profiles, the answers and the median wait of the last 30 days",
  }),
};
