import { z } from "zod";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { ASSET_SLOTS } from "#worker/sites/domains/assets.vocabulary.ts";

const site = z.string().max(100);
const slot = z.enum(ASSET_SLOTS);
/** Hash of the file that the page showed in this place; empty for none. */
const replaces = z.string().max(16).default("");

const upload = z.strictObject({
  ...{ site, slot, replaces },
  file: z.file().optional(),
  /** A PNG that the browser has drawn of an SVG: the Worker draws none. */
  drawn: z.file().optional(),
  /** Of a font. */
  licence: z.string().max(20_000).optional(),
  /** For a preview of a deployed site. */
  host: z.string().max(200).optional(),
});
export type SiteFileUpload = z.output<typeof upload>;

const made = z.object({ version: z.int() });
const showsMade = ({ version }: z.output<typeof made>): Record<string, string> => ({ saved: String(version) });

export const contract = {
  staffSiteFiles: defineStaffCall({
    method: "GET",
    path: "/staff/api/site-files",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ site }),
    output: z.object({
      name: z.string(),
      local: z.boolean(),
      files: z.array(
        z.object({
          slot,
          /** Empty where the site has no file of its own. */
          hash: z.string(),
          type: z.string().nullable(),
          width: z.int().nullable(),
          height: z.int().nullable(),
          /** A data URI of what the site shows; null for a font, and where nothing is shown. */
          shown: z.string().nullable(),
        }),
      ),
    }),
    refuses: ["not_found"],
    leaves: { read: "open site", limit: "staffLogs", of: ({ site: id }) => [{ id }] },
    summary: "Shows the pictures and the font of a site",
  }),
  putSiteFile: defineStaffCall({
    method: "POST",
    path: "/staff/api/put-site-file",
    access: "operation",
    object: "deployment",
    multipart: true,
    input: upload,
    output: made,
    refuses: ["not_found", "conflict", "too_many_requests", "too_large", "unsupported_media_type"],
    leaves: CHANGE,
    shows: showsMade,
    summary: "Puts a picture or font in its place, as a new version of the site",
  }),
  previewSiteFile: defineStaffCall({
    method: "POST",
    path: "/staff/api/preview-site-file",
    access: "operation",
    object: "deployment",
    multipart: true,
    input: upload,
    output: z.object({ host: z.string(), until: z.iso.datetime() }),
    refuses: ["not_found", "conflict", "too_many_requests", "too_large", "unsupported_media_type"],
    leaves: CHANGE,
    shows: ({ host }) => ({ preview: host }),
    summary: "Shows the site with another picture or font on a host of its own, for a day",
  }),
  removeSiteFile: defineStaffCall({
    method: "POST",
    path: "/staff/api/remove-site-file",
    access: "operation",
    object: "deployment",
    input: z.strictObject({ site, slot, replaces }),
    output: made,
    refuses: ["not_found", "conflict", "too_many_requests"],
    leaves: CHANGE,
    shows: showsMade,
    summary: "Removes a picture or font, as a new version of the site",
  }),
};
