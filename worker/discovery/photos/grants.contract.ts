import { z } from "zod";
import { PHOTO_GRANTS } from "#db/schema/attributes.ts";
import { cardSchema } from "#worker/discovery/members/members.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

const profile = z.string().min(1).max(40);
const access = z.enum(PHOTO_GRANTS);

const askerSchema = cardSchema.extend({ access, at: z.iso.datetime() });

/** The owner of private photos makes these calls; another member makes `requestPhotoAccess`. */
export const contract = {
  photoAccess: defineCall({
    method: "GET",
    path: "/api/photo-access.php",
    input: z.strictObject({ cursor: z.string().max(300).optional() }),
    output: z.object({ members: z.array(askerSchema), cursor: z.string().nullable() }),
    summary: "Who asks to see the member's private photos, then who was refused, then who sees them; 24 a page",
  }),

  requestPhotoAccess: defineCall({
    method: "POST",
    path: "/api/photo-access.php",
    access: "confirmed",
    input: z.strictObject({ profile }),
    output: z.object({ access }),
    refuses: ["blocked", "conflict", "forbidden", "not_found"],
    summary: "Asks a member for their private photos; after a refusal again in 30 days",
  }),

  decidePhotoAccess: defineCall({
    method: "PUT",
    path: "/api/photo-access.php",
    needsConsent: true,
    input: z.strictObject({ profile, granted: z.boolean() }),
    output: z.object({ access }),
    refuses: ["not_found"],
    summary: "Shows the private photos to a member who asked, or refuses",
  }),

  revokePhotoAccess: defineCall({
    method: "DELETE",
    path: "/api/photo-access.php",
    input: z.strictObject({ profile }),
    output: z.object({ access: z.null() }),
    summary: "Ends a member's access at once; they may ask again",
  }),
};
