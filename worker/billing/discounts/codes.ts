import type { CodeRow, Use } from "#worker/billing/discounts/codes.sql.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { type FieldCode, invalid, type Params } from "#worker/platform/errors.ts";
import { money } from "#worker/platform/money.ts";
import { typedCode } from "#worker/platform/typed.ts";
import { BUILT_IN } from "#worker/sites/domains/codes.vocabulary.ts";
import { countryOfSale } from "#worker/sites/domains/domains.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { builtInTerms, percentOf, reductionOf, type Terms } from "./built-in.ts";
import type { CodeFacts } from "./discounts.store.ts";

type Asker = Pick<Context, "domain" | "home" | "now" | "country" | "language" | "viewer">;

/** A null field skips its checks: the member has not chosen it yet. */
export interface Order {
  currency: string | null;
  /** In the currency's smallest unit, before any discount. */
  amount: number | null;
  method: PaymentMethod | null;
  /** Ms: when the current payment was created. */
  startedAt?: number;
}

/** Copy of a code in `discount_uses` and `payments`. */
export interface CodeUse extends Use {
  /** Tenths of a percent. */
  percentage: number;
  validity: CodeRow["validity"];
}

export interface Discount extends CodeUse {
  /** In the currency's smallest unit. */
  reduction: number;
}

const FIELD = "discountcode";

export const normalCode = (typed: string) => typedCode(typed).toUpperCase();

/** `facts` are those of the same code. @throws invalid (code_unknown, code_used, …, in this order) */
export function checkCode(ctx: Asker, asked: Order & { code: string }, facts: CodeFacts): CodeUse {
  const terms = termsFor(ctx, asked, facts);
  if (!terms) throw invalid({ field: FIELD, code: "code_unknown" });
  const refused = refusalOf(ctx, asked, terms, facts.used);
  if (refused) throw invalid({ field: FIELD, ...refused });
  return codeUseOf(terms);
}

/** The better one of typed and built-in code; at a draw the built-in one, which ends sooner. @throws invalid */
export function bestDiscount(
  ctx: Asker,
  typed: string | null,
  order: Order & { amount: number },
  facts: CodeFacts,
): Discount | null {
  const wanted = typed ? [checkCode(ctx, { ...order, code: typed }, facts)] : [];
  const builtIn = BUILT_IN.map((code) => termsFor(ctx, { ...order, code }, facts))
    .filter((terms) => terms !== null && refusalOf(ctx, order, terms, facts.used) === null)
    .map((terms) => codeUseOf(terms as Terms));
  const [best] = [...builtIn, ...wanted].toSorted((a, b) => b.percentage - a.percentage);
  if (!best) return null;
  // Nothing is given away: an order costs at least one unit.
  const reduction = Math.min(order.amount - 1, reductionOf(percentOf(best.percentage), order.amount));
  return { ...best, reduction };
}

function termsFor(ctx: Asker, { code, startedAt }: { code: string; startedAt?: number }, facts: CodeFacts): Terms | null {
  if (!ctx.domain.features.payments) return null;
  const wanted = normalCode(code);
  if (isBuiltIn(wanted)) return builtInTerms(wanted, ctx, startedAt);
  return facts.code?.code === wanted ? { ...facts.code, scope: ctx.domain.id } : null;
}

function refusalOf(ctx: Asker, order: Order, terms: Terms, used: Use[]): { code: FieldCode; params?: Params } | null {
  const { currency, amount, method } = order;
  const { minimumOrder, methods } = terms;
  if (used.some((use) => isSame(use, terms))) return { code: "code_used" };
  if (terms.status === "inactive" || (terms.expiresAt !== null && terms.expiresAt <= ctx.now)) return { code: "code_expired" };
  if (terms.country !== null && terms.country !== countryOfSale(ctx)) return { code: "code_country" };
  if (terms.currency !== null && currency !== null && terms.currency !== currency) return { code: "code_country" };
  if (minimumOrder !== null && currency !== null && amount !== null && amount < minimumOrder)
    return { code: "code_minimum", params: { amount: money(minimumOrder, currency, ctx.language) } };
  if (methods !== null && method !== null && !methods.includes(method)) return { code: "code_method" };
  if (terms.accountId !== null && terms.accountId !== ctx.viewer?.id) return { code: "code_other_account" };
  return null;
}

function isSame(use: Use, terms: Use): boolean {
  if (use.scope !== terms.scope) return false;
  return use.code === terms.code || (isBuiltIn(use.code) && isBuiltIn(terms.code));
}

function isBuiltIn(code: string): boolean {
  return BUILT_IN.some((one) => one === code);
}

function codeUseOf({ scope, code, percentage, validity }: Terms): CodeUse {
  return { scope, code, percentage, validity };
}
