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

interface PricedGifts {
  gifts: readonly { id: string; credits?: number | undefined }[];
  gift_credits: number;
}

/** In credits. */
export function giftPrices({ gifts, gift_credits }: PricedGifts): { id: string; credits: number }[] {
  return gifts.map(({ id, credits = gift_credits }) => ({ id, credits }));
}

/** Gifts that cost at least twice as much as the usual one. Chats show them with motion. */
export function dearGifts(settings: PricedGifts): string[] {
  return giftPrices(settings).flatMap(({ id, credits }) => (credits > 0 && credits >= 2 * settings.gift_credits ? id : []));
}

/** In characters. */
export const NOTE_LENGTH = 200;

export const giftSchema = z.object({
  /** Names the drawing; other ids show a wrapped gift. */
  id: z.string(),
  /** Keyed by language; null for a gift of ours in a message, which `gifts.php` names in the reader's language. */
  names: z.record(z.string(), z.string()).nullable(),
});
