import { createHash } from "node:crypto";
import type { PaymentRef, ProviderState } from "#worker/billing/payments/provider.ts";
import type { Double } from "./provider-contract.ts";

const ACTIONS = ["viewSubscriptionStatus", "refundTransaction"];
const md5 = (text: string) => createHash("md5").update(text).digest("hex");

interface Account {
  account: string;
  subaccount: string;
  flexId: string;
  salt: string;
  user: string;
  password: string;
}

interface Sale {
  id: string;
  asked: URLSearchParams;
  refunds: string[];
  chargebacks: number;
}

/** CCBill's servers, after its guides to dynamic pricing, webhooks and the DataLink API. */
export function createCcbillDouble({ account, subaccount, flexId, salt, user, password }: Account) {
  const sales = new Map<string, Sale>();
  const event = (eventType: string, fields: Record<string, string>): [string, string][] =>
    Object.entries({ eventType, clientAccnum: account, clientSubacc: subaccount, timestamp: "2026-11-22 08:21:49", ...fields });

  function answer(form: URLSearchParams): string {
    const value = (name: string) => form.get(name) ?? "";
    if (value("clientAccnum") !== account || value("username") !== user || value("password") !== password) return results("-1");
    if (!ACTIONS.includes(value("action")) || value("returnXML") !== "1") return results("-6");
    const sale = [...sales.values()].find(({ id }) => id === value("subscriptionId"));
    if (!sale) return results("-3");
    if (value("action") === "refundTransaction") {
      sale.refunds.push(value("amount"));
      return results("1");
    }
    return results(`<cancelDate></cancelDate><chargebacksIssued>${sale.chargebacks}</chargebacksIssued>
<refundsIssued>${sale.refunds.length}</refundsIssued><signupDate>20261122082149</signupDate>
<subscriptionStatus>1</subscriptionStatus><voidsIssued>0</voidsIssued>`);
  }

  const double = {
    sales,
    unreachable: false,

    open(redirect) {
      const { origin, pathname, searchParams: asked } = new URL(redirect);
      if (`${origin}${pathname}` !== `https://api.ccbill.com/wap-frontflex/flexforms/${flexId}`) throw new Error("another form");
      const value = (name: string) => asked.get(name) ?? "";
      const [amount, period, currency] = [value("initialPrice"), value("initialPeriod"), value("currencyCode")];
      if (!/^\d+\.\d\d$/.test(amount) || Number(period) < 2 || Number(period) > 365) throw new Error("error 500");
      if (value("clientSubacc") !== subaccount) throw new Error("error 500");
      if (value("formDigest") !== md5(`${amount}${period}${currency}${salt}`)) throw new Error("error 500");
      sales.set(value("payment"), { id: String(1_000_000_000 + sales.size), asked, refunds: [], chargebacks: 0 });
      return { amount };
    },

    notice(payment, state: ProviderState) {
      const sale = sales.get(payment);
      if (!sale) throw new Error("unknown sale");
      const value = (name: string) => sale.asked.get(name) ?? "";
      const own = { "X-payment": value("payment"), "X-sum": value("sum"), "X-of": value("of"), "X-code": value("code") };
      const id = { subscriptionId: sale.id };
      if (state === "completed")
        return event("NewSaleSuccess", {
          ...id,
          ...own,
          transactionId: "0226001001000000001",
          subscriptionInitialPrice: value("initialPrice"),
          subscriptionCurrencyCode: value("currencyCode"),
          billedInitialPrice: value("initialPrice"),
          billedCurrencyCode: value("currencyCode"),
          dynamicPricingValidationDigest: md5(`${sale.id}1${salt}`),
        });
      if (state === "failed")
        return event("NewSaleFailure", { ...own, transactionId: "0226001001000000002", failureCode: "BE-140" });
      const back = { ...id, amount: value("initialPrice"), currencyCode: value("currencyCode") };
      if (state === "refunded") {
        sale.refunds.push(value("initialPrice"));
        return event("Refund", { ...back, transactionId: "0226001001000000003" });
      }
      sale.chargebacks = 1;
      return event("Chargeback", { ...back, transactionId: "0226001001000000004" });
    },

    carry(entries) {
      const url = new URL("https://dating.example/api/payment-webhook.php?provider=ccbill");
      const body = new URLSearchParams();
      for (const [name, value] of entries) (name === "eventType" ? url.searchParams : body).append(name, value);
      const headers = new Headers({ "content-type": "application/x-www-form-urlencoded", "cf-connecting-ip": "64.38.212.17" });
      return { url, method: "POST", headers, body: body.toString() };
    },

    refunds: (payment) => sales.get(payment)?.refunds.length ?? 0,
    reference: (payment) => sales.get(payment)?.id ?? null,

    async paymentOf(reference: string): Promise<PaymentRef | null> {
      const [id, sale] = [...sales].find(([, one]) => one.id === reference) ?? [];
      if (!id || !sale) return null;
      return { id, reference, amount: Number(sale.asked.get("sum")), currency: sale.asked.get("of") ?? "", method: "card" };
    },

    async fetch(url: string, { body }: { body?: URLSearchParams }): Promise<Response> {
      if (double.unreachable) throw new TypeError("network");
      if (url !== "https://datalink.ccbill.com/utils/subscriptionManagement.cgi") return new Response("", { status: 404 });
      return new Response(answer(body ?? new URLSearchParams()));
    },
  } satisfies Double & Record<string, unknown>;
  return double;
}

function results(content: string): string {
  return `<?xml version='1.0' standalone='yes'?>\n<results>${content}</results>`;
}
