import { z } from "zod";
import { STAFF_OBJECTS, STAFF_ROLES } from "#db/schema/attributes.ts";
import { CHANGE, defineStaffCall } from "./staff-call.vocabulary.ts";

const nothing = z.strictObject({});
const text = z.string().max(500);
export const person = z.object({ id: z.string(), name: z.string(), role: z.enum(STAFF_ROLES) });

export const contract = {
  staffMe: defineStaffCall({
    method: "GET",
    path: "/staff/api/me",
    access: "account",
    object: "none",
    input: nothing,
    output: person.extend({ email: z.string(), until: z.string() }),
    leaves: { nothing: "one's own name and role" },
    summary: "Says who is logged in, and until when",
  }),
  staffLogin: defineStaffCall({
    method: "POST",
    path: "/staff/api/login",
    access: "anyone",
    object: "none",
    input: z.strictObject({ email: text, password: text, code: text }),
    output: person,
    refuses: ["login_failed", "login_blocked"],
    leaves: CHANGE,
    summary: "Logs in by password and a code of the authenticator app, or a recovery code",
  }),
  staffLogout: defineStaffCall({
    method: "POST",
    path: "/staff/api/logout",
    access: "account",
    object: "none",
    input: nothing,
    output: z.object({}),
    leaves: CHANGE,
    summary: "Ends this session",
  }),
  staffSetup: defineStaffCall({
    method: "GET",
    path: "/staff/api/setup",
    access: "anyone",
    object: "none",
    input: z.strictObject({ token: text }),
    output: z.object({
      name: z.string(),
      email: z.string(),
      secret: z.string(),
      uri: z.string(),
      recovery: z.array(z.string()),
    }),
    refuses: ["link_expired"],
    leaves: { nothing: "for the holder of the link; its use is noted" },
    summary: "Proposes an authenticator secret and recovery codes to the holder of a set-up link",
  }),
  staffSetUp: defineStaffCall({
    method: "POST",
    path: "/staff/api/setup",
    access: "anyone",
    object: "none",
    input: z.strictObject({ token: text, password: text, code: text }),
    output: person,
    refuses: ["link_expired", "login_blocked"],
    leaves: CHANGE,
    summary: "Sets password and authenticator by a set-up link, and logs in",
  }),
  staffSessions: defineStaffCall({
    method: "GET",
    path: "/staff/api/sessions",
    access: "account",
    object: "staff_member",
    input: nothing,
    output: z.object({
      sessions: z.array(
        z.object({
          id: z.string(),
          user_agent: z.string(),
          created_at: z.string(),
          expires_at: z.string(),
          current: z.boolean(),
        }),
      ),
    }),
    leaves: { nothing: "one's own sessions" },
    summary: "Lists one's own open sessions",
  }),
  staffEndSessions: defineStaffCall({
    method: "POST",
    path: "/staff/api/end-sessions",
    access: "account",
    object: "staff_member",
    input: nothing,
    output: z.object({ ended: z.int() }),
    leaves: CHANGE,
    summary: "Ends all of one's own sessions but this one",
  }),
  staffAudit: defineStaffCall({
    method: "GET",
    path: "/staff/api/audit",
    access: "operation",
    object: "audit",
    input: z.strictObject({ before: z.coerce.number().int().positive().optional(), staff: text.optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          id: z.int(),
          at: z.string(),
          staff: z.string().nullable(),
          name: z.string().nullable(),
          action: z.string(),
          object_kind: z.enum(STAFF_OBJECTS),
          object_id: z.string().nullable(),
          reason: z.string().nullable(),
          request_id: z.string(),
        }),
      ),
      next: z.int().nullable(),
    }),
    leaves: { read: "open audit log", limit: "staffLogs" },
    summary: "Lists the audit log, newest first",
  }),
};
