import { z } from "zod";
import { CREDIT_REASONS, REQUEST_KINDS, REQUEST_REASONS, REQUEST_STATUSES } from "#db/schema/attributes.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { CREDITS_AT_MOST } from "./hands.vocabulary.ts";

const id = z.string().max(100);
/** Bounds the work; the rule limits characters. */
const text = z.string().max(60_000);
const reason = z.enum([...CREDIT_REASONS, ...REQUEST_REASONS]);

const request = z.object({
  id: z.string(),
  kind: z.enum(REQUEST_KINDS),
  member: z.string(),
  name: z.string(),
  site: z.string(),
  credits: z.int(),
  reason,
  by_two: z.boolean(),
  proposed_by: z.string(),
  created_at: z.string(),
  status: z.enum(REQUEST_STATUSES),
  decided_by: z.string().nullable(),
});
export type ListedRequest = z.output<typeof request>;

export const contract = {
  addNote: defineStaffCall({
    method: "POST",
    path: "/staff/api/add-note",
    access: "staff",
    object: "member",
    input: z.strictObject({ id, text }),
    output: z.object({ note: z.string() }),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    summary: "Writes a note into the file of a member; the member's data export contains it",
  }),
  removeNote: defineStaffCall({
    method: "POST",
    path: "/staff/api/remove-note",
    access: "staff",
    object: "member",
    input: z.strictObject({ note: id }),
    output: z.object({}),
    refuses: ["not_found", "forbidden"],
    leaves: CHANGE,
    summary: "Removes a note of one's own; operators remove any",
  }),
  writeToMember: defineStaffCall({
    method: "POST",
    path: "/staff/api/write-to-member",
    access: "staff",
    object: "member",
    input: z.strictObject({ id, text }),
    output: z.object({ sent: z.boolean() }),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    shows: () => ({ done: "writeToMember" }),
    summary: "Mails a member in one's own words; it is no decision and no strike",
  }),
  readyLetters: defineStaffCall({
    method: "GET",
    path: "/staff/api/ready-letters",
    access: "staff",
    object: "member",
    input: z.strictObject({ language: z.string().max(10) }),
    output: z.object({ letters: z.array(z.object({ id: z.string(), text: z.string() })) }),
    leaves: { nothing: "texts of the product" },
    summary: "Ready letters in a language",
  }),
  sendActivation: defineStaffCall({
    method: "POST",
    path: "/staff/api/send-activation",
    access: "support",
    object: "member",
    input: z.strictObject({ id }),
    output: z.object({ sent: z.boolean() }),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    shows: () => ({ done: "sendActivation" }),
    summary: "Sends the mail that confirms the address again, to a member who has not confirmed it",
  }),
  sendMailAgain: defineStaffCall({
    method: "POST",
    path: "/staff/api/send-mail-again",
    access: "support",
    object: "member",
    input: z.strictObject({ id, mail: z.string().max(100) }),
    output: z.object({ sent: z.boolean() }),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    shows: () => ({ done: "sendMailAgain" }),
    summary: "Sends a mail to a member again that was given up and whose words are still kept",
  }),
  mendAddress: defineStaffCall({
    method: "POST",
    path: "/staff/api/mend-address",
    access: "support",
    object: "member",
    input: z.strictObject({ id, email: z.string().max(1000) }),
    output: z.object({ sent: z.boolean() }),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    shows: () => ({ done: "mendAddress" }),
    summary: "Sends a link to a new address of a member; it counts once the link is opened, and the old address is told",
  }),
  renameMember: defineStaffCall({
    method: "POST",
    path: "/staff/api/rename-member",
    access: "staff",
    object: "member",
    input: z.strictObject({ id, name: z.string().max(1000) }),
    output: z.object({}),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    shows: () => ({ done: "renameMember" }),
    summary: "Gives a member another name, by the rules of the sign-up",
  }),
  giveCredits: defineStaffCall({
    method: "POST",
    path: "/staff/api/give-credits",
    access: "support",
    object: "member",
    input: z.strictObject({
      id,
      credits: z.coerce.number().int().min(1).max(CREDITS_AT_MOST),
      reason: z.enum(CREDIT_REASONS),
    }),
    output: z.object({ item: z.string(), by_two: z.boolean() }),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    shows: () => ({ done: "giveCredits" }),
    summary:
      "Gives a member credits. Up to the limit of one's role it takes effect after ten seconds; above it a second person decides",
  }),
  proposeRequest: defineStaffCall({
    method: "POST",
    path: "/staff/api/propose-request",
    access: "support",
    object: "member",
    input: z.strictObject({ id, kind: z.enum(["export", "erase"]), reason: z.enum(REQUEST_REASONS) }),
    output: z.object({ item: z.string(), by_two: z.boolean() }),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    shows: () => ({ done: "proposeRequest" }),
    summary:
      "Proposes to send a member their data, or to delete the account, as the member asked elsewhere; a second person decides",
  }),
  requestCases: defineStaffCall({
    method: "GET",
    path: "/staff/api/request-cases",
    access: "support",
    object: "work_queue",
    input: z.strictObject({}),
    output: z.object({
      /** Taken from the queue, by work item. */
      cases: z.array(z.object({ item: z.string(), request })),
      /** The newest in any state. */
      latest: z.array(request),
    }),
    leaves: { read: "open queue", limit: "staffQueues", of: () => [{ id: "request" }] },
    summary: "Describes the requests that one has taken from the queue, and lists the latest",
  }),
};
