import { z } from "zod";
import { SITE_MAIL_STATUSES } from "#db/schema/notice-kinds.ts";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const time = z.iso.datetime();
const language = z.enum(LANGUAGES);
const id = z.string().max(100);

/** `subject_de`, `text_de` and so on; a language with neither is left out. */
const texts = Object.fromEntries(
  LANGUAGES.flatMap((tag) => [
    [`subject_${tag}`, z.string().max(1000).optional()],
    [`text_${tag}`, z.string().max(20_000).optional()],
  ]),
) as Record<`${"subject" | "text"}_${Language}`, z.ZodOptional<z.ZodString>>;

const counts = z.partialRecord(language, z.int());

export const contract = {
  siteMails: defineStaffCall({
    method: "GET",
    path: "/staff/api/site-mails",
    access: "operation",
    object: "deployment",
    input: z.strictObject({}),
    output: z.object({
      mails: z.array(
        z.object({
          id: z.string(),
          site: z.string(),
          status: z.enum(SITE_MAIL_STATUSES),
          by: z.string(),
          decided_by: z.string().nullable(),
          at: time,
          per_day: z.int(),
          sent: z.int(),
          /** Mails that a stop takes back; at least so many, where `more_waiting` says so. */
          waiting: z.int(),
          /** As members read it; without a name and a link. */
          previews: z.array(z.object({ language, subject: z.string(), text: z.string() })),
          /** Whether the viewer may approve it. */
          may: z.boolean(),
        }),
      ),
      /** So many mails of all kinds wait that not all were counted. */
      more_waiting: z.boolean(),
      /** `receivers`: members who agreed to news, by language. */
      sites: z.array(z.object({ id: z.string(), name: z.string(), languages: z.array(language), receivers: counts })),
    }),
    leaves: { read: "open site mails", limit: "staffLogs" },
    summary: "Lists the news by mail of the sites, and how many members agreed to get them",
  }),
  addSiteMail: defineStaffCall({
    method: "POST",
    path: "/staff/api/add-site-mail",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ site: id, per_day: z.coerce.number().int().min(1).max(100_000), ...texts }),
    output: z.object({ id: z.string() }),
    refuses: ["too_many_requests"],
    leaves: CHANGE,
    shows: ({ id: added }) => ({ added }),
    summary: "Proposes a mail to the members of a site who agreed to news; a second operator sends it",
  }),
  decideSiteMail: defineStaffCall({
    method: "POST",
    path: "/staff/api/decide-site-mail",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ id, decision: z.enum(["send", "refuse"]) }),
    output: z.object({}),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    summary: "Sends news that another operator has proposed, or refuses them",
  }),
  stopSiteMail: defineStaffCall({
    method: "POST",
    path: "/staff/api/stop-site-mail",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ id }),
    output: z.object({}),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    summary: "Stops news that are being sent, or of which mails wait; these are not sent either",
  }),
};
