import { z } from "zod";

/** Gifts with a drawing in public/gifts.svg and a name in every language. */
export const DRAWN_GIFTS = [
  "rose",
  "bouquet",
  "kiss",
  "heart",
  "chocolates",
  "strawberry",
  "coffee",
  "cocktail",
  "champagne",
  "cake",
  "teddy",
  "diamond",
] as const;
type DrawnGift = (typeof DRAWN_GIFTS)[number];

export function isDrawnGift(id: string): id is DrawnGift {
  return DRAWN_GIFTS.some((one) => one === id);
}

/** In characters. */
export const NOTE_LENGTH = 200;

export const giftSchema = z.object({
  /** Names the drawing; other ids show a wrapped gift. */
  id: z.string(),
  /** Keyed by language; null for a gift of ours in a message, which `gifts.php` names in the reader's language. */
  names: z.record(z.string(), z.string()).nullable(),
});
