import type { Context } from "#worker/context.ts";
import type { Input } from "#worker/lib/call.ts";
import { AppError } from "#worker/lib/errors.ts";
import type { ActiveDiscount, contract, DiscountCode } from "./discounts.contract.ts";

/** Spec section 9, in ms. */
export const TIME_BONUS_WINDOW = 14_400_000;
const TIME_BONUS_CODE = "TIMEBONUS25";
const WELCOME_CODE = "WELCOME25";

const HOUR = 3_600_000;
export const TIME_BONUS_HOURS = TIME_BONUS_WINDOW / HOUR;

export interface Member {
  id: string;
  account: { paidUser: boolean; createdAt: number; activatedAt: number | null };
}

/** Times in ms since 1970. */
interface Buyer {
  id: string;
  paid: boolean;
  signedUpAt: number;
  /** Null until the address is confirmed. */
  activatedAt: number | null;
}

/** Stateless: the member's own dates decide the discounts. */
export function createDiscounts() {
  return {
    /** @throws code_not_found */
    discountcode(ctx: Context, { discountcode, welcome }: Input<typeof contract.discountcode>): DiscountCode {
      const wanted = discountcode?.trim().toUpperCase() || (welcome && WELCOME_CODE);
      const found = offersTo(ctx).find(({ code }) => code === wanted);
      if (!found) throw new AppError("code_not_found");
      return found;
    },

    active(ctx: Context): DiscountCode | null {
      return offersTo(ctx)[0] ?? null;
    },
  };
}

/** Null where nothing is sold. */
export function activeDiscountOf(viewer: Member, context: Pick<Context, "domain" | "now">): ActiveDiscount | null {
  const [active] = offersTo({ ...context, viewer });
  if (!active?.expires) return null;
  const { code, expires } = active;
  if (code === TIME_BONUS_CODE) return { kind: "time_bonus", code, expires, hours: TIME_BONUS_HOURS };
  return { kind: "welcome", code, expires, hours: context.domain.settings.welcome_discount_hours };
}

/** The active code comes first; empty where nothing is sold. */
function offersTo({ viewer, domain, now }: Pick<Context, "domain" | "now"> & { viewer: Member | null }): DiscountCode[] {
  if (!viewer || !domain.features.payments) return [];
  const { paidUser: paid, createdAt: signedUpAt, activatedAt } = viewer.account;
  const buyer: Buyer = { id: viewer.id, paid, signedUpAt, activatedAt };
  return [timeBonusOf(buyer, now), welcomeOf(buyer, domain.settings.welcome_discount_hours, now)].filter((code) => code !== null);
}

/** For a member without a payment, less than 14400 s after sign-up. */
export function timeBonusOf({ paid, signedUpAt }: Omit<Buyer, "activatedAt" | "id">, now: number): DiscountCode | null {
  if (paid || now - signedUpAt >= TIME_BONUS_WINDOW) return null;
  return codeOf(TIME_BONUS_CODE, signedUpAt + TIME_BONUS_WINDOW, null);
}

/** 25 % off the first purchase, for `hours` after the confirmation of the address. */
export function welcomeOf({ id, paid, activatedAt }: Buyer, hours: number, now: number): DiscountCode | null {
  if (paid || activatedAt === null || now - activatedAt >= hours * HOUR) return null;
  return codeOf(WELCOME_CODE, activatedAt + hours * HOUR, id);
}

/** Rounds in the member's favour. Both amounts in the currency's smallest unit. */
export function reductionOf(percentage: string, amount: number): number {
  const tenths = Math.round(Number(percentage) * 10);
  return Math.min(amount, Math.ceil((amount * tenths) / 1000));
}

function codeOf(code: string, expires: number, user_id: string | null): DiscountCode {
  return {
    code,
    country: null,
    user_id,
    expires: new Date(expires).toISOString(),
    value_percentage: "25.0",
    currency: null,
    minimum_order_value: null,
    status: "active",
    validity: "once-per-user",
    expired: false,
    paymentmethods: null,
  };
}
