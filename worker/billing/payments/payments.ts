import { bestDiscount, type Discount, normalCode } from "#worker/billing/discounts/codes.ts";
import type { OrderFacts } from "#worker/billing/discounts/discounts.store.ts";
import { orderRefusal } from "#worker/billing/payments/order-refusal.ts";
import { currencyOf, methodsOf } from "#worker/billing/wallet/wallet.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { limitsAt } from "#worker/people/preferences/spending.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import type { Limits } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import { companyFor } from "#worker/sites/domains/companies.vocabulary.ts";
import { countryOfSale } from "#worker/sites/domains/domains.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { priceOf, taxOf } from "#worker/sites/domains/prices.ts";
import type { Package } from "#worker/sites/domains/prices.vocabulary.ts";
import type { Settlement } from "./completion.ts";
import type { GiveBack } from "./give-back.ts";
import type { DebitLimit } from "./order-limits.sql.ts";
import { discountOf, openRedirectOf, paymentOf, percentOf } from "./payment-response.ts";
import type { contract } from "./payments.contract.ts";
import type { Found, NewPayment, PaymentRow } from "./payments.sql.ts";
import type { PaymentsStore, Reservation } from "./payments.store.ts";
import type { PaymentProvider, Started } from "./provider.ts";
import type { Providers } from "./providers/index.ts";
import { awhile, mayBePaid } from "./questions.ts";

/** In ms: an unpaid order is continued instead of made again. */
const OPEN_FOR = 30 * 60_000;
/** In ms: the sweep first asks the provider this long after the order. */
const FIRST_QUESTION = 10 * 60_000;
const SHOWN = 20;
/** Concurrent orders of one member compete for a discount; the loser continues the winner's order. */
const TRIES = 3;

interface Deps {
  store: PaymentsStore;
  providerOf: Providers["providerOf"];
  begunWith: Providers["begunWith"];
  orderFacts(ctx: MemberContext, order: { code: string | null; currency: string; supersedes: boolean }): Promise<OrderFacts>;
  settle: Settlement["settle"];
  giveBack: GiveBack;
  ask: Settlement["ask"];
  limits: Pick<Limits, "hit">;
  after(work: Promise<unknown>): void;
  /** @throws directdebit_blocked, directdebit_limit */
  admitDebit(ctx: MemberContext, amount: number, ibanPrint: string | null): Promise<DebitLimit>;
}

