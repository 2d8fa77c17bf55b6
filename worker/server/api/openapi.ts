import { z } from "zod";
import { passkeySchema } from "#worker/accounts/sessions/passkeys.contract.ts";
import { userSchema } from "#worker/accounts/user/user.contract.ts";
import { PROGRAM_REFUSES } from "#worker/backoffice/programs/program-reads.contract.ts";
import { mandateSchema } from "#worker/billing/directdebit/directdebit.contract.ts";
import { discountCodeSchema } from "#worker/billing/discounts/discounts.contract.ts";
import { paymentSchema } from "#worker/billing/payments/payments.contract.ts";
import { offerSchema, transactionSchema } from "#worker/billing/wallet/wallet.contract.ts";
import { preferencesSchema } from "#worker/delivery/notifications/preferences.contract.ts";
import { cardSchema, imageSchema, profileSchema } from "#worker/discovery/members/members.contract.ts";
import { ownPhotoSchema } from "#worker/discovery/photos/photos.contract.ts";
import { deckSchema } from "#worker/discovery/swipe/swipe.contract.ts";
import { chatListSchema, messageSchema } from "#worker/messaging/chat/chat.contract.ts";
import { bySpecificity, type Call, refusalsOf, splitPath } from "#worker/platform/call.ts";
import { ERROR_STATUS, type ErrorCode } from "#worker/platform/errors.ts";
import { CALLS, type CallName } from "#worker/server/calls.ts";
import { EXAMPLES } from "./openapi-examples.ts";
import {
  AGE_ANSWER_POST,
  ANSWER_REFUSES,
  errorSchema,
  FILES,
  LIVE,
  LIVE_REFUSES,
  liveSchemas,
  MAIL_REPORT,
  NOTICE_REFUSES,
  ORIGIN,
  PAYMENT_NOTICE,
  REPORT_REFUSES,
} from "./openapi-extras.ts";
import { programPaths, TOKEN_SCHEME } from "./openapi-programs.ts";
import { type Json, jsonSchema } from "./openapi-schema.ts";
import { TAG_LIST, tagOf } from "./openapi-tags.ts";
import { describe, INTRODUCTION } from "./openapi-words.ts";

const DESCRIPTIONS: Record<number, string> = {
  400: "Not readable",
  402: "Costs more credits than the balance",
  403: "Not allowed",
  404: "Not found",
  409: "Contradicts an earlier request",
  410: "No longer valid",
  413: "Too large",
  415: "Wrong type of body",
  422: "Readable, but wrong",
  429: "Too often",
  500: "Failed here",
  502: "Failed at the upstream",
  503: "Still in progress",
  504: "No answer of the upstream in time",
};

const CACHE_HEADERS = {
  ETag: { schema: { type: "string" } },
  "Cache-Control": {
    description: "`public` with a short `max-age`, or `private, no-cache` where the answer depends on the visitor",
    schema: { type: "string" },
  },
};

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds until the call may succeed", schema: { type: "integer", minimum: 0 } },
};
/** Statuses whose refusals pass by waiting. */
const PASSING: readonly number[] = [429, 503];

const NAMED = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  Image: imageSchema,
  Card: cardSchema,
  Profile: profileSchema,
  User: userSchema,
  Photo: ownPhotoSchema,
  Message: messageSchema,
  ChatList: chatListSchema,
  Offer: offerSchema,
  Transaction: transactionSchema,
  DiscountCode: discountCodeSchema,
  Payment: paymentSchema,
  Mandate: mandateSchema,
  Passkey: passkeySchema,
  Deck: deckSchema,
  Preferences: preferencesSchema,
  Error: errorSchema,
}))
  NAMED.add(schema, { id });

/** `server` is an origin, `session` the name of the session cookie there. */
export function openApi(server: string, settings: { name: string; support_email: string }, session: string): Json {
  const { name } = settings;
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [operationId, call] of bySpecificity(Object.entries(CALLS) as [string, Call][]).reverse()) {
    const { pathname } = splitPath(call);
    const method = call.method.toLowerCase();
    const path = paths[pathname] ?? {};
    const made = operation(operationId, call, schemas);
    paths[pathname] = { ...path, [method]: path[method] ? merged(path[method] as Json, made) : made };
  }
  jsonSchema(errorSchema, "output", NAMED, schemas);
  Object.assign(schemas, liveSchemas());
  return {
    openapi: "3.1.0",
    info: {
      title: `${name} API`,
      version: "1",
      description: INTRODUCTION,
      contact: { name, email: settings.support_email },
      license: { name: "None granted: see the site's terms", url: `${server}/terms` },
    },
    servers: [{ url: server }],
    tags: TAG_LIST,
    paths: {
      ...paths,
      ...FILES,
      ...programPaths({
        parameters: ({ input }) => queryParameters(jsonSchema(input, "input", NAMED, schemas)),
        answer: ({ output }) => jsonSchema(output, "output", NAMED, schemas),
        refusals: refusals(PROGRAM_REFUSES),
        tag: tagOf("/v1/x"),
      }),
      "/api/live.php": { get: { ...LIVE, responses: { ...LIVE.responses, ...refusals(LIVE_REFUSES) } } },
      "/api/age-answer.php": {
        post: { ...AGE_ANSWER_POST, responses: { ...AGE_ANSWER_POST.responses, ...refusals(ANSWER_REFUSES) } },
      },
      "/api/mail-report.php": { post: { ...MAIL_REPORT, responses: { ...MAIL_REPORT.responses, ...refusals(REPORT_REFUSES) } } },
      "/api/payment-webhook.php": {
        get: noticeBy("GET"),
        post: noticeBy("POST"),
      },
    },
    components: {
      schemas,
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: session }, token: TOKEN_SCHEME },
    },
  };
}

