import { z } from "zod";
import { LANGUAGES } from "#locales/languages.ts";
import { cardSchema } from "#worker/discovery/members/members.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

const id = z.string().min(1).max(40);
const cursor = z.string().max(300).optional();

const ATTENDANCES = ["going", "interested"] as const;

const cardOfEvent = z.object({
  id: z.string(),
  status: z.enum(["published", "cancelled"]),
  title: z.string(),
  /** In which title and text are written. */
  language: z.enum(LANGUAGES),
  /** Languages spoken there. */
  spoken: z.array(z.enum(LANGUAGES)),
  country: z.string(),
  region: z.string(),
  city: z.string(),
  /** Where in the town. */
  place: z.string(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  /** IANA name of the town's zone. */
  zone: z.string(),
  /** Null without a limit. */
  places: z.int().nullable(),
  full: z.boolean(),
  /** At least so many go, in steps; null for fewer than five. */
  going: z.int().nullable(),
  attendance: z.enum(ATTENDANCES).nullable(),
  /** Others who go and are listed see the member. */
  listed: z.boolean(),
});
export type EventCard = z.output<typeof cardOfEvent>;

export const contract = {
  events: defineCall({
    method: "GET",
    path: "/api/events.php",
    input: z.strictObject({
      /** `near` is 50 km around the own town, `mine` what the member chose; a number is `town` of the answer. */
      where: z
        .string()
        .regex(/^(near|mine|\d{1,9})$/)
        .optional(),
      /** On this day or later, by the clock of the town. */
      from: z.iso.date().optional(),
      cursor,
    }),
    output: z.object({
      events: z.array(cardOfEvent),
      /** Towns with events ahead. */
      towns: z.array(z.object({ town: z.string(), country: z.string(), region: z.string(), city: z.string() })),
      /** The member has a town, so that `near` finds something. */
      near: z.boolean(),
      cursor: z.string().nullable(),
    }),
    refuses: ["not_found", "not_confirmed"],
    summary: "Events of the site that are not over, the next one first",
  }),

  event: defineCall({
    method: "GET",
    path: "/api/event.php",
    input: z.strictObject({ id }),
    output: cardOfEvent.extend({
      text: z.string(),
      link: z.string().nullable(),
      changed_at: z.iso.datetime(),
      /** What the member lacks: a photo to go, a visible profile to be listed. */
      lacks: z.enum(["photo", "visible"]).nullable(),
      /** Who goes is shown (`shown`), or why not. `soon`: three hours after the member was listed. */
      people: z.enum(["shown", "not_going", "unlisted", "hidden", "no_photo", "soon", "closed"]),
    }),
    refuses: ["not_found", "not_confirmed"],
    summary: "One event, until a day after its end",
  }),

  eventPeople: defineCall({
    method: "GET",
    path: "/api/event-people.php",
    input: z.strictObject({ id, cursor }),
    output: z.object({ people: z.array(cardSchema), cursor: z.string().nullable() }),
    refuses: ["not_found", "not_confirmed", "forbidden"],
    summary: "Who goes: for a listed member who goes, those listed who may be shown to the member",
  }),

  attend: defineCall({
    method: "POST",
    path: "/api/attendance.php",
    access: "confirmed",
    input: z.strictObject({
      event: id,
      attendance: z.enum(ATTENDANCES),
      /** Left out or false: go without being listed, and without the list. A member whose profile is not visible is never listed. */
      listed: z.boolean().optional(),
    }),
    output: z.object({ attendance: z.enum(ATTENDANCES), listed: z.boolean() }),
    refuses: ["not_found", "photo_required", "event_full", "event_over", "event_limit", "conflict"],
    summary: "Goes to an event or is interested in it; again changes it",
  }),

  leaveEvent: defineCall({
    method: "DELETE",
    path: "/api/attendance.php",
    input: z.strictObject({ event: id }),
    output: z.object({ attendance: z.null() }),
    summary: "Neither goes nor is interested any more",
  }),
};
