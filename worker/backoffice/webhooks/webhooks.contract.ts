import { z } from "zod";
import { DELIVERY_STATES, WEBHOOK_ENDS, WEBHOOK_EVENTS } from "#db/schema/operator-codes.ts";
import { confirmed } from "#worker/backoffice/staff/confirmation.contract.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const time = z.iso.datetime();
const id = z.string().max(100);
const event = z.enum(WEBHOOK_EVENTS);
const one = z.strictObject({ id });
/** The secret is in this answer only. */
const secret = z.object({ id: z.string(), secret: z.string() });
/** The cookie that shows it once: as base64url. */
const hands = ({ id: of, secret: shown }: z.output<typeof secret>) =>
  `${of}.${shown.replace("whsec_", "").replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  /** Null for all sites. */
  site: z.string().nullable(),
  events: z.array(event),
  by: z.string(),
  made_at: time,
  /** Null while it is on. */
  disabled_for: z.enum(WEBHOOK_ENDS).nullable(),
  failing_since: time.nullable(),
  /** The secret before the last rotation signs as well until then. */
  old_secret_until: time.nullable(),
  /** Counted up to 1,000 each. */
  waiting: z.number(),
  failed: z.number(),
});

const delivery = z.object({
  id: z.string(),
  event,
  site: z.string().nullable(),
  member: z.string().nullable(),
  object: z.string().nullable(),
  at: time,
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  /** HTTP status of the last answer. */
  answer: z.number().nullable(),
  error: z.string().nullable(),
  next_at: time.nullable(),
  done_at: time.nullable(),
});

const operation = { access: "operation", object: "deployment" } as const;
const CONFIRM = ["login_blocked", "passkey_failed"] as const;
const CHOICES = WEBHOOK_EVENTS.filter((name) => name !== "webhook.test");

export const contract = {
  webhooks: defineStaffCall({
    ...operation,
    method: "GET",
    path: "/staff/api/webhooks",
    input: z.strictObject({}),
    output: z.object({ webhooks: z.array(webhook), sites: z.array(z.object({ id: z.string(), name: z.string() })) }),
    leaves: { read: "open webhooks", limit: "staffLogs" },
    summary: "Lists the webhooks with their state",
  }),
  webhookLog: defineStaffCall({
    ...operation,
    method: "GET",
    path: "/staff/api/webhook-log",
    input: z.strictObject({ id, state: z.enum(DELIVERY_STATES).optional(), after: z.string().max(300).optional() }),
    output: z.object({ deliveries: z.array(delivery), next: z.string().nullable() }),
    refuses: ["not_found"],
    leaves: { read: "open webhook log", limit: "staffLogs", of: ({ id: webhook }) => [{ id: webhook }] },
    summary: "Lists the deliveries of a webhook, the newest first",
  }),
  addWebhook: defineStaffCall({
    ...operation,
    method: "POST",
    path: "/staff/api/webhooks",
    input: z.strictObject({
      url: z.string().max(1000),
      /** Empty for all sites. */
      site: z.string().max(100),
      ...(Object.fromEntries(CHOICES.map((name) => [name, z.literal("on").optional()])) as Record<
        (typeof CHOICES)[number],
        z.ZodOptional<z.ZodLiteral<"on">>
      >),
      ...confirmed,
    }),
    output: secret,
    hands,
    refuses: ["conflict", "too_many_requests", ...CONFIRM],
    leaves: CHANGE,
    summary: "Adds a webhook, and answers the secret that signs",
  }),
  rotateWebhookSecret: defineStaffCall({
    ...operation,
    method: "POST",
    path: "/staff/api/rotate-webhook-secret",
    input: z.strictObject({ id, ...confirmed }),
    output: secret,
    hands,
    refuses: ["not_found", "too_many_requests", ...CONFIRM],
    leaves: CHANGE,
    summary: "Gives a webhook a new secret; the old one signs as well for a day",
  }),
  switchWebhook: defineStaffCall({
    ...operation,
    method: "POST",
    path: "/staff/api/switch-webhook",
    input: z.strictObject({ id, to: z.enum(["on", "off"]) }),
    output: z.object({}),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    summary: "Switches a webhook on or off",
  }),
  removeWebhook: defineStaffCall({
    ...operation,
    method: "POST",
    path: "/staff/api/remove-webhook",
    input: one,
    output: z.object({}),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    summary: "Removes a webhook with its log",
  }),
  testWebhook: defineStaffCall({
    ...operation,
    method: "POST",
    path: "/staff/api/test-webhook",
    input: one,
    output: z.object({ delivered: z.boolean() }),
    shows: ({ delivered }) => ({ tested: delivered ? "yes" : "no" }),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    summary: "Sends the event webhook.test at once",
  }),
  replayWebhook: defineStaffCall({
    ...operation,
    method: "POST",
    path: "/staff/api/replay-webhook",
    /** Without a delivery: all that failed. */
    input: z.strictObject({ id, delivery: z.string().max(100).optional() }),
    output: z.object({ again: z.number() }),
    shows: ({ again }) => ({ again: String(again) }),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    summary: "Sends deliveries again, with the ids that they had",
  }),
};
