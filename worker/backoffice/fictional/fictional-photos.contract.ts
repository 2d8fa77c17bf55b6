import { z } from "zod";
import { PICTURE_ORIGINS } from "#db/schema/picture-origins.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const id = z.string().max(100);
const ONE = { access: "operation", object: "fictional" } as const;

export const contract = {
  addFictionalPhoto: defineStaffCall({
    method: "POST",
    path: "/staff/api/add-fictional-photo",
    ...ONE,
    multipart: true,
    input: z.strictObject({
      id,
      file: z.file().optional(),
      origin: z.union([z.enum(PICTURE_ORIGINS), z.literal("")]).default(""),
      source: z.string().max(3000).default(""),
      /** No real person is on it without a right to it. */
      nobody: z.literal("on").optional(),
    }),
    output: z.object({ photo: z.string() }),
    refuses: ["not_found", "conflict", "forbidden", "too_many_requests", "too_large", "unsupported_media_type"],
    leaves: CHANGE,
    shows: () => ({ done: "photo" }),
    summary: "Adds a photo to a fictional profile, with a statement of where it is from",
  }),
  placeFictionalPhoto: defineStaffCall({
    method: "POST",
    path: "/staff/api/place-fictional-photo",
    ...ONE,
    input: z.strictObject({ id, photo: id, to: z.enum(["first", "earlier", "later"]) }),
    output: z.object({}),
    refuses: ["not_found", "forbidden", "too_many_requests"],
    leaves: CHANGE,
    shows: () => ({ done: "placed" }),
    summary: "Moves a photo of a fictional profile; the first one is shown in lists",
  }),
  removeFictionalPhoto: defineStaffCall({
    method: "POST",
    path: "/staff/api/remove-fictional-photo",
    ...ONE,
    input: z.strictObject({ id, photo: id }),
    output: z.object({}),
    refuses: ["not_found", "too_many_requests"],
    leaves: CHANGE,
    shows: () => ({ done: "removed" }),
    summary: "Removes a photo of a fictional profile for good",
  }),
};
