import { z } from "zod";
import { contract as members } from "#worker/accounts/sessions/passkeys.contract.ts";
import { defineStaffCall } from "./staff-call.vocabulary.ts";

const text = z.string().max(500);

/** Fields of a change that a session alone may not make: password and code, or a passkey's answer. */
export const confirmed = {
  password: text.optional(),
  code: text.optional(),
  credential: members.passkeyLogin.input.shape.credential.optional(),
};

export const contract = {
  staffConfirmChallenge: defineStaffCall({
    method: "POST",
    path: "/staff/api/confirm-challenge",
    access: "account",
    object: "staff_member",
    input: z.strictObject({}),
    output: members.passkeyChallenge.output,
    refuses: ["too_many_requests"],
    leaves: { nothing: "a challenge; the change is noted" },
    summary: "What a browser needs to confirm a change with a passkey, in place of password and code",
  }),
};
