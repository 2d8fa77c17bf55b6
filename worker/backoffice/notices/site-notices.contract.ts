import { z } from "zod";
import { NOTICE_AUDIENCES, SITE_NOTICE_KINDS } from "#db/schema/notice-kinds.ts";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const time = z.iso.datetime();
const kind = z.enum(SITE_NOTICE_KINDS);
const audience = z.enum(NOTICE_AUDIENCES);
/** A moment with its zone, or the wall-clock time of the form's zone. */
const moment = z.string().max(40);

/** `text_de` and so on; empty ones are left out. */
const texts = Object.fromEntries(LANGUAGES.map((language) => [`text_${language}`, z.string().max(3000).optional()])) as Record<
  `text_${Language}`,
  z.ZodOptional<z.ZodString>
>;

const notice = z.object({
  id: z.string(),
  /** Null for all sites. */
  site: z.string().nullable(),
  kind,
  audience,
  texts: z.partialRecord(z.enum(LANGUAGES), z.string()),
  link: z.string().nullable(),
  dismissible: z.boolean(),
  from: time,
  until: time.nullable(),
  by: z.string(),
  state: z.enum(["planned", "now", "over"]),
  /** Of a maintenance that is not over: links that let staff into the sites. */
  entries: z.array(z.object({ site: z.string(), link: z.string() })),
});

export const contract = {
  siteNotices: defineStaffCall({
    method: "GET",
    path: "/staff/api/site-notices",
    access: "operation",
    object: "deployment",
    input: z.strictObject({}),
    output: z.object({
      notices: z.array(notice),
      sites: z.array(z.object({ id: z.string(), name: z.string(), languages: z.array(z.enum(LANGUAGES)) })),
    }),
    leaves: { read: "open notices", limit: "staffLogs" },
    summary: "Lists notices and maintenances of the sites, with those that ended lately",
  }),
  addSiteNotice: defineStaffCall({
    method: "POST",
    path: "/staff/api/add-site-notice",
    access: "operation",
    object: "deployment",
    input: z.strictObject({
      site: z.string().max(100),
      kind,
      audience: audience.optional(),
      /** Empty: at once. */
      from: moment.optional(),
      /** Empty: until somebody ends it. */
      until: moment.optional(),
      zone: z.string().max(60).optional(),
      link: z.string().max(200).optional(),
      dismissible: z.literal("on").optional(),
      ...texts,
    }),
    output: z.object({ id: z.string() }),
    refuses: ["too_many_requests"],
    leaves: CHANGE,
    shows: ({ id }) => ({ added: id }),
    summary: "Shows a notice on the pages of a site or all, or closes them for a maintenance, until a time or until it is ended",
  }),
  endSiteNotice: defineStaffCall({
    method: "POST",
    path: "/staff/api/end-site-notice",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({}),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    summary: "Ends a notice or a maintenance, also one that has not begun",
  }),
};
