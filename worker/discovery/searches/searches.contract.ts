import { z } from "zod";
import { filterSchema, savedSchema } from "#worker/discovery/members/members.contract.ts";
import { SORTS } from "#worker/discovery/members/search.vocabulary.ts";
import { defineCall } from "#worker/platform/call.ts";

const id = z.string().min(1).max(40);
/** Trimmed; 1 to 60 characters. */
const name = z.string().max(1000);

const searchSchema = savedSchema.extend({
  filter: filterSchema,
  sort: z.enum(SORTS),
  /** The member is told of new members who fit. */
  notify: z.boolean(),
  /** When somebody new was last found. */
  found_at: z.iso.datetime().nullable(),
});
export type SavedSearch = z.output<typeof searchSchema>;

const list = z.object({ searches: z.array(searchSchema), most: z.int() });

export const contract = {
  savedSearches: defineCall({
    method: "GET",
    prefetch: "page",
    path: "/api/searches.php",
    input: z.object({}),
    output: list,
    summary: "The member's saved searches, newest first",
  }),

  saveSearch: defineCall({
    method: "POST",
    path: "/api/searches.php",
    input: filterSchema.extend({ name, sort: z.enum(SORTS).optional(), notify: z.boolean().default(true) }),
    output: z.object({ search: searchSchema }),
    summary: "Saves a search under a name; the same filters again change its name, order and notice",
  }),

  changeSearch: defineCall({
    method: "PUT",
    path: "/api/searches.php",
    input: z.strictObject({ search: id, name: name.optional(), notify: z.boolean().optional() }),
    output: list,
    refuses: ["not_found"],
    summary: "Changes the name or the notice of a saved search",
  }),

  removeSearch: defineCall({
    method: "DELETE",
    path: "/api/searches.php",
    input: z.strictObject({ search: id }),
    output: list,
    refuses: ["not_found"],
    summary: "Forgets a saved search",
  }),
};
