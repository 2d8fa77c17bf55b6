import { z } from "zod";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const time = z.iso.datetime();

const link = z.object({
  id: z.string(),
  site: z.string(),
  network: z.string(),
  /** Empty for all refs of the network. */
  ref: z.string(),
  from: z.string(),
  by: z.string(),
  made_at: time,
  until: time,
  stands: z.boolean(),
  /** Origin of the site, for the page that shows a new link once. */
  origin: z.string(),
});

export const contract = {
  partnerLinks: defineStaffCall({
    method: "GET",
    path: "/staff/api/partner-links",
    access: "operation",
    object: "figures",
    input: z.strictObject({}),
    output: z.object({ links: z.array(link), sites: z.array(z.object({ id: z.string(), name: z.string() })) }),
    leaves: { read: "open partner links", limit: "staffLogs" },
    summary: "Lists the links by which partners see what they brought, with those that ended lately",
  }),
  addPartnerLink: defineStaffCall({
    method: "POST",
    path: "/staff/api/add-partner-link",
    access: "operation",
    object: "figures",
    input: z.strictObject({
      ...{ site: z.string().max(100), network: z.string().max(300), ref: z.string().max(300) },
      /** Of the first figures. */
      from: z.union([z.literal(""), z.iso.date()]),
      days: z.coerce.number().int().min(1).max(366),
    }),
    output: z.object({ id: z.string(), token: z.string() }),
    refuses: ["conflict", "too_many_requests"],
    leaves: CHANGE,
    summary: "Makes a link to a page with the figures of one network or ref alone, until a day",
    hands: ({ id, token }) => `${id}.${token}`,
  }),
  endPartnerLink: defineStaffCall({
    method: "POST",
    path: "/staff/api/end-partner-link",
    access: "operation",
    object: "figures",
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({}),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    summary: "Ends a link of a partner at once",
  }),
};
