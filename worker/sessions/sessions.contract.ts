import { z } from "zod";
import { defineCall } from "../lib/call.ts";

const sessionSchema = z.object({
  /** Names the session in this list and opens nothing. */
  id: z.string(),
  /** Names of their makers; null for what is not known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** ISO 3166-1 alpha-2 of the log-in; null where nobody knows. */
  country: z.string().nullable(),
  signed_in_at: z.iso.datetime(),
  /** To within minutes. */
  last_seen_at: z.iso.datetime(),
  /** The session that asks. */
  current: z.boolean(),
  /** A log-in of the last days on a device that the account had not been on before. */
  new_device: z.boolean(),
});
export type Session = z.output<typeof sessionSchema>;

export const contract = {
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
    /** One of them by its id, or all; with `keep_this` all but the one that asks. */
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
