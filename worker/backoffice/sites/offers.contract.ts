import { z } from "zod";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const site = z.string().max(100);
const text = z.string().max(100);
const time = z.iso.datetime();

const code = z.object({
  code: z.string(),
  /** "12.5". */
  percent: z.string(),
  active: z.boolean(),
  until: time.nullable(),
  validity: z.string(),
  country: z.string().nullable(),
  currency: z.string().nullable(),
  /** In the currency's smallest unit. */
  minimum: z.int().nullable(),
  methods: z.array(z.string()).nullable(),
  account: z.string().nullable(),
  /** Orders that hold it, and paid ones. */
  reserved: z.int(),
  used: z.int(),
});

const invitation = z.object({
  /** SHA-256 of the link's secret. */
  id: z.string(),
  /** By a member; else by staff or the command. */
  by_member: z.boolean(),
  uses_left: z.int(),
  made_at: time,
  expires_at: time,
});

/** Codes and invitations of a site. */
export const contract = {
  siteOffers: defineStaffCall({
    method: "GET",
    path: "/staff/api/site-offers",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ site }),
    output: z.object({
      name: z.string(),
      codes: z.array(code),
      currencies: z.array(z.string()),
      methods: z.array(z.string()),
      /** Percent up to which one operator makes a code; null is any. */
      alone: z.int().nullable(),
      invitations: z.array(invitation),
      /** Nobody needs an invitation. */
      open: z.boolean(),
      origin: z.string(),
    }),
    refuses: ["not_found"],
    leaves: { read: "open site", limit: "staffLogs", of: ({ site: id }) => [{ id }] },
    summary: "Lists discount codes and invitations of a site",
  }),
  addSiteCode: defineStaffCall({
    method: "POST",
    path: "/staff/api/add-site-code",
    access: "operation",
    object: "deployment",
    input: z.strictObject({
      // Not `code`: a refused form forgets fields of that name, which hold the second factor.
      ...{ site, discount: text, percent: text },
      /** A moment with its zone, or the wall-clock time of `zone`. */
      ...{ until: text.optional(), zone: z.string().max(60).optional() },
      /** `minimum` in the currency, such as 49.99. */
      ...{ country: text.optional(), account: text.optional(), minimum: text.optional() },
      ...{ currency: text.optional(), methods: z.string().max(300).optional(), validity: text.optional() },
    }),
    output: z.object({ code: z.string() }),
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    shows: ({ code: added }) => ({ added }),
    summary: "Adds a discount code to a site, up to the percentage that one operator may give",
  }),
  endSiteCode: defineStaffCall({
    method: "POST",
    path: "/staff/api/end-site-code",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ site, discount: text }),
    output: z.object({ code: z.string() }),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    shows: ({ code: ended }) => ({ ended }),
    summary: "Ends a discount code; orders that were begun with it keep it",
  }),
  addInvitation: defineStaffCall({
    method: "POST",
    path: "/staff/api/add-invitation",
    access: "operation",
    object: "deployment",
    input: z.strictObject({
      ...{ site, uses: z.coerce.number().int().min(1).max(1000), days: z.coerce.number().int().min(1).max(365) },
    }),
    output: z.object({ site: z.string(), link: z.string() }),
    hands: ({ site: of, link }) => `${of}.${link.slice(-43)}`,
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    summary: "Makes an invitation to a site, whose link is in this answer only",
  }),
  endInvitation: defineStaffCall({
    method: "POST",
    path: "/staff/api/end-invitation",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ site, invitation: z.string().max(100) }),
    output: z.object({}),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    summary: "Ends an invitation; who has signed up by it stays",
  }),
};
