import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

type Prices = Pick<
  Settings,
  | "packages"
  | "message_credits"
  | "icebreaker_credits"
  | "photo_credits"
  | "gift_credits"
  | "signup_credits"
  | "call_price"
  | "gifts"
  | "delete_discount"
  | "fictional_desk"
>;

/** The largest change of a price in percent, up or down. Infinite where a price comes from nothing, as at the end of the desk. */
export function priceChange(before: Prices, after: Prices): number {
  return Math.max(
    ...Object.entries(after.packages).map(([currency, list]) => ofPackages(before.packages[currency] ?? [], list)),
    ofNumber(before.message_credits, after.message_credits),
    ofNumber(before.icebreaker_credits ?? before.message_credits, after.icebreaker_credits ?? after.message_credits),
    ofNumber(before.photo_credits, after.photo_credits),
    ofNumber(before.gift_credits, after.gift_credits),
    ofNumber(before.signup_credits, after.signup_credits),
    ofCalls(before.call_price, after.call_price),
    ...ofGifts(before, after),
    before.fictional_desk && !after.fictional_desk ? Number.POSITIVE_INFINITY : 0,
    Math.abs(before.delete_discount - after.delete_discount),
    0,
  );
}

type Packages = Prices["packages"][string];

/** Each package by its id, and the cheapest and the dearest credit: a new package may not be one cent. */
function ofPackages(before: Packages, after: Packages): number {
  const units = (list: Packages) => list.map(({ amount, credits }) => amount / credits);
  const same = after.flatMap((one) => {
    const earlier = before.find(({ id }) => id === one.id);
    return earlier ? [ofNumber(earlier.amount, one.amount), ofNumber(earlier.credits, one.credits)] : [];
  });
  if (before.length === 0) return Number.POSITIVE_INFINITY;
  const [least, most] = [Math.min(...units(before)), Math.max(...units(before))];
  return Math.max(ofNumber(least, Math.min(...units(after))), ofNumber(most, Math.max(...units(after))), ...same);
}

/** Prices of a call and of a minute cannot be compared: a change between them has no limit. */
function ofCalls(before: Prices["call_price"], after: Prices["call_price"]): number {
  const credits = (price: Prices["call_price"]) => (price.per === "free" ? 0 : price.credits);
  const isComparable = before.per === after.per || credits(before) === 0 || credits(after) === 0;
  return isComparable ? ofNumber(credits(before), credits(after)) : Number.POSITIVE_INFINITY;
}

function ofGifts(before: Prices, after: Prices): number[] {
  return after.gifts.flatMap(({ id, credits = after.gift_credits }) => {
    const earlier = before.gifts.find((one) => one.id === id);
    return earlier ? [ofNumber(earlier.credits ?? before.gift_credits, credits)] : [];
  });
}

function ofNumber(before: number, after: number): number {
  if (before === after) return 0;
  return before === 0 ? Number.POSITIVE_INFINITY : (Math.abs(after - before) / before) * 100;
}
