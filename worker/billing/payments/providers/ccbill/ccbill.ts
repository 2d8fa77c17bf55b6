import { z } from "zod";
import { fromDecimal, toDecimal } from "#worker/billing/payments/decimals.ts";
import type { PaymentProvider, PaymentRef, ProviderOrder, ProviderState, Statement } from "#worker/billing/payments/provider.ts";
import type { Fetch } from "#worker/billing/payments/providers/ask.ts";
import { bodyFields, singleFields } from "#worker/billing/payments/providers/fields.ts";
import { equalSecrets, hmac } from "#worker/platform/crypto.ts";
import { digitsOf } from "#worker/platform/currencies.ts";
import { AppError } from "#worker/platform/errors.ts";
import { type Counters, createDatalink } from "./datalink.ts";
import { approvalDigest, formDigest } from "./digests.ts";

// https://ccbill.com/doc/dynamic-pricing-user-guide and https://ccbill.com/doc/webhooks-user-guide
const FORMS = "https://api.ccbill.com/wap-frontflex/flexforms";

/** ISO 4217 numbers of the documented currencies. */
const CURRENCIES: Record<string, string> = { USD: "840", EUR: "978", GBP: "826", CAD: "124", AUD: "036", JPY: "392" };
/** In days. A single price needs one, between 2 and 365; credits do not end with it. */
const PERIOD = 30;
/** CCBill signs no webhook. It documents these senders: 64.38.{212,215,240,241}.1 to .254. */
const NETWORK = /^64\.38\.(?:212|215|240|241)\.(?:[1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-4])$/;

export const ccbillCredentials = z.strictObject({
  account: z.string().regex(/^\d{6}$/),
  subaccount: z.string().regex(/^\d{4}$/),
  flexId: z.string().regex(/^[0-9a-f-]{36}$/),
  salt: z.string().min(16),
  user: z.string().min(1),
  password: z.string().min(1),
});

export interface CcbillDeps extends z.output<typeof ccbillCredentials> {
  fetch: Fetch;
  /** The payment of a `subscriptionId`: refunds and chargebacks do not repeat our fields. */
  paymentOf(reference: string): Promise<PaymentRef | null>;
}

type Fields = Map<string, string>;

