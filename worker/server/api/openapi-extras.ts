import { z } from "zod";
import { reportSchema } from "#worker/delivery/mail/mail.contract.ts";
import { ERROR_STATUS, type ErrorCode, FIELD_CODES } from "#worker/platform/errors.ts";
import { tagOf } from "./openapi-tags.ts";

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
  draft: { profile: "string", client: "string", text: "string", reply_to: "integer", version: "integer" },
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
  news: {},
  typing: { conversation: "string" },
  call_ring: { call: "string", conversation: "string", profile: "string", name: "string", kind: "string" },
  call_taken: { call: "string", ended: "boolean" },
  call_answered: { call: "string", direct: "boolean" },
  call_ended: { call: "string", ending: "string" },
  signal: { call: "string", n: "integer", data: {} },
  signal_ack: { call: "string", n: "integer" },
  pong: {},
} satisfies Record<import("#worker/delivery/live/live.protocol.ts").LiveEvent["type"], object>;
const FRAMES = {
  typing: { conversation: "string" },
  read: { conversation: "string", seq: "integer" },
  visible: {},
  hidden: {},
  call_here: { call: "string", device: "string", received: "integer" },
  signal: { call: "string", n: "integer", data: {} },
  ping: {},
} satisfies Record<import("#worker/delivery/live/live.protocol.ts").LiveFrame["type"], object>;

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

const text = (name: string, where: "query" | "header", description: string) => ({
  name,
  in: where,
  required: true,
  description,
  schema: { type: "string" },
});

/** Of each call that changes something, and of the socket. */
export const ORIGIN = {
  name: "Origin",
  in: "header",
  required: false,
  description: "This server's address. Browsers send it by themselves; others send it, or `Sec-Fetch-Site: same-origin`.",
  schema: { type: "string", format: "uri", examples: ["https://liaison.example"] },
};

const inPath = (name: string, description: string, pattern: string) => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string", pattern },
});
const binary = (description: string, type: string) => ({
  description,
  content: { [type]: { schema: { type: "string", format: "binary" } } },
});

/** Files that answers of calls name. */
export const FILES = {
  "/media/{filename}": {
    get: {
      operationId: "mediaFile",
      summary: "A photo, for the viewer to whom the link was given",
      description:
        "`cdn_prefix` of `/api/settings.php` and a file name of an image make its address, query included. Such a link ends with the next day, and at once when the viewer may not see the photo any more.",
      tags: [tagOf("/media/x")],
      security: [{}, { session: [] }],
      parameters: [
        inPath("filename", "As an answer names it, without its query", "^[A-Za-z0-9_-]{1,100}\\.(full|card|thumb)$"),
        text("d", "query", "Part of the file name"),
        text("o", "query", "Part of the file name"),
        text("s", "query", "Part of the file name"),
      ],
      responses: { 200: binary("The picture", "image/webp"), 404: { description: "Not found, or not for this viewer" } },
    },
  },
  "/download/{id}.zip": {
    get: {
      operationId: "downloadExport",
      summary: "The archive of the member's own data",
      description: "`id` is that of `/api/export.php`, once its `status` is `ready`. For its owner while logged in.",
      tags: [tagOf("/download/x")],
      security: [{ session: [] }],
      parameters: [inPath("id", "The id of the export", "^[0-9a-z]{20}$")],
      responses: {
        200: binary("A ZIP file with the data as JSON, the photos, and a page that shows them", "application/zip"),
        303: { description: "To the log-in, or to the page of exports where the archive is gone" },
        404: { description: "Not found" },
      },
    },
  },
};

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
  tags: [tagOf("/api/live.php")],
  security: [{ session: [] }],
  parameters: [ORIGIN, { name: "Upgrade", in: "header", required: true, schema: { const: "websocket" } }],
  responses: {
    101: {
      description: "Switching protocols. The content is what the frames hold, for generators of clients.",
      content: {
        "application/json": {
          schema: { oneOf: [{ $ref: "#/components/schemas/LiveEvent" }, { $ref: "#/components/schemas/LiveFrame" }] },
        },
      },
    },
  },
};

export const REPORT_REFUSES: ErrorCode[] = ["malformed", "forbidden", "not_found", "too_large", "internal"];

const { $schema: _, ...reportBody } = z.toJSONSchema(reportSchema, { io: "input" });

export const MAIL_REPORT = {
  operationId: "mailReport",
  summary: "A mail provider reports a bounce, a complaint or an unsubscription",
  description: "The body is signed with the secret that the site shares with the provider.",
  tags: [tagOf("/api/mail-report.php")],
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
  tags: [tagOf("/api/payment-webhook.php")],
  security: [{}],
  parameters: [text("provider", "query", "Name of the provider")],
  responses: { 200: { description: "Received", content: { "text/plain": { schema: { type: "string" } } } } },
};

export const ANSWER_REFUSES: ErrorCode[] = ["malformed", "too_large", "too_many_requests", "internal", ...PROXIED];

export const AGE_ANSWER_POST = {
  operationId: "ageAnswer",
  summary: "An age verification app answers an open request",
  description: "The direct post of OpenID4VP 1.0, section 8.2. The answer is the same whatever became of it.",
  tags: [tagOf("/api/age-answer.php")],
  security: [{}],
  requestBody: {
    required: true,
    content: {
      "application/x-www-form-urlencoded": {
        schema: {
          type: "object",
          properties: { state: { type: "string" }, vp_token: { type: "string" }, error: { type: "string" } },
          required: ["state"],
        },
      },
    },
  },
  responses: {
    200: {
      description: "Where the app leads the browser",
      content: {
        "application/json": {
          schema: { type: "object", properties: { redirect_uri: { type: "string", format: "uri" } }, required: ["redirect_uri"] },
        },
      },
    },
  },
};
