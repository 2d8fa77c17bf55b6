import { z } from "zod";
import { AGE_METHODS } from "#db/schema/age-methods.ts";
import {
  APPEAL_OUTCOMES,
  DECISION_KINDS,
  DECISION_REASONS,
  LEDGER_KINDS,
  PAYMENT_STATUSES,
  PHOTO_REASONS,
  REPORT_KINDS,
  REPORT_OUTCOMES,
  REPORT_REASONS,
  WORK_KINDS,
} from "#db/schema/attributes.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { PART_NAMES } from "#worker/discovery/signals/signals.vocabulary.ts";
import { startsSchema } from "#worker/messaging/chat/starts.contract.ts";
import { TIE_KINDS } from "./support.vocabulary.ts";

const id = z.string().max(100);
const time = z.string();
const line = z.object({
  id: z.string(),
  name: z.string(),
  site: z.string(),
  status: z.enum(["not_confirmed", "active", "deleted", "erased"]),
  created_at: time,
});

const share = z.object({ amount: z.int(), credits: z.int() });

/** Shown to support and operators only. */
const account = z.object({
  email: z.string(),
  language: z.string(),
  paid_user: z.boolean(),
  activated_at: time.nullable(),
  deleted_at: time.nullable(),
  credits: z.int(),
  debt: z.int(),
  /** Newest first. */
  ledger: z.array(
    z.object({
      /** Null for messages that are entered when they end: one entry at most. */
      id: z.int().nullable(),
      kind: z.enum(LEDGER_KINDS),
      amount: z.int(),
      /** How many messages to one member it paid; null for an entry of one thing. */
      messages: z.int().nullable(),
      created_at: time,
      payment: z.string().nullable(),
    }),
  ),
  /** The id before which the ledger goes on. */
  next: z.int().nullable(),
  payments: z.array(
    z.object({
      id: z.string(),
      status: z.enum(PAYMENT_STATUSES),
      amount: z.int(),
      currency: z.string(),
      credits: z.int(),
      refunded: z.int(),
      /** Refunds that may be proposed; `whole` only if it exceeds `unused`. */
      shares: z.object({ unused: share.nullable(), whole: share.nullable() }),
      /** A refund is proposed or on its way: no other one can be proposed. */
      refund_waits: z.boolean(),
      method: z.string(),
      created_at: time,
    }),
  ),
  /** Direct debits and stored methods. */
  methods: z.array(z.object({ kind: z.string(), status: z.string(), label: z.string(), created_at: time })),
  sessions: z.array(
    z.object({
      browser: z.string().nullable(),
      system: z.string().nullable(),
      country: z.string(),
      created_at: time,
      last_seen_at: time.nullable(),
      open: z.boolean(),
    }),
  ),
  mails: z.array(
    z.object({
      ...{ kind: z.string(), status: z.string(), created_at: time, sent_at: time.nullable() },
      /** Id of a mail that was given up and can be sent again; null for any other. */
      again: z.string().nullable(),
    }),
  ),
  consents: z.array(z.object({ kind: z.string(), version: z.string(), language: z.string(), accepted_at: time })),
});

