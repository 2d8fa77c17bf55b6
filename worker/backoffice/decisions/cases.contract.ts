import { z } from "zod";
import { DECISION_KINDS, DECISION_REASONS, DECISION_SUBJECTS, REPORT_KINDS, REPORT_REASONS } from "#db/schema/attributes.ts";
import { defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { MINUTE } from "#worker/platform/durations.ts";

const message = z.object({ seq: z.int(), own: z.boolean(), type: z.string(), text: z.string(), at: z.string() });

/** One listening: a player asks for many parts of a recording. */
const LISTENING = 10 * MINUTE;

export const contract = {
  reportCases: defineStaffCall({
    method: "GET",
    path: "/staff/api/report-cases",
    access: "moderation",
    object: "work_item",
    input: z.strictObject({}),
    output: z.object({
      cases: z.array(
        z.object({
          item: z.string(),
          reference: z.string(),
          kind: z.enum(REPORT_KINDS),
          reason: z.enum(REPORT_REASONS),
          text: z.string(),
          site: z.string(),
          name: z.string(),
          member: z.string().nullable(),
          /** The reported thing: reports about it are decided together. */
          thing: z.string(),
          /** Id of a public photo; `memberPhoto` shows it. */
          face: z.string().nullable(),
          fictional: z.boolean(),
          /** The reported words by their kind. */
          words: z.array(z.object({ of: z.string(), text: z.string() })),
          /** Reported photos; `casePicture` shows them by number. */
          pictures: z.int(),
          /** What the reporter saw in a call, by the numbers behind the last photo. No decision removes it. */
          call_pictures: z.int(),
          /** Lengths of recordings in ms; `casePicture` plays them by the numbers behind the last picture. */
          voices: z.array(z.int()),
          /** Of the reported member: statements are written in it. */
          language: z.string(),
          /** Earlier reports about the member, and those in which we acted. */
          reports: z.int(),
          acted: z.int(),
          strikes: z.int(),
          /** Messages that belong to the case; null until this staff member asks for them. */
          messages: z.array(message).nullable(),
          message_count: z.int(),
          /** Seq of the reported message. */
          seq: z.int().nullable(),
        }),
      ),
    }),
    leaves: {
      ...{ read: "open queue", limit: "staffQueues" },
      // Once asked for, the messages are shown at each opening.
      of: (_, { cases }) => [
        { object: "work_queue", id: "report" },
        ...cases
          .filter(({ messages }) => messages !== null)
          .map(({ reference }) => ({ action: "read messages", id: `report ${reference}` })),
      ],
    },
    summary: "Describes the reports that one has taken from the queue; private messages only after they were asked for",
  }),

  casePicture: defineStaffCall({
    method: "GET",
    path: "/staff/api/case-picture",
    access: "moderation",
    object: "work_item",
    input: z.strictObject({ item: z.string().max(100), picture: z.coerce.number().int().min(0).max(100) }),
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found"],
    leaves: {
      read: "open picture",
      limit: "staffPictures",
      of: ({ item: id }, { headers }) =>
        headers.get("content-type")?.startsWith("audio/") ? [{ id, action: "hear recording", once: LISTENING }] : [{ id }],
    },
    summary: "A picture or the recording of a report or an objection that one has taken from the queue",
  }),

  readMessages: defineStaffCall({
    method: "POST",
    path: "/staff/api/read-messages",
    access: "moderation",
    object: "work_item",
    input: z.strictObject({ item: z.string().max(100) }),
    output: z.object({ messages: z.int() }),
    refuses: ["not_found"],
    leaves: { read: "read messages", limit: "staffMessages" },
    summary: "Opens the messages of a case; it is in the audit log, and both members see it",
  }),

  objectionCases: defineStaffCall({
    method: "GET",
    path: "/staff/api/objection-cases",
    access: "moderation",
    object: "work_item",
    input: z.strictObject({}),
    output: z.object({
      cases: z.array(
        z.object({
          item: z.string(),
          reference: z.string(),
          name: z.string(),
          member: z.string(),
          /** Id of a public photo; `memberPhoto` shows it. */
          face: z.string().nullable(),
          kind: z.enum(DECISION_KINDS),
          reason: z.enum(DECISION_REASONS),
          about: z.enum(DECISION_SUBJECTS),
          decided_at: z.string(),
          /** Staff's own words of the first decision. */
          added: z.string().nullable(),
          objection: z.string(),
          words: z.array(z.object({ of: z.string(), text: z.string() })),
          pictures: z.int(),
          call_pictures: z.int(),
          /** Lengths of recordings in ms; `casePicture` plays them by the numbers behind the last picture. */
          voices: z.array(z.int()),
        }),
      ),
    }),
    leaves: { read: "open queue", limit: "staffQueues", of: () => [{ object: "work_queue", id: "appeal" }] },
    summary: "Describes the objections that one has taken from the queue",
  }),
};
