import { z } from "zod";
import { API_SCOPES } from "#db/schema/operator-codes.ts";
import { confirmed } from "#worker/backoffice/staff/confirmation.contract.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { MOST_DAYS } from "./programs.vocabulary.ts";

const time = z.iso.datetime();
const operation = { access: "operation", object: "deployment" } as const;
const scope = z.enum(API_SCOPES);
/** The token is in this answer only. */
const added = z.object({ id: z.string(), token: z.string() });

export const contract = {
  apiTokens: defineStaffCall({
    ...operation,
    method: "GET",
    path: "/staff/api/tokens",
    input: z.strictObject({}),
    output: z.object({
      tokens: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          prefix: z.string(),
          /** Null for all sites. */
          site: z.string().nullable(),
          scopes: z.array(scope),
          by: z.string(),
          made_at: time,
          until: time,
          last_used_at: time.nullable(),
          stands: z.boolean(),
        }),
      ),
      sites: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    leaves: { read: "open tokens", limit: "staffLogs" },
    summary: "Lists the tokens of operators' programs, with those that ended lately",
  }),
  addApiToken: defineStaffCall({
    ...operation,
    method: "POST",
    path: "/staff/api/tokens",
    input: z.strictObject({
      name: z.string().max(500),
      /** Empty for all sites. */
      site: z.string().max(100),
      days: z.coerce.number().int().min(1).max(MOST_DAYS),
      ...(Object.fromEntries(API_SCOPES.map((name) => [name, z.literal("on").optional()])) as Record<
        (typeof API_SCOPES)[number],
        z.ZodOptional<z.ZodLiteral<"on">>
      >),
      ...confirmed,
    }),
    output: added,
    hands: ({ id, token }) => `${id}.${token.replace("lia_", "")}`,
    refuses: ["conflict", "too_many_requests", "login_blocked", "passkey_failed"],
    leaves: CHANGE,
    summary: "Makes a token that reads some things until a day, and answers it once",
  }),
  revokeApiToken: defineStaffCall({
    ...operation,
    method: "POST",
    path: "/staff/api/revoke-token",
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({}),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    summary: "Ends a token at once",
  }),
};
