import { z } from "zod";
import { STAFF_ROLES } from "#db/schema/attributes.ts";
import { confirmed } from "./confirmation.contract.ts";
import { CHANGE, defineStaffCall } from "./staff-call.vocabulary.ts";

const nothing = z.strictObject({});
const text = z.string().max(500);
const id = z.string().max(100);
const role = z.enum(STAFF_ROLES);
/** The set-up link is in this answer only. */
const linked = z.object({ id: z.string(), link: z.string() });
/** The cookie that shows it once. */
const hands = ({ id: of, link }: z.output<typeof linked>) => `${of}.${link.split("token=")[1]}`;

/** Refusals of both factors. */
const CONFIRM = ["login_blocked", "passkey_failed"] as const;

export const contract = {
  staffPeople: defineStaffCall({
    method: "GET",
    path: "/staff/api/people",
    access: "operation",
    object: "staff_member",
    input: nothing,
    output: z.object({
      people: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          email: z.string(),
          role,
          state: z.enum(["active", "not_set_up", "disabled"]),
          created_at: z.string(),
          last_login_at: z.string().nullable(),
        }),
      ),
    }),
    leaves: { read: "open people", limit: "staffLogs" },
    summary: "Lists everybody who has or had a staff account",
  }),
  addStaff: defineStaffCall({
    method: "POST",
    path: "/staff/api/people",
    access: "operation",
    object: "staff_member",
    input: z.strictObject({ email: text, name: text, role, ...confirmed }),
    output: linked,
    hands,
    refuses: ["too_many_requests", ...CONFIRM],
    leaves: CHANGE,
    summary: "Adds a person, and answers the link that sets the account up",
  }),
  changeStaffRole: defineStaffCall({
    method: "POST",
    path: "/staff/api/role",
    access: "operation",
    object: "staff_member",
    input: z.strictObject({ id, role, ...confirmed }),
    output: z.object({}),
    refuses: ["not_found", "forbidden", "conflict", "too_many_requests", ...CONFIRM],
    leaves: CHANGE,
    summary: "Gives another person a role, and ends that person's sessions",
  }),
  disableStaff: defineStaffCall({
    method: "POST",
    path: "/staff/api/disable",
    access: "operation",
    object: "staff_member",
    input: z.strictObject({ id, ...confirmed }),
    output: z.object({}),
    refuses: ["not_found", "conflict", "too_many_requests", ...CONFIRM],
    leaves: CHANGE,
    summary: "Ends an account and its sessions; the last operator's stays",
  }),
  resetStaff: defineStaffCall({
    method: "POST",
    path: "/staff/api/reset",
    access: "operation",
    object: "staff_member",
    input: z.strictObject({ id, ...confirmed }),
    output: linked,
    hands,
    refuses: ["not_found", "forbidden", "too_many_requests", ...CONFIRM],
    leaves: CHANGE,
    summary: "Ends password, authenticator, passkeys and sessions of another person, and answers a new link",
  }),
};
