import type { CodeRow } from "#worker/billing/discounts/codes.sql.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { type BUILT_IN, TIME_BONUS_CODE, WELCOME_CODE } from "#worker/sites/domains/codes.vocabulary.ts";
import type { ActiveDiscount, DiscountCode } from "./discounts.contract.ts";

/** In ms. */
export const TIME_BONUS_WINDOW = 14_400_000;

/** In ms, for a payment that was started before the end. */
export const TIME_BONUS_GRACE = 600_000;
export const TIME_BONUS_HOURS = TIME_BONUS_WINDOW / HOUR;

export interface Member {
  id: string;
  offerUsed?: boolean;
  account: { paidUser: boolean; createdAt: number; activatedAt: number | null };
}

/** The conditions of a built-in or an operator's code. */
export interface Terms extends CodeRow {
  /** The pool for the built-in codes, else the domain. */
  scope: string;
}

/** Times in ms since 1970. */
interface Buyer {
  id: string;
  paid: boolean;
  signedUpAt: number;
  /** Null until the address is confirmed. */
  activatedAt: number | null;
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
export function offersTo({ viewer, domain, now }: Pick<Context, "domain" | "now"> & { viewer: Member | null }): DiscountCode[] {
  if (!viewer || viewer.offerUsed || !domain.features.payments) return [];
  const buyer = buyerOf(viewer);
  return [timeBonusOf(buyer, now), welcomeOf(buyer, domain.settings.welcome_discount_hours, now)].filter((code) => code !== null);
}

/** Expired ones too; null for a member who has not been offered the code. */
export function builtInTerms(
  code: (typeof BUILT_IN)[number],
  { viewer, domain }: Pick<Context, "domain"> & { viewer: Member | null },
  startedAt?: number,
): Terms | null {
  if (!viewer) return null;
  const { id, paid, signedUpAt, activatedAt } = buyerOf(viewer);
  const bonus = code === TIME_BONUS_CODE;
  const hours = domain.settings.welcome_discount_hours;
  if (!bonus && (activatedAt === null || hours === 0)) return null;
  const expiresAt = bonus ? timeBonusEnd(signedUpAt, startedAt) : (activatedAt ?? 0) + hours * HOUR;
  return {
    ...UNRESTRICTED,
    scope: domain.pool,
    code,
    accountId: bonus ? null : id,
    expiresAt,
    status: paid ? "inactive" : "active",
  };
}

/** For a member without a payment, less than 14400 s after sign-up. `startedAt` (ms): when the current payment was created. */
export function timeBonusOf(
  { paid, signedUpAt }: Omit<Buyer, "activatedAt" | "id">,
  now: number,
  startedAt?: number,
): DiscountCode | null {
  if (paid || now >= timeBonusEnd(signedUpAt, startedAt)) return null;
  return codeOf(TIME_BONUS_CODE, signedUpAt + TIME_BONUS_WINDOW, null);
}

function timeBonusEnd(signedUpAt: number, startedAt: number | undefined): number {
  const end = signedUpAt + TIME_BONUS_WINDOW;
  return startedAt !== undefined && startedAt < end ? end + TIME_BONUS_GRACE : end;
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

/** The contract's form of a code. */
export function shownCode(terms: CodeRow, now: number): DiscountCode {
  return {
    code: terms.code,
    country: terms.country,
    user_id: terms.accountId,
    expires: terms.expiresAt === null ? null : new Date(terms.expiresAt).toISOString(),
    value_percentage: percentOf(terms.percentage),
    currency: terms.currency,
    minimum_order_value: terms.minimumOrder,
    status: terms.status,
    validity: terms.validity,
    expired: terms.expiresAt !== null && terms.expiresAt <= now,
    paymentmethods: terms.methods as DiscountCode["paymentmethods"],
  };
}

/** The contract's form of tenths of a percent. */
export const percentOf = (tenths: number) => (tenths / 10).toFixed(1);

const UNRESTRICTED: Omit<CodeRow, "code" | "accountId" | "expiresAt" | "status"> = {
  percentage: 250,
  country: null,
  currency: null,
  minimumOrder: null,
  validity: "once-per-user",
  methods: null,
};

function codeOf(code: string, expiresAt: number, accountId: string | null): DiscountCode {
  return shownCode({ ...UNRESTRICTED, code, accountId, expiresAt, status: "active" }, Number.NEGATIVE_INFINITY);
}

function buyerOf({ id, account: { paidUser: paid, createdAt: signedUpAt, activatedAt } }: Member): Buyer {
  return { id, paid, signedUpAt, activatedAt };
}
