import { z } from "zod";
import { fromDecimal, toDecimal } from "#worker/billing/payments/decimals.ts";
import type {
  PaymentProvider,
  PaymentRef,
  ProviderOrder,
  ProviderState,
  Started,
  Statement,
} from "#worker/billing/payments/provider.ts";
import { ask, type Fetch } from "#worker/billing/payments/providers/ask.ts";
import { singleFields } from "#worker/billing/payments/providers/fields.ts";
import { equalSecrets } from "#worker/platform/crypto.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { MethodOf } from "#worker/sites/domains/methods.vocabulary.ts";
import { signatureOf } from "./signature.ts";

// FlexPay 4, purchases: https://controlcenter.verotel.com/flexpay-doc/purchase.html
const START = "https://secure.verotel.com/startorder";
const STATUS = "https://secure.verotel.com/salestatus";
const VERSION = "4";

/** Two digits each. */
const CURRENCIES = ["USD", "EUR", "GBP", "AUD", "CAD", "CHF", "DKK", "NOK", "SEK"];
const DIGITS = 2;
const DEBIT_COUNTRIES = ["DE", "AT", "CH", "BE", "IT", "NL", "ES", "FR"];
const CODES: Record<MethodOf<"verotel">, string> = { card: "CC", ideal: "IDEAL", directdebit: "DDEU" };

/** Fields of our own requests. A buyer knows the start address, whose signature has the form of a postback's. */
const OURS = ["version", "description", "successURL", "declineURL"];
/** States of `saleResult`. The documents list no more; an unknown one leaves the payment open. */
const RESULTS: Record<string, ProviderState> = { APPROVED: "completed", DECLINED: "failed" };

export const verotelCredentials = z.strictObject({
  shopId: z.string().regex(/^\d+$/),
  secret: z.string().min(16),
});

interface Deps extends z.output<typeof verotelCredentials> {
  fetch: Fetch;
}

/** The postback address is set in Verotel's Control Center, not by an order. */
export function createVerotel({ shopId, secret, fetch }: Deps): PaymentProvider {
  async function signed(url: string, fields: Record<string, string>, unsigned: Record<string, string> = {}): Promise<string> {
    const signature = await signatureOf(secret, Object.entries(fields));
    return `${url}?${new URLSearchParams({ ...fields, ...unsigned, signature })}`;
  }

  return {
    id: "verotel",
    acknowledgement: "OK",
    methods: methodsOf,
    startsAlone: true,

    async start(order): Promise<Started> {
      const redirect = await signed(
        START,
        orderFields(order, shopId),
        order.token === null ? {} : { oneClickToken: order.token },
      );
      return { redirect, reference: null, state: "pending" };
    },

    async query(payment) {
      const parameters = { version: VERSION, shopID: shopId, referenceID: payment.id };
      return statusOf(await ask(fetch, await signed(STATUS, parameters)), payment);
    },

    // FlexPay documents no refund: the operator gives it in the Control Center, and a `credit` postback reports it.
    async refund() {
      return "pending";
    },

    async verify({ url, method }) {
      const fields = singleFields(url.searchParams);
      const signature = fields?.get("signature")?.toLowerCase();
      if (method !== "GET" || !fields || !signature || OURS.some((name) => fields.has(name))) return null;
      fields.delete("signature");
      // Part of the postback address that we name, not of the postback.
      fields.delete("provider");
      if (!equalSecrets(await signatureOf(secret, fields), signature)) return null;
      if (fields.get("shopID") !== shopId || fields.get("type") !== "purchase") return null;
      return statementOf(fields);
    },
  };
}

function methodsOf(country: string, currency: string): readonly MethodOf<"verotel">[] {
  if (!CURRENCIES.includes(currency)) return [];
  const methods: MethodOf<"verotel">[] = ["card"];
  if (currency === "EUR" && country === "NL") methods.push("ideal");
  if (currency === "EUR" && DEBIT_COUNTRIES.includes(country)) methods.push("directdebit");
  return methods;
}

/** Without the e-mail address: an address in a URL stays in histories. Verotel's page asks for it. */
function orderFields(order: ProviderOrder, shopId: string): Record<string, string> {
  const amount = toDecimal(order.amount, DIGITS);
  const method = methodsOf(order.country, order.currency).find((one) => one === order.method);
  if (amount === null || !method) throw new AppError("not_found");
  return {
    version: VERSION,
    shopID: shopId,
    type: "purchase",
    priceAmount: amount,
    priceCurrency: order.currency,
    paymentMethod: CODES[method],
    // A colon separates fields in the signed text.
    description: order.description.replaceAll(":", " ").slice(0, 100),
    referenceID: order.id,
    successURL: order.returnUrl,
    declineURL: order.returnUrl,
  };
}

function statementOf(fields: Map<string, string>): Statement | null {
  const event = fields.get("event") ?? "purchase";
  const [payment, reference] = [fields.get("referenceID"), fields.get("saleID")];
  const price = fromDecimal(fields.get("priceAmount") ?? "", DIGITS);
  const currency = fields.get("priceCurrency") ?? "";
  const state = stateOf(event, price, fields.get("amount"));
  if (!payment || !reference || !/^\d+$/.test(reference) || price === null || !CURRENCIES.includes(currency) || !state)
    return null;
  return {
    notice: `${event} ${fields.get("transactionID") ?? reference}`,
    payment,
    reference,
    state,
    amount: price,
    currency,
    stored: event === "purchase" ? storedIn(fields) : null,
  };
}

/** A part given back leaves the purchase completed: `refunded` would take all of it. */
function stateOf(event: string, price: number | null, given: string | undefined): ProviderState | null {
  if (event === "purchase") return "completed";
  if (event === "chargeback") return "chargeback";
  if (event !== "credit") return null;
  return given === undefined || fromDecimal(given, DIGITS) === price ? "refunded" : "completed";
}

function storedIn(fields: Map<string, string>): Statement["stored"] {
  const [token, end] = [fields.get("oneClickToken"), fields.get("truncatedPAN")?.slice(-4)];
  if (!token || !end || !/^\d{4}$/.test(end)) return null;
  return { token, label: `${brandOf(fields.get("CCBrand") ?? "")} •• ${end}` };
}

function brandOf(code: string): string {
  return code === "VISA" ? "Visa" : code === "MASTERCARD" ? "Mastercard" : code.replace(/[^A-Za-z ]/g, "").slice(0, 20) || "Card";
}

/** The YAML of an answer is a flat list of `name: value`. */
function statusOf(yaml: string, payment: PaymentRef): Statement | null {
  const fields = singleFields(
    [...yaml.matchAll(/^(\w+): *"?([^"\n\r]*?)"? *$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
  const response = fields?.get("response");
  if (response === "NOTFOUND") return null;
  if (!fields || response !== "FOUND") throw new AppError("upstream_failed");
  const sale = fields.get("saleID") ?? "";
  const reference = /^\d+$/.test(sale) ? sale : null;
  // Without its own reference an answer could be about another sale.
  if (fields.get("referenceID") !== payment.id) throw new AppError("upstream_failed");
  const state = RESULTS[fields.get("saleResult") ?? ""] ?? "pending";
  const amount = fromDecimal(fields.get("priceAmount") ?? "", DIGITS);
  const currency = fields.get("priceCurrency") ?? null;
  if (state === "completed" && (amount === null || !currency)) throw new AppError("upstream_failed");
  return { notice: `status ${state} ${sale}`, payment: payment.id, reference, state, amount, currency, stored: null };
}