/** Some providers send a GET. */
function noticeBy(method: "GET" | "POST"): Json {
  const { operationId, responses, ...rest } = PAYMENT_NOTICE;
  return {
    ...rest,
    operationId: method === "GET" ? `${operationId}ByGet` : operationId,
    responses: { ...responses, ...refusals(NOTICE_REFUSES) },
  };
}

/** Two calls share a path and method; `second` has a query of its own. */
function merged(first: Json, second: Json): Json {
  const both = [first, second].map(({ responses }) => responses as Record<string, Json>);
  const responses: Json = {};
  for (const status of new Set(both.flatMap((answers) => Object.keys(answers)))) {
    const here = both.map((answers) => answers[status]).filter((answer) => answer !== undefined);
    const description = [...new Set(here.map((answer) => answer.description))].join("; ");
    const bodies = [...new Set(here.map((answer) => JSON.stringify(schemaOf(answer))))].map((text) => JSON.parse(text));
    responses[status] = { ...here[0], description, content: json(bodies.length > 1 ? { anyOf: bodies } : bodies[0]) };
  }
  return {
    ...first,
    summary: `${first.summary}; with the query: ${second.summary}`,
    description: `${first.description} With the query: ${second.description}`,
    parameters: (second.parameters as Json[]).map((parameter) => ({ ...parameter, required: false })),
    requestBody: {
      required: true,
      content: json({ anyOf: [first, second].map(({ requestBody }) => schemaOf(requestBody as Json)) }),
    },
    responses,
    "x-operations": [first.operationId, second.operationId],
  };
}

const json = (schema: unknown): Json => ({ "application/json": { schema } });
const schemaOf = ({ content }: Json): unknown =>
  (content as { "application/json": { schema: unknown } })["application/json"].schema;

function operation(operationId: string, call: Call, schemas: Json): Json {
  const input = jsonSchema(call.input, "input", NAMED, schemas);
  const member = call.access !== "anyone";
  const { pathname, search } = splitPath(call);
  const own = [...new URLSearchParams(search)].map(([name, value]) => ({
    name,
    in: "query",
    required: true,
    schema: { const: value },
  }));
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    schema: { type: "string", minLength: 8, maxLength: 200 },
  };
  const writes = call.method !== "GET";
  const cached = call.sameFor ? { headers: CACHE_HEADERS } : {};
  const known = { name: "If-None-Match", in: "header", required: false, schema: { type: "string" } };
  return {
    operationId,
    summary: call.summary,
    description: describe(operationId, call),
    tags: [tagOf(pathname)],
    security: member ? [{ session: [] }] : [{}, { session: [] }],
    parameters: [
      ...own,
      ...(writes || call.changesState ? [ORIGIN] : []),
      ...(writes ? (member ? [key] : []) : queryParameters(input)),
      ...(call.sameFor ? [known] : []),
    ],
    ...(writes ? { requestBody: bodyOf(operationId, input, call) } : {}),
    responses: {
      [call.status]: { description: "Done", ...cached, content: json(jsonSchema(call.output, "output", NAMED, schemas)) },
      ...(call.sameFor ? { 304: { description: "Unchanged since If-None-Match", ...cached } } : {}),
      ...(call.mayBeNothing ? { 204: { description: "Nothing" } } : {}),
      ...refusals(refusalsOf(call)),
    },
  };
}

function queryParameters(schema: Json): Json[] {
  const required = (schema.required as string[] | undefined) ?? [];
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, property]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: property,
  }));
}

function bodyOf(operationId: string, schema: Json, { multipart }: Call): Json {
  const example = EXAMPLES[operationId as CallName];
  return {
    required: ((schema.required as string[] | undefined) ?? []).length > 0,
    content: { [multipart ? "multipart/form-data" : "application/json"]: { schema, ...(example && { example }) } },
  };
}

function refusals(codes: ErrorCode[]): Json {
  const content = json({ $ref: "#/components/schemas/Error" });
  const byStatus: Json = {};
  for (const status of new Set(codes.map((code) => ERROR_STATUS[code]))) {
    const here = codes.filter((code) => ERROR_STATUS[code] === status);
    const headers = PASSING.includes(status) ? { headers: RETRY_AFTER } : {};
    byStatus[status] = { description: `${DESCRIPTIONS[status]}: ${here.join(", ")}`, ...headers, content };
  }
  return { ...byStatus, default: { description: "Any other refusal", content } };
}
