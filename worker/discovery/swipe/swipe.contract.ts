import { z } from "zod";
import { INTERESTS } from "#db/schema/interests.ts";
import { cardSchema } from "#worker/discovery/members/members.contract.ts";
import { wantedInputSchema } from "#worker/discovery/wishes/wishes.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

const swipeCardSchema = cardSchema.extend({ about: z.string(), interests: z.array(z.enum(INTERESTS)) });
export type SwipeCard = z.output<typeof swipeCardSchema>;

const widerSchema = z.object({
  changed: z.enum(["distance", "ages", "dealbreakers", "all"]),
  /** How many more that would bring; with `more`, it is more than that. */
  count: z.int(),
  more: z.boolean(),
  /** For `PUT /api/wishes.php`. */
  wishes: wantedInputSchema.required(),
});
export type Wider = z.output<typeof widerSchema>;

export const deckSchema = z.object({
  cards: z.array(swipeCardSchema),
  likes_a_day: z.int(),
  likes_left: z.int(),
  /** The next midnight in the member's country. */
  resets_at: z.iso.datetime(),
  /** IANA zone of that midnight. */
  zone: z.string(),
  undo: z.boolean(),
  /** The profile of the last swipe, if it can be undone; another backend may leave it out. */
  last: z.string().nullish(),
  /** Of an empty deck: everybody who fits was shown, and what wider wishes would bring. */
  seen_all: z.boolean().default(true),
  wider: z.array(widerSchema).default([]),
});
export type Deck = z.output<typeof deckSchema>;

export const contract = {
  deck: defineCall({
    method: "GET",
    path: "/api/swipe.php",
    mayBeStale: true,
    input: z.object({}),
    output: deckSchema,
    summary: "The next cards of the swipe game and how many likes are left today",
  }),

  swipe: defineCall({
    method: "POST",
    path: "/api/swipe.php",
    input: z.strictObject({ profile: z.string().min(1).max(40), liked: z.boolean() }),
    output: z.object({ liked: z.boolean(), match: z.boolean(), deck: deckSchema }),
    refuses: ["not_confirmed", "blocked", "not_found", "swipe_limit"],
    summary: "Likes or passes a card: 4 likes a day, a pass hides for 30 days",
  }),

  undoSwipe: defineCall({
    method: "DELETE",
    path: "/api/swipe.php",
    /** With a profile, undoes the last swipe only if it was of this profile. */
    input: z.strictObject({ profile: z.string().min(1).max(40).optional() }),
    output: z.object({ profile: z.string(), liked: z.boolean(), deck: deckSchema }),
    refuses: ["conflict"],
    summary: "Takes the last swipe back, one step; a like stays used",
  }),
};