export const contract = {
  findMembers: defineStaffCall({
    method: "POST",
    path: "/staff/api/find-members",
    access: "staff",
    object: "member",
    input: z.strictObject({
      query: z.string().max(300),
      /** The member after whose name a list by the beginning of names goes on. */
      after: id.optional(),
    }),
    output: z.object({
      found: z.string(),
      /** The last of the list, if more names begin with what was typed. */
      more: z.string().optional(),
      /** Queue in which the work of a reference waits, if this staff member works there. */
      waits: z.enum(WORK_KINDS).optional(),
    }),
    leaves: { read: "search members", limit: "staffSearches" },
    summary:
      "Finds members by exact id or address, by the beginning of a name, or by the reference of a report, decision or complaint; ids with dots between, ten at a time. Moderators find none by address or payment",
    shows: ({ found, waits, more }) => ({ found, ...(waits && { waits }), ...(more && { more }) }),
  }),
  memberLines: defineStaffCall({
    method: "GET",
    path: "/staff/api/member-lines",
    access: "staff",
    object: "member",
    input: z.strictObject({ ids: z.string().max(500) }),
    output: z.object({ members: z.array(line) }),
    leaves: {
      ...{ read: "list members", limit: "staffSearches" },
      of: ({ ids }, { members }) => {
        if (members.length > 0) return members.map(({ id }) => ({ id }));
        // The page of the search asks for nobody at first.
        return ids ? [{ typed: ids }] : [];
      },
    },
    summary: "Names the members of a search",
  }),
  memberFile: defineStaffCall({
    method: "GET",
    path: "/staff/api/member-file",
    access: "staff",
    object: "member",
    input: z.strictObject({ id, before: z.coerce.number().int().positive().optional() }),
    output: line.extend({
      fictional: z.boolean(),
      age: z.int(),
      gender: z.string(),
      /** What members read beside it: a code, or own words. One that is hidden is nobody's to read. */
      identity: z.string().nullable(),
      /** Times of the last two changes of gender, orientation or `looking_for`. Earlier values are not stored. */
      self_changes: z.array(time),
      country: z.string(),
      city: z.string().nullable(),
      /** The trip that members see now. */
      trip: z
        .object({ country: z.string(), region: z.string(), city: z.string(), from: z.iso.date(), until: z.iso.date() })
        .nullable(),
      about: z.string(),
      prompts: z.array(
        z.object({
          question: z.string(),
          answer: z.string(),
          /** Length of the recording in ms; `memberVoice` plays it. */
          voice: z.int().nullable(),
        }),
      ),
      profile: z.string(),
      last_active_at: time,
      muted_until: time.nullable(),
      /** Method and day of each proof of age; nothing else of it is kept. */
      age_proofs: z.array(z.object({ method: z.enum(AGE_METHODS), day: z.iso.date(), until: z.iso.date().nullable() })),
      /** The day on which an app said "under 18", unconfirmed and without a proof since. */
      age_unconfirmed: z.iso.date().nullable(),
      banned: z.boolean(),
      photos: z.array(
        z.object({
          id: z.string(),
          status: z.string(),
          visibility: z.enum(["public", "private"]),
          rejected_for: z.enum(PHOTO_REASONS).nullable(),
          created_at: time,
          /** Of the last decision. */
          checked_at: time.nullable(),
          /** This staff member may look at it: private ones are for moderation. */
          visible: z.boolean(),
        }),
      ),
      reports: z.array(
        z.object({
          reference: z.string(),
          by: z.boolean(),
          kind: z.enum(REPORT_KINDS),
          reason: z.enum(REPORT_REASONS),
          outcome: z.enum(REPORT_OUTCOMES).nullable(),
          created_at: time,
        }),
      ),
      strikes: z.int(),
      decisions: z.array(
        z.object({
          reference: z.string(),
          kind: z.enum(DECISION_KINDS),
          reason: z.enum(DECISION_REASONS),
          until: time.nullable(),
          outcome: z.enum(APPEAL_OUTCOMES).nullable(),
          lifted_at: time.nullable(),
          created_at: time,
        }),
      ),
      /** New conversations within 24 hours, and what the number follows from: as the member reads it. */
      starts: startsSchema,
      /** Orders queues and limits first messages; decides nothing. */
      signals: z.object({
        score: z.int(),
        parts: z.array(z.object({ part: z.enum(PART_NAMES), count: z.int(), points: z.int() })),
      }),
      /** This staff member may decide about the member. */
      decides: z.boolean(),
      /** Of the account: staff write to the member in it. */
      language: z.string(),
      /** Newest first. */
      notes: z.array(z.object({ id: z.string(), by: z.string(), text: z.string(), created_at: time, removable: z.boolean() })),
      /** Other accounts of the pool that share a bank account, photo, browser or network; 21 of each at most. */
      ties: z.array(z.object({ member: z.string(), name: z.string(), banned: z.boolean(), by: z.enum(TIE_KINDS) })),
      /** A decision whose effect is still to come; only its author undoes it. */
      begun: z.object({ item: z.string(), decision: z.string(), undo_until: time.nullable() }).nullable(),
      account: account.nullable(),
    }),
    refuses: ["not_found"],
    leaves: { read: "open member", limit: "staffFiles", of: ({ id }) => [{ id }] },
    summary: "Opens the file of a member, which the audit log notes; moderators see no account, money, devices and mails",
  }),
  memberPhoto: defineStaffCall({
    method: "GET",
    path: "/staff/api/member-photo",
    access: "staff",
    object: "photo",
    input: z.strictObject({ photo: id, size: z.enum(["full", "card"]) }),
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found"],
    leaves: { read: "open photo", limit: "staffPhotos", of: ({ photo: id }) => [{ id }] },
    summary: "A photo of a profile; private ones for moderation only",
  }),
  memberVoice: defineStaffCall({
    method: "GET",
    path: "/staff/api/member-voice",
    access: "moderation",
    object: "member",
    input: z.strictObject({ id, question: z.string().max(40) }),
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found"],
    leaves: { read: "hear recording", limit: "staffPhotos", of: ({ id }) => [{ id }] },
    summary: "The recording of an answer of a profile",
  }),
  endMemberSessions: defineStaffCall({
    method: "POST",
    path: "/staff/api/end-member-sessions",
    access: "support",
    object: "member",
    input: z.strictObject({ id }),
    output: z.object({ ended: z.int() }),
    refuses: ["not_found"],
    leaves: CHANGE,
    summary: "Logs a member out everywhere",
  }),
};
