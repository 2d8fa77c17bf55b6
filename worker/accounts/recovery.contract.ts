import { z } from "zod";
import { defineCall } from "../lib/call.ts";

const password = z.string().max(1024);

export const changePassword = defineCall({
  method: "PUT",
  path: "/api/password.php",
  input: z.strictObject({ old_password: password, password, password_repeat: password }),
  output: z.object({ changed: z.literal(true) }),
  summary: "Changes the password, ends all other sessions and renews this one",
});
