import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";
import { MOST_ACQUAINTANCES } from "./acquaintances.vocabulary.ts";

const emails = z.array(z.string().max(320)).min(1).max(MOST_ACQUAINTANCES);
/** Of the list alone: nothing tells whether an address belongs to a member. */
const listSchema = z.object({ count: z.int(), most: z.int(), changed_at: z.iso.datetime().nullable() });
export type AcquaintanceList = z.output<typeof listSchema>;

export const contract = {
  acquaintances: defineCall({
    method: "GET",
    path: "/api/acquaintances.php",
    input: z.object({}),
    output: listSchema,
    summary:
      "How many e-mail addresses are on the member's list of people who do not see the member; the addresses are not stored",
  }),

  addAcquaintances: defineCall({
    method: "POST",
    path: "/api/acquaintances.php",
    input: z.strictObject({
      emails,
      /** From a file of contacts: leaves out what is no address. */
      from_file: z.boolean().optional(),
    }),
    output: listSchema,
    summary:
      "Adds addresses; members with one, also later ones, no longer see the member, from a random time one to three days later",
  }),

  removeAcquaintances: defineCall({
    method: "DELETE",
    path: "/api/acquaintances.php",
    input: z.strictObject({ emails: emails.optional() }),
    output: listSchema,
    summary: "Takes these addresses off the list, or all; takes effect at a random time one to three days later",
  }),
};
