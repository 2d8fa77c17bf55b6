import { z } from "zod";
import { EVENT_STATUSES } from "#db/schema/event-kinds.ts";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const id = z.string().max(100);
const time = z.iso.datetime();

/** `spoken_de` and so on: on where the language is spoken there. */
const spoken = Object.fromEntries(LANGUAGES.map((tag) => [`spoken_${tag}`, z.literal("on").optional()])) as Record<
  `spoken_${Language}`,
  z.ZodOptional<z.ZodLiteral<"on">>
>;

/** As typed: the rule says at each field what is wrong. */
const fields = {
  title: z.string().max(1000).optional(),
  text: z.string().max(20_000).optional(),
  language: z.string().max(10).optional(),
  /** Region and town of the directory: `NL-NH/Haarlem`. */
  town: z.string().max(100).optional(),
  place: z.string().max(1000).optional(),
  /** By the clock of the town: `2027-03-01T19:30`. */
  starts: z.string().max(40).optional(),
  ends: z.string().max(40).optional(),
  /** Empty: without a limit. */
  places: z.string().max(10).optional(),
  link: z.string().max(1000).optional(),
  /** `draft` keeps a published one published. */
  status: z.enum(["draft", "published"]),
  ...spoken,
};

const event = z.object({
  id: z.string(),
  site: z.string(),
  status: z.enum(EVENT_STATUSES),
  over: z.boolean(),
  title: z.string(),
  text: z.string(),
  language: z.enum(LANGUAGES),
  spoken: z.array(z.enum(LANGUAGES)),
  country: z.string(),
  town: z.string(),
  city: z.string(),
  place: z.string(),
  link: z.string().nullable(),
  zone: z.string(),
  starts_at: time,
  ends_at: time,
  /** By the clock of the town, as the form takes them. */
  starts: z.string(),
  ends: z.string(),
  places: z.int().nullable(),
  /** How many go: who they are is not for the staff. */
  going: z.int(),
  by: z.string(),
  version: z.int(),
  /** Those who go are being told of a change. */
  telling: z.boolean(),
});

const site = { id: z.string(), name: z.string(), languages: z.array(z.enum(LANGUAGES)) };

export const contract = {
  siteEvents: defineStaffCall({
    method: "GET",
    path: "/staff/api/site-events",
    access: "operation",
    object: "deployment",
    /** Which site's towns the page offers: that of the event to change, else the site, else the first. */
    input: z.strictObject({ site: id.optional(), event: id.optional() }),
    output: z.object({
      events: z.array(event),
      /** Sites with the feature. */
      sites: z.array(z.object(site)),
      /** Null where no site has the feature. `event`: what the form changes. */
      chosen: z
        .object({
          ...site,
          event: z.string().nullable(),
          /** `town` as the form sends it. */
          towns: z.array(z.object({ town: z.string(), city: z.string(), region: z.string(), country: z.string() })),
        })
        .nullable(),
    }),
    leaves: { read: "open events", limit: "staffLogs" },
    summary: "Lists the events of the sites, with those that ended lately; never who goes",
  }),
  addSiteEvent: defineStaffCall({
    method: "POST",
    path: "/staff/api/add-site-event",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ site: id, ...fields }),
    output: z.object({ id: z.string() }),
    refuses: ["too_many_requests"],
    leaves: CHANGE,
    summary: "Adds an event of a site, as a draft or for members to see",
  }),
  changeSiteEvent: defineStaffCall({
    method: "POST",
    path: "/staff/api/change-site-event",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ id, version: z.coerce.number().int(), ...fields }),
    output: z.object({}),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    summary: "Changes or publishes an event; those who go are told of another time or place",
  }),
  cancelSiteEvent: defineStaffCall({
    method: "POST",
    path: "/staff/api/cancel-site-event",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ id }),
    output: z.object({}),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    summary: "Cancels a published event that is not over; those who go are told",
  }),
  removeSiteEvent: defineStaffCall({
    method: "POST",
    path: "/staff/api/remove-site-event",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ id }),
    output: z.object({}),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    summary: "Deletes a draft, a cancelled event of which all were told, or one that is over",
  }),
};
