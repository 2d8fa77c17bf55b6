import { z } from "zod";
import { SIGNUP_BAN_KINDS } from "#db/schema/attributes.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const time = z.iso.datetime();
const kind = z.enum(SIGNUP_BAN_KINDS);

const ban = z.object({
  id: z.string(),
  /** Null for all sites. */
  site: z.string().nullable(),
  kind,
  value: z.string(),
  reason: z.string(),
  by: z.string(),
  made_at: time,
  until: time,
  stands: z.boolean(),
});

export const contract = {
  signupBans: defineStaffCall({
    method: "GET",
    path: "/staff/api/signup-bans",
    access: "operation",
    object: "deployment",
    input: z.strictObject({}),
    output: z.object({ bans: z.array(ban), sites: z.array(z.object({ id: z.string(), name: z.string() })) }),
    leaves: { read: "open bans", limit: "staffLogs" },
    summary: "Lists networks and mail domains from which nobody signs up, with those that ended lately",
  }),
  addSignupBan: defineStaffCall({
    method: "POST",
    path: "/staff/api/add-signup-ban",
    access: "operation",
    object: "deployment",
    input: z.strictObject({
      ...{ site: z.string().max(100), kind, value: z.string().max(300), reason: z.string().max(1000) },
      days: z.coerce.number().int().min(1).max(730),
    }),
    output: z.object({ id: z.string() }),
    refuses: ["conflict", "too_many_requests"],
    leaves: CHANGE,
    summary: "Refuses sign-ups from a network, or with addresses of a mail domain, until a day",
  }),
  endSignupBan: defineStaffCall({
    method: "POST",
    path: "/staff/api/end-signup-ban",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({}),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    summary: "Ends a ban of a network or a mail domain",
  }),
};
