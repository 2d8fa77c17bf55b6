import { z } from "zod";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { SECTIONS } from "./sections.vocabulary.ts";
import type { SiteField } from "./site-fields.vocabulary.ts";

const site = z.string().max(100);
const section = z.enum(SECTIONS);
const version = z.coerce.number().int().min(1);
const time = z.iso.datetime();

const facts = z.object({
  id: z.string(),
  name: z.string(),
  hosts: z.array(z.string()),
  pool: z.string(),
  /** Number of the newest version. */
  version: z.int(),
  by: z.string(),
  at: time,
});

/** All fields of a section by JSON pointer, as `staffSite` names them. One that is left out counts as empty. */
const form = z
  .object({
    site,
    section,
    /** Number of the version that the form was drawn from. */
    base: version,
    /** What ends for members is meant. */
    meant: z.literal("on").optional(),
    /** For a preview of a deployed site. */
    host: z.string().max(200).optional(),
  })
  .catchall(z.string().max(20_000));
export type SiteForm = z.output<typeof form>;

/** `proposed`: it waits for a second operator, and `version` is the present one. */
const made = z.object({ version: z.int(), proposed: z.boolean() });
const showsMade = ({ version: number, proposed }: z.output<typeof made>): Record<string, string> =>
  proposed ? { proposed: "1" } : { saved: String(number) };
const change = z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() });
const outcome = z.object({
  /** `field` names the field of the form. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  /** What contradicts the store; `may` tells whether "meant" lets it pass. */
  contradictions: z.array(z.object({ message: z.string(), may: z.boolean() })),
  changes: z.array(change),
});

export const contract = {
  staffSites: defineStaffCall({
    method: "GET",
    path: "/staff/api/sites",
    access: "operation",
    object: "deployment",
    input: z.strictObject({}),
    output: z.object({ sites: z.array(facts.extend({ waits: z.boolean() })) }),
    leaves: { read: "open sites", limit: "staffLogs" },
    summary: "Lists the sites of this database with their newest version",
  }),
  staffSite: defineStaffCall({
    method: "GET",
    path: "/staff/api/site",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ site, section: section.optional() }),
    output: facts.extend({
      /** The form of the section; empty without one. */
      fields: z.array(z.custom<SiteField>()),
      /** What the last forms changed and no file says yet. */
      unpulled: z.boolean(),
      local: z.boolean(),
      /** A change of prices that waits for a second operator; `may`: the viewer is one. */
      proposal: z.object({ id: z.string(), by: z.string(), at: time, changes: z.array(change), may: z.boolean() }).nullable(),
      /** What the site says and hardly means; nothing is refused for it. */
      warnings: z.array(z.object({ setting: z.string(), message: z.string() })),
      preview: z.object({ host: z.string(), until: time }).nullable(),
      versions: z.array(
        z.object({ number: z.int(), at: time, by: z.string(), changed: z.array(z.string()), browser: z.boolean() }),
      ),
    }),
    refuses: ["not_found"],
    leaves: { read: "open site", limit: "staffLogs", of: ({ site }) => [{ id: site }] },
    summary: "Tells a site's versions, and the form of one section of its settings",
  }),
  checkSite: defineStaffCall({
    method: "POST",
    path: "/staff/api/check-site",
    access: "operation",
    object: "deployment",
    input: form,
    output: outcome,
    refuses: ["not_found"],
    leaves: { nothing: "a check; the change is noted" },
    summary: "Tells what a form would change, what is wrong in it, and what it contradicts",
  }),
  previewSite: defineStaffCall({
    method: "POST",
    path: "/staff/api/preview-site",
    access: "operation",
    object: "deployment",
    input: form,
    output: z.object({ host: z.string(), until: time }),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    shows: ({ host }) => ({ preview: host }),
    summary: "Shows what a form says on a host of its own, for a day",
  }),
  changeSite: defineStaffCall({
    method: "POST",
    path: "/staff/api/change-site",
    access: "operation",
    object: "deployment",
    input: form,
    output: made,
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    shows: showsMade,
    summary: "Applies a form as a new version of the site",
  }),
  restoreSite: defineStaffCall({
    method: "POST",
    path: "/staff/api/restore-site",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ site, number: version, base: version, meant: z.literal("on").optional() }),
    output: made,
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    shows: showsMade,
    summary: "Applies an earlier version of the site as a new one",
  }),
  decideSite: defineStaffCall({
    method: "POST",
    path: "/staff/api/decide-site",
    access: "operation",
    object: "deployment",
    input: z.strictObject({
      ...{ site, proposal: z.string().max(100), decision: z.enum(["approve", "refuse"]), meant: z.literal("on").optional() },
    }),
    output: made,
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    shows: showsMade,
    summary: "Approves a change of prices that another operator has proposed, or refuses it",
  }),
};
