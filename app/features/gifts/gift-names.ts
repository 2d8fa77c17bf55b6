import type { Translate } from "#locales/index.ts";
import { edge } from "#worker/edge/edge.ts";
import { DRAWN_GIFTS } from "#worker/gifts/gifts.vocabulary.ts";
import { type Gift, type GiftWords, giftName } from "./gift-name.shared.ts";

export function giftWords(t: Translate): GiftWords {
  return { language: t.language, ours: Object.fromEntries(DRAWN_GIFTS.map((id) => [id, t(`gifts.names.${id}`)])) };
}

export function nameOfGift(gift: Gift): string {
  return giftName(gift, giftWords(edge().t));
}
