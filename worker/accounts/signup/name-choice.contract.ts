import { z } from "zod";
import { userSchema } from "#worker/accounts/user/user.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

export const contract = {
  chooseName: defineCall({
    method: "PUT",
    path: "/api/name.php",
    access: "confirmed",
    // The rules refuse a name in the member's language.
    input: z.strictObject({
      name: z.string().max(1000).meta({ description: "As at the sign-up; the present name keeps it" }),
    }),
    output: userSchema,
    refuses: ["conflict"],
    summary: "Chooses a name, once, for a member whose wanted one was taken at the sign-up (`wanted_name` of the user)",
  }),
};
