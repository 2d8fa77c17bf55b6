import { z } from "zod";
import { cardSchema, imageSchema, likedPartSchema, likePartSchema } from "#worker/discovery/members/members.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

const likedSchema = cardSchema.extend({
  /** The viewer has not opened this profile since the like. */
  like_new: z.boolean(),
  match: z.boolean(),
  liked_at: z.iso.datetime(),
  /** The liked part; null for the profile as a whole. */
  part: likedPartSchema.nullable().default(null),
});
export type Liked = z.output<typeof likedSchema>;

export const contract = {
  like: defineCall({
    method: "POST",
    prefetch: "call",
    path: "/api/like.php",
    access: "confirmed",
    input: z.strictObject({ profile: z.string().min(1).max(40), part: likePartSchema.optional() }),
    output: z.object({ liked: z.literal(true), match: z.boolean() }),
    refuses: ["blocked", "not_found"],
    summary: "Likes a profile, or a photo or answer of it; again changes what is liked, nothing else",
  }),

  unlike: defineCall({
    method: "DELETE",
    path: "/api/like.php",
    input: z.strictObject({ profile: z.string().min(1).max(40) }),
    output: z.object({ liked: z.literal(false), match: z.literal(false) }),
    summary: "Takes a like back; a match ends, a chat stays",
  }),

  likes: defineCall({
    method: "GET",
    prefetch: "page",
    path: "/api/likes.php",
    input: z.strictObject({
      /** `new_matches` have no conversation yet, and are of the hundred newest matches of 30 days. Without a type: the newest sent and received likes, for the navigation and the poll. */
      type: z.enum(["received", "sent", "matches", "new_matches"]).optional(),
      cursor: z.string().max(300).optional(),
    }),
    output: z.object({
      profiles: z.array(likedSchema),
      liked_by: z.array(likedSchema),
      /** Null on the last page and without a type. */
      cursor: z.string().nullable(),
      new_likes: z.int(),
    }),
    summary: "Likes sent (`profiles`) and received (`liked_by`, new ones first); matches stand in both",
    snapshot: "likes",
  }),

  autoLike: defineCall({
    method: "GET",
    path: "/api/auto-like.php",
    changesState: true,
    mayBeNothing: true,
    input: z.object({}),
    output: cardSchema
      .extend({
        match: z.boolean(),
        /** `match` is the full-window picture for the like dialog. */
        main_image: imageSchema.extend({ match: z.string() }).nullable(),
      })
      .nullable(),
    summary: "The oldest new like of which this member was not told yet, and tells it: never the same one again",
  }),
};
