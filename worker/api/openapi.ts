import { z } from "zod";
import { CALLS } from "../calls.ts";
import { type Call, splitPath } from "../lib/call.ts";
import { ERROR_STATUS, type ErrorCode, FIELD_CODES } from "../lib/errors.ts";

type Json = Record<string, unknown>;

/** Refusals that depend on the call's kind; any call may add refusals of its rules. */
const ALWAYS: ErrorCode[] = ["malformed", "invalid", "too_many_requests", "internal", "upstream_failed", "upstream_timeout"];
const OF_A_WRITE: ErrorCode[] = ["cross_origin", "too_large", "unsupported_media_type", "conflict", "idempotency_conflict"];
const DESCRIPTIONS: Record<number, string> = {
  400: "Not readable",
  402: "Costs more credits than there are",
  403: "Not allowed",
  404: "Not there",
  405: "Wrong method",
  409: "Contradicts what happened before",
  410: "No longer valid",
  413: "Too large",
  415: "Not the type of body that is due",
  422: "Understood, but wrong",
  429: "Too often",
  500: "Failed here",
  502: "Failed behind",
  504: "No answer from behind in time",
};

/** The contract as an OpenAPI 3.1 document. */
export function openApi(server: string, name: string, session: string): Json {
  const paths: Record<string, Json> = {};
  for (const [operationId, call] of Object.entries(CALLS) as [string, Call][]) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(operationId, call) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${name} API`, version: "1" },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { Error: errorSchema() },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: session } },
    },
  };
}

function operation(operationId: string, call: Call): Json {
  const input = jsonSchema(call.input, "input");
  const member = call.access !== "anyone";
  return {
    operationId,
    summary: call.summary,
    tags: [splitPath(call).pathname.replace(/^\/api\/(.*)\.php$/, "$1")],
    security: member ? [{ session: [] }] : [{}, { session: [] }],
    ...(call.method === "GET" ? { parameters: queryParameters(input) } : writeInput(input, member, call.multipart)),
    responses: {
      [call.status]: { description: "Done", content: { "application/json": { schema: jsonSchema(call.output, "output") } } },
      ...(call.mayBeNothing ? { 204: { description: "Nothing" } } : {}),
      ...refusals(call),
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

function writeInput(schema: Json, member: boolean, multipart = false): Json {
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    schema: { type: "string", minLength: 8, maxLength: 200 },
  };
  return {
    ...(member ? { parameters: [key] } : {}),
    requestBody: {
      required: ((schema.required as string[] | undefined) ?? []).length > 0,
      content: { [multipart ? "multipart/form-data" : "application/json"]: { schema } },
    },
  };
}

/** What any call of this kind may refuse with, by status, and a default for what its rules add. */
function refusals(call: Call): Json {
  const codes = [...ALWAYS];
  if (call.method !== "GET") codes.push(...OF_A_WRITE);
  else if (call.changesState) codes.push("cross_origin");
  if (call.access !== "anyone") codes.push("authentication_required");
  if (call.access === "confirmed") codes.push("not_confirmed");
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  const byStatus: Json = {};
  for (const status of new Set(codes.map((code) => ERROR_STATUS[code]))) {
    const here = codes.filter((code) => ERROR_STATUS[code] === status);
    byStatus[status] = { description: `${DESCRIPTIONS[status]}: ${here.join(", ")}`, content };
  }
  return { ...byStatus, default: { description: "Any other refusal of the table of error codes", content } };
}

function errorSchema(): Json {
  const params = z.record(z.string(), z.union([z.string(), z.number()]));
  const field = z.object({ field: z.string(), code: z.enum(FIELD_CODES), message: z.string(), params: params.optional() });
  const error = z.object({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    field: z.string().nullable(),
    params,
    retry_after: z.number().nullable(),
    fields: z.array(field).optional(),
    request_id: z.string().optional(),
  });
  return jsonSchema(z.object({ error }), "output");
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
