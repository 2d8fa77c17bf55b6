import { z } from "zod";
import { contract as members } from "#worker/accounts/sessions/passkeys.contract.ts";
import { confirmed } from "./confirmation.contract.ts";
import { person } from "./staff.contract.ts";
import { CHANGE, defineStaffCall } from "./staff-call.vocabulary.ts";

const nothing = z.strictObject({});
const text = z.string().max(500);
const id = z.string().max(1400);
const list = members.passkeys.output;

/** Options and answers are those of Web Authentication, as for members. */
export const contract = {
  staffPasskeys: defineStaffCall({
    method: "GET",
    path: "/staff/api/passkeys",
    access: "account",
    object: "staff_member",
    input: nothing,
    output: list,
    leaves: { nothing: "one's own passkeys" },
    summary: "Lists one's own passkeys",
  }),
  newStaffPasskey: defineStaffCall({
    method: "POST",
    path: "/staff/api/passkey-options",
    access: "account",
    object: "staff_member",
    input: z.strictObject(confirmed),
    output: members.newPasskey.output,
    refuses: ["too_many_requests", "login_blocked", "passkey_failed"],
    leaves: { nothing: "a challenge; the new passkey is noted" },
    summary: "What a browser needs to make a passkey, for who confirms with password and code or with another passkey",
  }),
  addStaffPasskey: defineStaffCall({
    method: "POST",
    path: "/staff/api/passkeys",
    access: "account",
    object: "staff_member",
    input: members.addPasskey.input,
    output: list,
    refuses: ["passkey_failed", "conflict"],
    leaves: CHANGE,
    summary: "Adds the passkey that a browser has made",
  }),
  removeStaffPasskey: defineStaffCall({
    method: "POST",
    path: "/staff/api/remove-passkey",
    access: "account",
    object: "staff_member",
    input: z.strictObject({ passkey: id, password: text }),
    output: list,
    refuses: ["not_found", "login_blocked"],
    leaves: CHANGE,
    summary: "Removes a passkey: it opens nothing any more",
  }),
  staffPasskeyChallenge: defineStaffCall({
    method: "POST",
    path: "/staff/api/passkey-challenge",
    access: "anyone",
    object: "none",
    input: nothing,
    output: members.passkeyChallenge.output,
    refuses: ["too_many_requests"],
    leaves: { nothing: "a challenge; the log-in is noted" },
    summary: "What a browser needs to log in with a passkey",
  }),
  staffPasskeyLogin: defineStaffCall({
    method: "POST",
    path: "/staff/api/passkey-login",
    access: "anyone",
    object: "none",
    input: members.passkeyLogin.input,
    output: person,
    refuses: ["login_failed", "login_blocked"],
    leaves: CHANGE,
    summary: "Logs in with a passkey, in place of password and code",
  }),
};