export function createCcbill(deps: CcbillDeps): PaymentProvider {
  const { account, subaccount, flexId, salt, paymentOf } = deps;
  const datalink = createDatalink(deps);
  const codeFor = (id: string, amount: number, currency: string) => hmac(salt, `ccbill order\n${id}\n${amount}\n${currency}`);

  async function approved(fields: Fields): Promise<Statement | null> {
    const [payment, reference] = [fields.get("X-payment") ?? "", fields.get("subscriptionId") ?? ""];
    const [amount, currency] = priceIn(fields, "subscriptionInitialPrice", "subscriptionCurrencyCode");
    if (!/^\d+$/.test(reference) || amount === undefined || currency === undefined) return null;
    if (!equalSecrets(await codeFor(payment, amount, currency), fields.get("X-code") ?? "")) return null;
    if (!equalSecrets(approvalDigest(salt, reference), fields.get("dynamicPricingValidationDigest") ?? "")) return null;
    const notice = `NewSaleSuccess ${fields.get("transactionId") ?? reference}`;
    return { notice, payment, reference, state: "completed", amount, currency, stored: null };
  }

  async function declined(fields: Fields): Promise<Statement | null> {
    const payment = fields.get("X-payment") ?? "";
    const code = await codeFor(payment, Number(fields.get("X-sum")), fields.get("X-of") ?? "");
    if (!equalSecrets(code, fields.get("X-code") ?? "")) return null;
    const notice = `NewSaleFailure ${fields.get("transactionId") ?? payment}`;
    return { notice, payment, reference: null, state: "failed", amount: null, currency: null, stored: null };
  }

  /** The notice only triggers the check; DataLink must confirm its content. */
  async function takenBack(event: string, fields: Fields): Promise<Statement | null> {
    const reference = fields.get("subscriptionId") ?? "";
    const payment = /^\d+$/.test(reference) ? await paymentOf(reference) : null;
    const counters = payment && (await datalink.counters(reference));
    const [amount, currency] = priceIn(fields, "amount", "currencyCode");
    const state = counters && takenBackState(event, counters, amount === undefined || amount === payment.amount);
    if (!payment || !state || (currency && currency !== payment.currency)) return null;
    return {
      notice: `${event} ${fields.get("transactionId") ?? reference}`,
      payment: payment.id,
      reference,
      state,
      amount: payment.amount,
      currency: payment.currency,
      stored: null,
    };
  }

  return {
    id: "ccbill",
    acknowledgement: "OK",
    methods: (_country, currency) => (CURRENCIES[currency] ? ["card"] : []),
    startsAlone: true,

    async start(order) {
      const code = await codeFor(order.id, order.amount, order.currency);
      const fields = { ...orderFields(order, salt), clientSubacc: subaccount, code };
      return { redirect: `${FORMS}/${flexId}?${new URLSearchParams(fields)}`, reference: null, state: "pending" };
    },

    // DataLink finds a sale by CCBill's number only, which the first webhook tells.
    async query(payment) {
      const counters = payment.reference === null ? null : await datalink.counters(payment.reference);
      if (!counters) return null;
      const state = counters.returns > 0 ? "chargeback" : counters.refunds + counters.voids > 0 ? "refunded" : "completed";
      const { id, reference } = payment;
      return {
        notice: `status ${state} ${reference}`,
        payment: id,
        reference,
        state,
        amount: null,
        currency: null,
        stored: null,
      };
    },

    /** DataLink counts refunds and names none: one more than our books know is this one. */
    async refund({ reference, currency }, { amount, earlier }) {
      const decimal = toDecimal(amount, digitsOf(currency));
      const counters = reference === null ? null : await datalink.counters(reference);
      if (!reference || !counters || decimal === null) return "refused";
      return counters.refunds + counters.voids > earlier ? "done" : datalink.refund(reference, decimal);
    },

    async verify(notice) {
      if (notice.method !== "POST" || !NETWORK.test(notice.headers.get("cf-connecting-ip") ?? "")) return null;
      const body = bodyFields(notice);
      const fields = body && singleFields(notice.url.searchParams, body);
      if (fields?.get("clientAccnum") !== account || fields.get("clientSubacc") !== subaccount) return null;
      const event = fields.get("eventType") ?? "";
      if (event === "NewSaleSuccess") return approved(fields);
      if (event === "NewSaleFailure") return declined(fields);
      return takenBack(event, fields);
    },
  };
}

/** Fields beyond CCBill's own come back in the webhook of the sale, with `X-` before the name. */
function orderFields(order: ProviderOrder, salt: string): Record<string, string> {
  const known = CURRENCIES[order.currency];
  const price = known ? toDecimal(order.amount, digitsOf(order.currency)) : null;
  if (!known || price === null || order.method !== "card") throw new AppError("not_found");
  return {
    initialPrice: price,
    initialPeriod: String(PERIOD),
    currencyCode: known,
    formDigest: formDigest(salt, price, PERIOD, known),
    payment: order.id,
    sum: String(order.amount),
    of: order.currency,
  };
}

function priceIn(fields: Fields, price: string, code: string): [number, string] | [] {
  const [currency] = Object.entries(CURRENCIES).find(([, number]) => number === fields.get(code)?.padStart(3, "0")) ?? [];
  const amount = currency ? fromDecimal(fields.get(price) ?? "", digitsOf(currency)) : null;
  return currency && amount !== null ? [amount, currency] : [];
}

/** Null if CCBill does not confirm it. A part given back leaves the purchase completed. */
function takenBackState(event: string, { refunds, voids, returns }: Counters, whole: boolean): ProviderState | null {
  if (event === "Chargeback" || event === "Return") return returns > 0 ? "chargeback" : null;
  if (event === "Void") return voids > 0 ? "refunded" : null;
  if (event !== "Refund" || refunds === 0) return null;
  return whole ? "refunded" : "completed";
}
