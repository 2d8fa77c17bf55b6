import type { CodeRow } from "#worker/billing/discounts/codes.sql.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { HOUR } from "#worker/platform/durations.ts";
import {
  BUILT_IN_KINDS,
  BUILT_IN_PERCENTAGE,
  type BuiltInKind,
  CODE_OF,
  OFFER_HOURS,
  TIME_BONUS_WINDOW,
} from "#worker/sites/domains/codes.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { ActiveDiscount, DiscountCode } from "./discounts.contract.ts";

export { TIME_BONUS_WINDOW };

/** In ms, for a payment that was started before the end. */
export const TIME_BONUS_GRACE = 600_000;

export interface Member {
  id: string;
  offerUsed?: boolean;
  account: { paidUser: boolean; createdAt: number; activatedAt: number | null; timeBonus?: boolean | null };
}

/** The conditions of a built-in or an operator's code. */
export interface Terms extends CodeRow {
  /** The pool for the built-in codes, else the domain. */
  scope: string;
}

interface Kind {
  /** Ms; null before the offer begins. */
  startOf(member: Member): number | null;
  /** Ms after the end, for a payment that was started before it. */
  grace: number;
  /** The code names the member it is for. */
  personal: boolean;
}

const KINDS: Record<BuiltInKind, Kind> = {
  time_bonus: { startOf: ({ account }) => account.createdAt, grace: TIME_BONUS_GRACE, personal: false },
  welcome: { startOf: ({ account }) => account.activatedAt, grace: 0, personal: true },
};

type Asker = Pick<Context, "domain" | "home">;

/** Null where nothing is sold. */
export function activeDiscountOf(viewer: Member, context: Asker & Pick<Context, "now">): ActiveDiscount | null {
  const [active] = offersTo({ ...context, viewer });
  if (!active?.expires) return null;
  const { code, expires } = active;
  const kind = kindOf(viewer, context.home);
  return { kind, code, expires, hours: OFFER_HOURS[kind](context.domain.settings) };
}

/** At most one; empty where nothing is sold. */
export function offersTo(ctx: Asker & Pick<Context, "now"> & { viewer: Member | null }): DiscountCode[] {
  const { viewer, domain, home, now } = ctx;
  if (!viewer || viewer.offerUsed || !domain.features.payments) return [];
  const offer = runningOffer(kindOf(viewer, home), viewer, domain.settings, now);
  return offer ? [offer] : [];
}

/** The only offer that a member ever has: the choice of the sign-up. Earlier versions stored none, so the home domain's counts. */
export function kindOf(viewer: Member | null, home: Context["home"]): BuiltInKind {
  return (viewer?.account.timeBonus ?? home.settings.time_bonus) ? "time_bonus" : "welcome";
}

/** Expired ones too; null for a member who is not offered the code, or not yet. */
export function builtInTerms(
  code: string,
  { viewer, domain, home }: Asker & { viewer: Member | null },
  startedAt?: number,
): Terms | null {
  const kind = BUILT_IN_KINDS.find((one) => CODE_OF[one] === code);
  if (!viewer || !kind || kind !== kindOf(viewer, home)) return null;
  const end = endOf(kind, viewer, domain.settings);
  if (end === null) return null;
  const { grace, personal } = KINDS[kind];
  return {
    ...UNRESTRICTED,
    scope: domain.pool,
    code,
    accountId: personal ? viewer.id : null,
    expiresAt: startedAt !== undefined && startedAt < end ? end + grace : end,
    status: viewer.account.paidUser ? "inactive" : "active",
  };
}

/** For a member without a payment, until the end of the offer. */
export function runningOffer(
  kind: BuiltInKind,
  viewer: Member,
  settings: Pick<Settings, "time_bonus" | "welcome_discount_hours">,
  now: number,
): DiscountCode | null {
  const end = endOf(kind, viewer, settings);
  if (viewer.account.paidUser || end === null || now >= end) return null;
  const accountId = KINDS[kind].personal ? viewer.id : null;
  const terms: CodeRow = { ...UNRESTRICTED, code: CODE_OF[kind], accountId, expiresAt: end, status: "active" };
  return shownCode(terms, Number.NEGATIVE_INFINITY);
}

/** Ms, without the grace; null where the domain does not run the offer, and before it begins. */
function endOf(kind: BuiltInKind, member: Member, settings: Pick<Settings, "time_bonus" | "welcome_discount_hours">) {
  const hours = OFFER_HOURS[kind](settings);
  const start = KINDS[kind].startOf(member);
  return hours === 0 || start === null ? null : start + hours * HOUR;
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
  percentage: BUILT_IN_PERCENTAGE,
  country: null,
  currency: null,
  minimumOrder: null,
  validity: "once-per-user",
  methods: null,
};
