import type { Discount } from "#worker/billing/discounts/codes.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { newId } from "#worker/platform/ids.ts";
import { companyFor } from "#worker/sites/domains/companies.vocabulary.ts";
import { countryOfSale } from "#worker/sites/domains/domains.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { taxOf } from "#worker/sites/domains/prices.ts";
import type { Package } from "#worker/sites/domains/prices.vocabulary.ts";
import type { NewPayment, PaymentRow } from "./payments.sql.ts";
import type { Reservation } from "./payments.store.ts";
import type { PaymentProvider, ProviderOrder, Started } from "./provider.ts";

/** In ms: the sweep first asks the provider this long after the order. */
const FIRST_QUESTION = 10 * 60_000;

/** The order as its provider hears of it. */
export function orderOf(ctx: MemberContext, provider: PaymentProvider, row: PaymentRow, token: string | null): ProviderOrder {
  return {
    id: row.id,
    currency: row.currency,
    amount: row.amount,
    method: row.method as PaymentMethod,
    country: countryOfSale(ctx),
    language: ctx.language,
    description: ctx.t("payments.description", { count: row.credits, site: ctx.domain.settings.mail_name }),
    email: ctx.viewer.account.email,
    returnUrl: `${ctx.pageOrigin}/transactions/${row.id}`,
    noticeUrl: `${ctx.origin}/api/payment-webhook.php?provider=${provider.id}`,
    token,
  };
}

export function statementOf(row: PaymentRow, { state, reference }: Started) {
  return {
    notice: `start:${row.id}`,
    payment: row.id,
    reference,
    state,
    amount: row.amount,
    currency: row.currency,
    stored: null,
  };
}

export function reservationOf({ scope, code, validity }: Discount): Reservation {
  return { scope, code, validity };
}

interface Order {
  offer: Package;
  currency: string;
  method: PaymentMethod;
  provider: string;
  discount: Discount | null;
}

export function rowOf(ctx: MemberContext, { offer, currency, method, provider, discount }: Order): NewPayment {
  const { settings } = ctx.home;
  const { account, profile } = ctx.viewer;
  const company = companyFor(settings, profile.country);
  const reduction = discount?.reduction ?? 0;
  const amount = offer.amount - reduction;
  const tax = taxOf(ctx.domain.settings, profile.country, amount);
  return {
    id: newId(),
    accountId: account.id,
    domainId: ctx.domain.id,
    packageId: offer.id,
    credits: offer.credits,
    currency,
    listAmount: offer.amount,
    reduction,
    amount,
    taxRate: tax.rate,
    taxAmount: tax.amount,
    country: profile.country,
    method,
    provider,
    providerRef: null,
    status: "created",
    discountCode: discount?.code ?? null,
    discountPercentage: discount?.percentage ?? 0,
    seller: {
      name: company.name,
      address: company.address,
      city: company.city,
      country: company.country,
      register: company.kvk,
      vat: company.vat_numbers[0] ?? "",
    },
    series: company.name,
    buyerName: profile.name,
    language: ctx.language,
    storedMethodId: null,
    redirect: null,
    refundDays: ctx.domain.settings.refund_days,
    idempotencyKey: ctx.write?.secret ?? newId(),
    createdAt: ctx.now,
    updatedAt: ctx.now,
    askAt: ctx.now + FIRST_QUESTION,
    completedAt: null,
    saidAt: null,
    ibanPrint: null,
  };
}
