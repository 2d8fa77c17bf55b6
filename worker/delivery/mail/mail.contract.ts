import { z } from "zod";
import { OPTIONAL, RETIRED_KINDS } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { defineCall } from "#worker/platform/call.ts";
import { DIGEST, REASONS } from "./kinds.vocabulary.ts";

const type = z.enum([...OPTIONAL, DIGEST]);
/** Earlier clients and providers name retired kinds, and an earlier upstream counts them as stopped. */
const known = z.enum([...OPTIONAL, ...RETIRED_KINDS]);
const stopped = z.array(known);
const token = z.string().max(200);

const mailSchema = z.object({
  id: z.string(),
  template: z.string(),
  created_at: z.iso.datetime(),
  /** Sent: the mailer accepted it. A later bounce appears in accounts.notifications_disabled only. */
  status: z.enum(["queued", "sent", "failed", "skipped"]),
  attempts: z.int(),
  /** Why the mail is late, failed or skipped. `seen`: the member has seen what it tells. The other values switch mails off. */
  reason: z.enum(["address", "provider", "off", "paused", "seen", "inactive", ...REASONS]).nullable(),
  sent_at: z.iso.datetime().nullable(),
  next_try_at: z.iso.datetime().nullable(),
});
export type SentMail = z.output<typeof mailSchema>;

export const reportSchema = z.object({
  /** The provider's report id. A repeated id is the same report. */
  id: z.string().min(1).max(200),
  event: z.enum(REASONS),
  address: z.string().max(320),
  /** False for a temporary bounce, which has no effect. */
  permanent: z.boolean().default(true),
  /** Without a type the report stops all optional mails. */
  type: known.or(z.literal(DIGEST)).optional(),
});

export const contract = {
  mails: defineCall({
    method: "GET",
    path: "/api/mails.php",
    input: z.object({}),
    output: z.object({ mails: z.array(mailSchema) }),
    summary: "The last mails to the member and what became of them, without what they said",
  }),

  resumeMails: defineCall({
    method: "PUT",
    path: "/api/mails.php",
    input: z.strictObject({ reason: z.enum(REASONS), type: known.optional() }),
    output: z.object({ resumed: z.literal(true) }),
    summary: "Takes back a reason for which mails to the member are switched off",
  }),

  unsubscription: defineCall({
    method: "GET",
    path: "/api/unsubscribe.php",
    access: "anyone",
    input: z.object({ token }),
    /** `kinds` are those that the link stops: of a digest, what comes in digests. An earlier upstream does not say them. */
    output: z.object({ type, stopped, kinds: stopped.optional() }),
    refuses: ["link_expired"],
    summary: "What the link of a mail would stop",
  }),

  unsubscribe: defineCall({
    method: "POST",
    path: "/api/unsubscribe.php",
    access: "anyone",
    input: z.strictObject({ token, all: z.boolean().optional() }),
    output: z.object({ stopped }),
    refuses: ["link_expired"],
    summary: "Stops a type of mails by the link of one",
  }),
};
