import { z } from "zod";
import { userSchema } from "#worker/accounts/user/user.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

const sessionSchema = z.object({
  /** Opens nothing. */
  id: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** ISO 3166-1 alpha-2 at the log-in; null if unknown. */
  country: z.string().nullable(),
  signed_in_at: z.iso.datetime(),
  /** Accurate to minutes. */
  last_seen_at: z.iso.datetime(),
  current: z.boolean(),
  /** A recent log-in, the account's first on that device. */
  new_device: z.boolean(),
});
export type Session = z.output<typeof sessionSchema>;

export const contract = {
  login: defineCall({
    method: "POST",
    path: "/api/user.php",
    access: "anyone",
    input: z.strictObject({ email: z.string().max(254), password: z.string().max(1024) }),
    output: userSchema,
    refuses: ["login_failed", "excluded", "banned", "login_blocked"],
    summary: "Logs in with e-mail address or username",
  }),

  logout: defineCall({
    method: "GET",
    path: "/api/logout.php",
    access: "anyone",
    input: z.object({}),
    output: z.object({ logged_out: z.literal(true) }),
    changesState: true,
    summary: "Ends this session",
  }),

  sessions: defineCall({
    method: "GET",
    path: "/api/sessions.php",
    input: z.object({}),
    output: z.object({ sessions: z.array(sessionSchema) }),
    summary: "Where the member is logged in, this device first and then the latest seen",
  }),

  endSessions: defineCall({
    method: "DELETE",
    path: "/api/sessions.php",
    /** One session by id, or all; `keep_this` spares the caller's own. */
    input: z
      .strictObject({
        session: z.string().max(64).optional(),
        all: z.literal(true).optional(),
        keep_this: z.boolean().optional(),
      })
      .refine(({ session, all }) => (session === undefined) === (all === true), { path: ["session"] }),
    output: z.object({ ended: z.int() }),
    refuses: ["not_found"],
    summary: "Logs out a device, or all",
  }),
};
