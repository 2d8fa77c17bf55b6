import { z } from "zod";
import { ERROR_STATUS, type ErrorCode, FIELD_CODES } from "#worker/lib/errors.ts";
import { reportSchema } from "#worker/mail/mail.contract.ts";

const params = z.record(z.string(), z.union([z.string(), z.number()]));
const field = z.object({ field: z.string(), code: z.enum(FIELD_CODES), message: z.string(), params: params.optional() });

export const errorSchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    field: z.string().nullable(),
    params,
    retry_after: z.number().nullable(),
    fields: z.array(field).optional(),
    request_id: z.string().optional(),
  }),
});

const COUNTERS = { unread_messages: "integer", new_likes: "integer" };
const EVENTS = {
  hello: { counters: COUNTERS, changed: "boolean" },
  message: { conversation: "string", message: { $ref: "#/components/schemas/Message" } },
  changed: { conversation: "string", message: { $ref: "#/components/schemas/Message" } },
  draft: { profile: "string", client: "string", text: "string", reply_to: "integer" },
  chats: {},
  delivered: { conversation: "string", seq: "integer" },
  read: { conversation: "string", seq: "integer" },
  ended: { conversation: "string", own: "boolean" },
  like: { profile: "string", match: "boolean" },
  profile: { profile: "string" },
  counters: { counters: COUNTERS },
  recount: {},
  payment: { payment: "string" },
  presence: { profile: "string", online: "boolean" },
  photo_access: { profile: "string" },
  typing: { conversation: "string" },
  pong: {},
} satisfies Record<import("#worker/live/live.protocol.ts").LiveEvent["type"], object>;
const FRAMES = {
  typing: { conversation: "string" },
  read: { conversation: "string", seq: "integer" },
  visible: {},
  hidden: {},
  ping: {},
} satisfies Record<import("#worker/live/live.protocol.ts").LiveFrame["type"], object>;

type Fields = { [name: string]: string | Fields | { $ref: string } };

function objectOf(fields: Fields, constants: Record<string, unknown> = {}): object {
  const properties = Object.entries(fields).map(([name, type]) => [
    name,
    typeof type === "string" ? { type } : "$ref" in type ? type : objectOf(type as Fields),
  ]);
  return {
    type: "object",
    properties: { ...constants, ...Object.fromEntries(properties) },
    required: [...Object.keys(constants), ...Object.keys(fields)],
  };
}

const framesOf = (frames: Record<string, Fields>) => ({
  oneOf: Object.entries(frames).map(([type, fields]) => objectOf(fields, { type: { const: type } })),
});

/** OpenAPI cannot describe socket frames; they are listed as schemas. */
export const liveSchemas = () => ({ LiveEvent: framesOf(EVENTS), LiveFrame: framesOf(FRAMES) });

/** In proxy mode the upstream answers, or fails to. */
const PROXIED: ErrorCode[] = ["upstream_failed", "upstream_timeout"];

export const LIVE_REFUSES: ErrorCode[] = [
  "malformed",
  "authentication_required",
  "cross_origin",
  "too_many_requests",
  "internal",
  ...PROXIED,
];

export const LIVE = {
  operationId: "live",
  summary: "The member's socket (RFC 6455)",
  description:
    "The server sends `#/components/schemas/LiveEvent`, the browser `#/components/schemas/LiveFrame`, one JSON object a text frame. Close code 4403: the session is over. 1012: connect again.",
  tags: ["live"],
  security: [{ session: [] }],
  parameters: [{ name: "Upgrade", in: "header", required: true, schema: { const: "websocket" } }],
  responses: { 101: { description: "Switching protocols" } },
};

export const REPORT_REFUSES: ErrorCode[] = ["malformed", "forbidden", "not_found", "too_large", "internal"];

const text = (name: string, where: "query" | "header", description: string) => ({
  name,
  in: where,
  required: true,
  description,
  schema: { type: "string" },
});
const { $schema: _, ...reportBody } = z.toJSONSchema(reportSchema, { io: "input" });

export const MAIL_REPORT = {
  operationId: "mailReport",
  summary: "A mail provider reports a bounce, a complaint or an unsubscription",
  tags: ["mail-report"],
  security: [{}],
  parameters: [
    text("provider", "query", "Name of the provider"),
    text("Report-Timestamp", "header", "Seconds since 1970, at most five minutes away"),
    text("Report-Signature", "header", "`v1=` and the HMAC-SHA-256 of `<timestamp>.<body>`, hexadecimal"),
  ],
  requestBody: { required: true, content: { "application/json": { schema: reportBody } } },
  responses: {
    200: {
      description: "Received",
      content: {
        "application/json": {
          schema: { type: "object", properties: { received: { const: true } }, required: ["received"] },
        },
      },
    },
  },
};

export const NOTICE_REFUSES: ErrorCode[] = ["malformed", "forbidden", "too_large", "internal", ...PROXIED];

export const PAYMENT_NOTICE = {
  operationId: "paymentNotice",
  summary: "A payment provider tells the state of a payment",
  description: "The form, the signature and the answer are the provider's own. Notices may come late, twice and out of order.",
  tags: ["payment-webhook"],
  security: [{}],
  parameters: [text("provider", "query", "Name of the provider")],
  responses: { 200: { description: "Received", content: { "text/plain": { schema: { type: "string" } } } } },
};