export function createPayments(deps: Deps) {
  const { store, providerOf, begunWith, orderFacts, settle, giveBack, ask, limits: counters, after, admitDebit } = deps;
  return {
    startOrder: startPayment,

    /** What an order would be refused for now. Makes nothing. @throws the codes of `startPayment` */
    async admitOrder(ctx: MemberContext, order: Parameters<typeof price>[1]): Promise<void> {
      const { row, facts } = await price(ctx, order);
      const refusal = orderRefusal(ctx, row, facts);
      if (refusal) throw refusal;
    },

    /** An order takes the code of the link. A direct debit is ordered by its mandate. @throws the codes of the contract */
    async startPayment(ctx: MemberContext, input: Input<typeof contract.startPayment>) {
      if (input.method === "directdebit") throw invalid({ field: "method", code: "mandate_required" });
      const started = await startPayment(ctx, input);
      return input.discountcode === undefined ? started : new Answer(started, { storedCode: null });
    },

    /** @throws not_found, invalid (a refused code) */
    async quote(ctx: MemberContext, input: Input<typeof contract.quote>): Promise<Output<typeof contract.quote>> {
      const { row, facts } = await price(ctx, input);
      const mine = facts.stored.filter(({ method, provider }) => method === row.method && provider === row.provider);
      return {
        package: row.packageId,
        credits: row.credits,
        method: row.method as PaymentMethod,
        currency: row.currency,
        list_amount: row.listAmount,
        reduction: row.reduction,
        amount: row.amount,
        price_per_message: priceOf(ctx.domain.settings.message_credits, row.amount, row.credits),
        discount: discountOf(row),
        tax: { country: row.country, rate: percentOf(row.taxRate), amount: row.taxAmount },
        stored: mine.map(({ id, method, label }) => ({ id, method: method as PaymentMethod, label })),
        settles: Math.min(facts.debt, row.credits),
      };
    },

    /** The buyer may come from the provider, whose notice may be lost: it is asked. @throws not_found */
    async payment(ctx: MemberContext, { id }: Input<typeof contract.payment>): Promise<Output<typeof contract.payment>> {
      const found = await own(ctx, id);
      return { payment: paymentOf(ctx, (await pollProvider(ctx, found)) ? await own(ctx, id) : found) };
    },

    async orders(ctx: MemberContext): Promise<Output<typeof contract.orders>> {
      const { payments, last, stored } = await store.list(ctx.viewer.id, SHOWN);
      return {
        last: last && { package: last.packageId, method: last.method as PaymentMethod },
        stored: stored.map(({ id, method, label }) => ({ id, method: method as PaymentMethod, label })),
        payments: payments.map((payment) => paymentOf(ctx, payment)),
      };
    },

    /** @throws not_found */
    async forgetMethod(ctx: MemberContext, { stored }: Input<typeof contract.forgetMethod>) {
      if (!(await store.forget(ctx.viewer.id, stored))) throw new AppError("not_found");
      const { stored: left } = await store.list(ctx.viewer.id, 0);
      return { stored: left.map(({ id, method, label }) => ({ id, method: method as PaymentMethod, label })) };
    },

    /** @throws not_found, not_refundable, price_changed */
    async refundPayment(ctx: MemberContext, { payment: id, amount }: Input<typeof contract.refundPayment>) {
      const payment = await own(ctx, id);
      await giveBack(payment, amount, ctx);
      return { payment: paymentOf(ctx, await own(ctx, id)) };
    },
  };

  async function own(ctx: MemberContext, id: string): Promise<Found> {
    const found = await store.find(ctx.viewer.id, id);
    if (!found) throw new AppError("not_found");
    return found;
  }

  async function pollProvider(ctx: MemberContext, payment: Found): Promise<boolean> {
    if (!mayBePaid(payment)) return false;
    if (!(await counters.hit(...limitOf("paymentQuestions", { member: ctx.viewer.id }), ctx.now)).allowed) return false;
    const question = ask(payment.id, ctx.now).catch((error: unknown) => log("warn", "provider not asked", { error }));
    after(question);
    await awhile(question);
    return true;
  }

  /** The order as it would be now. @throws not_found, invalid (a refused code) */
  async function price(ctx: MemberContext, order: { package: string; method: PaymentMethod; discountcode?: string }) {
    const provider = providerOf(ctx.domain);
    const currency = currencyOf(ctx);
    const offer = currency && ctx.domain.settings.packages[currency]?.find(({ id }) => id === order.package);
    const { method } = order;
    if (!provider || !currency || !offer || !methodsOf(ctx).includes(method)) throw new AppError("not_found");
    if (!provider.methods(countryOfSale(ctx), currency).includes(method)) throw new AppError("not_found");
    const code = normalCode(order.discountcode ?? "") || null;
    const facts = await orderFacts(ctx, { code, currency, supersedes: true });
    const startedAt = facts.bonusStartedAt ?? undefined;
    const discount = bestDiscount(ctx, code, { currency, amount: offer.amount, method, startedAt }, facts);
    return { provider, facts, discount, row: rowOf(ctx, { offer, currency, method, provider: provider.id, discount }) };
  }

  /** Idempotent by the write's key; an equal open order is continued. @throws the codes of the contract */
  async function startPayment(
    ctx: MemberContext,
    input: Input<typeof contract.startPayment>,
    ibanPrint: string | null = null,
  ): Promise<Output<typeof contract.startPayment>> {
    for (let attempt = 1; ; attempt++) {
      const { provider, facts, discount, row } = await price(ctx, input);
      row.ibanPrint = ibanPrint;
      if (input.key !== undefined) row.idempotencyKey = `form:${input.key}`;
      row.storedMethodId = input.stored ?? null;
      const { same, stored } = await store.prepare(row, input.stored ?? null, ctx.now - OPEN_FOR);
      // A start whose answer was lost is repeated: providers know the order by its id.
      if (same?.status === "created" && same.redirect === null) {
        const first = begunWith(same);
        if (!first) throw new AppError("not_found");
        return begin(ctx, first, same, stored?.token ?? null);
      }
      if (same) return { payment: paymentOf(ctx, same), redirect: openRedirectOf(same) };
      if (input.expected !== undefined && input.expected !== row.amount) throw new AppError("price_changed");
      if (input.stored !== undefined && (stored?.provider !== provider.id || stored.method !== input.method))
        throw new AppError("not_found");
      const refusal = orderRefusal(ctx, row, facts);
      if (refusal) throw refusal;
      const { limits: spending } = limitsAt(ctx.viewer.preferences, ctx.now);
      const debit = row.method === "directdebit" ? await admitDebit(ctx, row.amount, ibanPrint) : null;
      const limits = { spending, debit };
      try {
        if (!(await store.create(row, discount && reservationOf(discount), limits, ctx.now - OPEN_FOR))) {
          if (attempt === TRIES) throw new AppError("conflict", { retryAfter: 1 });
          continue;
        }
      } catch (error) {
        // Another order of this moment took the discount or the key.
        if (!violationOf(error)) throw error;
        if (attempt === TRIES) throw new AppError("conflict", { retryAfter: 1 });
        continue;
      }
      return begin(ctx, provider, row, stored?.token ?? null);
    }
  }

  async function begin(ctx: MemberContext, provider: PaymentProvider, row: PaymentRow, token: string | null) {
    const started = await provider.start({
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
    });
    const found = await store.started(row.id, started.reference, started.redirect);
    if (started.redirect !== null) return { payment: paymentOf(ctx, found), redirect: started.redirect };
    await settle(ctx, statementOf(row, started), provider.id);
    return { payment: paymentOf(ctx, await own(ctx, row.id)), redirect: null };
  }
}

function statementOf(row: PaymentRow, { state, reference }: Started) {
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

function reservationOf({ scope, code, validity }: Discount): Reservation {
  return { scope, code, validity };
}

interface Order {
  offer: Package;
  currency: string;
  method: PaymentMethod;
  provider: string;
  discount: Discount | null;
}

function rowOf(ctx: MemberContext, { offer, currency, method, provider, discount }: Order): NewPayment {
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
