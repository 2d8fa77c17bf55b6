import { z } from "zod";
import { REPORT_REASONS } from "#db/schema/attributes.ts";
import { CALL_KEY } from "#worker/delivery/live/call-key.vocabulary.ts";
import { cardSchema } from "#worker/discovery/members/members.contract.ts";
import { defineCall } from "#worker/platform/call.ts";
import { CALL_ENDINGS, CALL_KINDS, CALL_UNITS } from "./calls.vocabulary.ts";

const id = z.string().min(1).max(40);
/** Also the socket's schema: a page that answers is paid for, so its signals must be taken. */
const key = z.string().regex(CALL_KEY);

/** Of each begun minute or of the call, from the caller's credits. */
const callPriceSchema = z.object({ per: z.enum(CALL_UNITS), credits: z.int() });

const callSchema = z.object({
  id: z.string(),
  conversation: z.string(),
  /** The other member. */
  profile: cardSchema,
  role: z.enum(["caller", "callee"]),
  kind: z.enum(CALL_KINDS),
  state: z.enum(["ringing", "active", "ended"]),
  ending: z.enum(CALL_ENDINGS).nullable(),
  asked_at: z.iso.datetime(),
  answered_at: z.iso.datetime().nullable(),
  /** From the answer to the end, or to now. */
  seconds: z.int(),
  price: callPriceSchema,
  /** Null for the callee, who pays nothing. */
  paid_minutes: z.int().nullable(),
  credits: z.int().nullable(),
  /** Both chose a direct connection: each may learn the other's network address. */
  direct: z.boolean(),
  /** The two have not talked before. */
  first: z.boolean(),
});
export type CallView = z.output<typeof callSchema>;

/** As `RTCConfiguration` takes it. */
const relaySchema = z.object({
  ice_servers: z.array(z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() })),
  /** End of the credentials. */
  until: z.iso.datetime(),
  policy: z.enum(["relay", "all"]),
});

export const contract = {
  callPermission: defineCall({
    method: "POST",
    path: "/api/call-permission.php",
    access: "confirmed",
    input: z.strictObject({ conversation: id, allow: z.boolean() }),
    /** `mutual`: the partner allows it too. */
    output: z.object({ allowed: z.boolean(), mutual: z.boolean() }),
    refuses: ["not_found", "blocked", "forbidden", "call_refused"],
    summary: "Whether the partner of a chat may call; both must have written, and both must allow it",
  }),

  startCall: defineCall({
    method: "POST",
    path: "/api/call.php",
    access: "confirmed",
    status: 201,
    input: z.strictObject({
      conversation: id,
      kind: z.enum(CALL_KINDS),
      client_id: key,
      /** A direct connection, if the callee chooses it too. */
      direct: z.boolean().default(false),
      /** What the member was told: credits for a call or for a minute. For more, or by another unit, it is refused. */
      per: z.enum(CALL_UNITS),
      price: z.int().min(0),
    }),
    /** Without credentials: the relay is for calls that are answered. */
    output: z.object({ call: callSchema }),
    refuses: [
      ...(["not_found", "blocked", "forbidden", "muted", "goodbye", "idempotency_conflict", "conflict"] as const),
      ...(["call_refused", "call_busy", "not_enough_credits", "debt_open", "price_changed"] as const),
    ],
    summary: "Rings a member who allows it; the same client_id rings once, and then finds that call",
  }),

  call: defineCall({
    method: "GET",
    path: "/api/call.php",
    /** Without an id: the call in which the member is, if any. */
    input: z.strictObject({ id: id.optional() }),
    output: z.object({ call: callSchema.nullable() }),
    refuses: ["not_found"],
    summary: "A call of the member",
  }),

  answerCall: defineCall({
    method: "POST",
    path: "/api/call-answer.php",
    access: "confirmed",
    /** `device`: a random id of the page that answers; another one is refused. */
    input: z.strictObject({ id, device: key, direct: z.boolean().default(false) }),
    output: z.object({ call: callSchema, relay: relaySchema }),
    refuses: ["not_found", "forbidden", "conflict", "call_refused", "call_over"],
    summary: "Takes a call; the caller pays for it, or for its first minute",
  }),

  endCall: defineCall({
    method: "POST",
    path: "/api/call-end.php",
    input: z.strictObject({ id, ending: z.enum(["declined", "cancelled", "hung_up", "missed", "failed"]) }),
    output: z.object({ call: callSchema }),
    refuses: ["not_found"],
    summary: "Ends a call for both; a call that is over stays as it ended",
  }),

  renewCall: defineCall({
    method: "POST",
    path: "/api/call-relay.php",
    /** `minute`: the one to be paid, from 1 on. Without it: credentials for the paid time. A call that rings has none. */
    input: z.strictObject({ id, minute: z.int().min(1).max(100_000).optional() }),
    output: z.object({ call: callSchema, relay: relaySchema }),
    refuses: ["not_found", "conflict", "call_refused", "call_over", "not_enough_credits", "debt_open"],
    summary: "Credentials of the relay for an answered call; the caller pays the minute, once",
  }),

  reportCall: defineCall({
    method: "POST",
    path: "/api/call-report.php",
    multipart: true,
    status: 201,
    input: z.strictObject({
      id,
      reason: z.enum(REPORT_REASONS),
      // Bounds the work; the rule counts characters.
      text: z.string().max(10_000).optional(),
      /** Also blocks the reported member, which ends the call. */
      block: z.stringbool().default(false),
      /** What the reporter saw last, with their agreement: JPEG. */
      picture_1: z.file().optional(),
      picture_2: z.file().optional(),
      picture_3: z.file().optional(),
    }),
    output: z.object({ reference: z.string(), blocked: z.boolean() }),
    refuses: ["not_found", "call_over", "too_large", "unsupported_media_type"],
    summary: "Reports the other member of a call, with up to three pictures of it as proof",
  }),
};
