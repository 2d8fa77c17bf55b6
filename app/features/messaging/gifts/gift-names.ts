import { edge } from "#worker/server/edge/edge.ts";
import { DRAWN_GIFTS } from "#worker/sites/domains/gifts.vocabulary.ts";
import { type Gift, type GiftWords, giftName } from "./gift-name.shared.ts";

export function giftWords(): GiftWords {
  const { t } = edge();
  return {
    language: t.language,
    ours: Object.fromEntries(DRAWN_GIFTS.map((id) => [id, t(`gifts.names.${id}`)])),
  };
}

export function nameOfGift(gift: Gift): string {
  return giftName(gift, giftWords());
}
