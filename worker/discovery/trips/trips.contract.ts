import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";

const id = z.string().min(1).max(40);
const line = z.string().max(160);

const tripSchema = z.object({
  id: z.string(),
  country: z.string(),
  region: z.string(),
  city: z.string(),
  /** First and last day (ISO 8601), in the zone of the member's country. */
  from: z.iso.date(),
  until: z.iso.date(),
  /** Others see it now, and distances use its town. */
  shown: z.boolean(),
});
export type Trip = z.output<typeof tripSchema>;

const list = z.object({
  /** The next one first. */
  trips: z.array(tripSchema),
  most: z.int(),
  /** First and last day on which a trip may begin. */
  earliest: z.iso.date(),
  latest: z.iso.date(),
});

const wanted = { country: line, region: line, city: line, from: line, until: line };

export const contract = {
  trips: defineCall({
    method: "GET",
    path: "/api/trips.php",
    input: z.object({}),
    output: list,
    summary: "The member's trips: second towns for days to come",
  }),

  addTrip: defineCall({
    method: "POST",
    path: "/api/trips.php",
    input: z.strictObject(wanted),
    output: list,
    summary: "Adds a trip to a town of the site's countries; the same trip again changes nothing",
  }),

  changeTrip: defineCall({
    method: "PUT",
    path: "/api/trips.php",
    input: z.strictObject({ trip: id, ...wanted }),
    output: list,
    refuses: ["not_found"],
    summary: "Changes town and days of a trip",
  }),

  removeTrip: defineCall({
    method: "DELETE",
    path: "/api/trips.php",
    input: z.strictObject({ trip: id }),
    output: list,
    refuses: ["not_found"],
    summary: "Removes a trip; others see the own town again at once",
  }),
};
