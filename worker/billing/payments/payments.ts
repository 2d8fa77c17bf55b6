import { bestDiscount, normalCode } from "#worker/billing/discounts/codes.ts";
import type { OrderFacts } from "#worker/billing/discounts/discounts.store.ts";
import { orderRefusal } from "#worker/billing/payments/order-refusal.ts";
import { currencyOf, methodsOf } from "#worker/billing/wallet/wallet.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { limitsAt } from "#worker/people/preferences/spending.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import type { Limits } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import { countryOfSale } from "#worker/sites/domains/domains.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { priceOf } from "#worker/sites/domains/prices.ts";
import type { Settlement } from "./completion.ts";
import type { GiveBack } from "./give-back.ts";
import { orderOf, reservationOf, rowOf, statementOf } from "./new-order.ts";
import type { DebitLimit } from "./order-limits.sql.ts";
import { discountOf, openRedirectOf, paymentOf, percentOf } from "./payment-response.ts";
import type { contract } from "./payments.contract.ts";
import type { Found, PaymentRow } from "./payments.sql.ts";
import type { PaymentsStore } from "./payments.store.ts";
import type { PaymentProvider } from "./provider.ts";
import type { Providers } from "./providers/index.ts";
import { awhile, mayBePaid } from "./questions.ts";

/** In ms: an unpaid order is continued instead of made again. */
const OPEN_FOR = 30 * 60_000;
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
    const openSince = ctx.now - OPEN_FOR;
    for (let attempt = 1; ; attempt++) {
      const { provider, facts, discount, row } = await price(ctx, input);
      row.ibanPrint = ibanPrint;
      if (input.key !== undefined) row.idempotencyKey = `form:${input.key}`;
      row.storedMethodId = input.stored ?? null;
      const isDearer = input.expected !== undefined && input.expected !== row.amount;
      const refusal = isDearer ? new AppError("price_changed") : orderRefusal(ctx, row, facts);
      const isDebit = row.method === "directdebit";
      // An order that is there goes on, also where a new one is refused. Without a refusal the write looks for it.
      const { same = null, stored = null } =
        refusal || isDebit || input.stored !== undefined ? await store.prepare(row, input.stored ?? null, openSince) : {};
      if (same) return goOn(ctx, same, stored?.token ?? null);
      if (!isDearer && input.stored !== undefined && (stored?.provider !== provider.id || stored.method !== input.method))
        throw new AppError("not_found");
      if (refusal) throw refusal;
      const { limits: spending } = limitsAt(ctx.viewer.preferences, ctx.now);
      const limits = { spending, debit: isDebit ? await admitDebit(ctx, row.amount, ibanPrint) : null };
      const early = provider.startsAlone && !stored ? await provider.start(orderOf(ctx, provider, row, null)) : null;
      const written = { ...row, redirect: early?.redirect ?? null, providerRef: early?.reference ?? null };
      const found = await store.create(written, discount && reservationOf(discount), limits, openSince).catch(takenBefore);
      // A constraint error from here on must not lead to another attempt, which could charge the card again.
      if (found?.same) return goOn(ctx, found.same, stored?.token ?? null);
      if (found?.made && early) return { payment: paymentOf(ctx, found.made), redirect: early.redirect };
      if (found?.made) return begin(ctx, provider, row, stored?.token ?? null);
      if (attempt === TRIES) throw new AppError("conflict", { retryAfter: 1 });
    }
  }

  /** A start whose answer was lost is repeated: providers know the order by its id. */
  async function goOn(ctx: MemberContext, order: Found, token: string | null) {
    if (order.status !== "created" || order.redirect !== null)
      return { payment: paymentOf(ctx, order), redirect: openRedirectOf(order) };
    const first = begunWith(order);
    if (!first) throw new AppError("not_found");
    return begin(ctx, first, order, token);
  }

  async function begin(ctx: MemberContext, provider: PaymentProvider, row: PaymentRow, token: string | null) {
    const started = await provider.start(orderOf(ctx, provider, row, token));
    const found = await store.started(row.id, started.reference, started.redirect);
    if (started.redirect !== null) return { payment: paymentOf(ctx, found), redirect: started.redirect };
    await settle(ctx, statementOf(row, started), provider.id);
    return { payment: paymentOf(ctx, await own(ctx, row.id)), redirect: null };
  }
}

/** Another order of this moment took the discount or the key. */
function takenBefore(error: unknown): null {
  if (!violationOf(error)) throw error;
  return null;
}
