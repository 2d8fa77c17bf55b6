import { z } from "zod";
import { MEMBER_FILE_STATUSES } from "#db/schema/attributes.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { MEMBER_STATUSES, SYSTEMS, type System } from "./directory.vocabulary.ts";

const time = z.iso.datetime();
/** Empty as an untouched field of the form is. */
const empty = z.literal("");
const either = z.union([empty, z.enum(["yes", "no"])]).optional();
const day = z.union([empty, z.iso.date()]).optional();
const word = z.string().max(100).optional();

/** All of them hold together; empty and missing ask for everybody. */
const filters = {
  site: word,
  status: z.union([empty, z.enum(MEMBER_STATUSES)]).optional(),
  /** Of the address, without what is before the at sign. */
  mail_domain: word,
  country: z.union([empty, z.string().regex(/^[A-Za-z]{2}$/)]).optional(),
  /** `network`, `ref` or `sub1` to `sub3` of the link that the sign-up came by. */
  source: word,
  /** Days of the sign-up (UTC), both included. */
  from: day,
  to: day,
  paid: either,
  /** Paid at least, such as 49.99; only with `currency`. */
  spent: z.string().max(20).optional(),
  currency: z.union([empty, z.string().regex(/^[A-Z]{3}$/)]).optional(),
  fictional: either,
  /** Of a session of the last sixty days. */
  system: z.union([empty, z.enum(Object.keys(SYSTEMS) as [System, ...System[]])]).optional(),
};
const filterSchema = z.strictObject(filters);
export type Filters = z.output<typeof filterSchema>;

const member = z.object({
  id: z.string(),
  name: z.string(),
  site: z.string(),
  status: z.enum(MEMBER_STATUSES),
  country: z.string(),
  mail_domain: z.string(),
  source: z.string(),
  paid: z.boolean(),
  fictional: z.boolean(),
  created_at: time,
});

const file = z.object({
  id: z.string(),
  /** Filters in words of the form. */
  filters: z.record(z.string(), z.string()),
  by: z.string(),
  created_at: time,
  status: z.enum(MEMBER_FILE_STATUSES),
  decided_by: z.string().nullable(),
  /** Until when it can be downloaded. */
  open_until: time.nullable(),
  /** The viewer is a second person for it. */
  may: z.boolean(),
  /** All its sites are run by one person, who may approve it alone. */
  alone: z.boolean(),
  own: z.boolean(),
});

export const contract = {
  memberList: defineStaffCall({
    method: "GET",
    path: "/staff/api/member-list",
    access: "support",
    object: "member",
    input: filterSchema.extend({ after: z.coerce.number().int().positive().optional() }),
    output: z.object({
      /** Newest account first. */
      members: z.array(member),
      /** Goes on after the last account that was looked at; null at the end. */
      next: z.int().nullable(),
      /** Sign-up of the last account that was looked at. */
      reached: time.nullable(),
      sites: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    leaves: { read: "browse members", limit: "staffLists", of: ({ site }) => [{ id: null, ...(site && { reason: site }) }] },
    summary: "Lists members by what the account says; a page looks at 20,000 accounts, newest first",
  }),
  memberFiles: defineStaffCall({
    method: "GET",
    path: "/staff/api/member-files",
    access: "operation",
    object: "member",
    input: z.strictObject({}),
    output: z.object({ files: z.array(file) }),
    leaves: { nothing: "who asked for which files; each download is noted" },
    summary: "Lists files of members that operators asked for",
  }),
  askMemberFile: defineStaffCall({
    method: "POST",
    path: "/staff/api/ask-member-file",
    access: "operation",
    object: "member",
    input: filterSchema,
    output: z.object({ file: z.string() }),
    refuses: ["conflict", "too_many_requests"],
    leaves: CHANGE,
    shows: ({ file: asked }) => ({ asked }),
    summary: "Asks for a file of the members that the filters find; a second operator approves it",
  }),
  decideMemberFile: defineStaffCall({
    method: "POST",
    path: "/staff/api/decide-member-file",
    access: "operation",
    object: "member",
    input: z.strictObject({ file: z.string().max(100), decision: z.enum(["approve", "refuse"]) }),
    output: z.object({}),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    summary:
      "Approves a file of members that another operator asked for, or one's own where one person runs its sites; or refuses it",
  }),
  memberFileRows: defineStaffCall({
    method: "GET",
    path: "/staff/api/member-file-rows",
    access: "operation",
    object: "member",
    input: z.strictObject({ file: z.string().max(100) }),
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found"],
    leaves: { read: "download members", limit: "staffFigures", of: ({ file: id }) => [{ id }] },
    summary: "An approved file as CSV, for a day, to who asked for it",
  }),
};
