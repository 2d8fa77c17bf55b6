import { createHash } from "node:crypto";
import type { ProviderState } from "#worker/billing/payments/provider.ts";
import type { Double } from "./provider-contract.ts";

const SIGNED = ["version", "shopID", "type", "priceAmount", "priceCurrency", "paymentMethod", "description"];
const ALSO_SIGNED = ["referenceID", "saleID", "custom1", "custom2", "custom3", "successURL", "declineURL"];

interface Sale {
  id: string;
  asked: URLSearchParams;
  result: "APPROVED" | "DECLINED" | "NEW";
}

/** Verotel's servers, after its FlexPay 4 documents and its own clients' tests. */
export function createVerotelDouble({ shopId, secret }: { shopId: string; secret: string }) {
  const sales = new Map<string, Sale>();
  const sign = (fields: Iterable<[string, string]>) => {
    const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`);
    return createHash("sha256")
      .update([secret, ...sorted].join(":"))
      .digest("hex");
  };
  const genuine = (asked: URLSearchParams) =>
    asked.get("signature") === sign([...asked].filter(([name]) => [...SIGNED, ...ALSO_SIGNED].includes(name)));

  const double: Double & { sales: typeof sales; fetch(url: string): Promise<Response> } = {
    sales,
    unreachable: false,

    open(redirect) {
      const { origin, pathname, searchParams: asked } = new URL(redirect);
      if (`${origin}${pathname}` !== "https://secure.verotel.com/startorder") throw new Error("another page");
      const [amount, reference] = [asked.get("priceAmount") ?? "", asked.get("referenceID") ?? ""];
      if (!genuine(asked) || asked.get("shopID") !== shopId || asked.get("version") !== "4") throw new Error("signature");
      if (SIGNED.some((name) => !asked.get(name)) || !/^\d+\.\d\d$/.test(amount)) throw new Error("malformed");
      if ((asked.get("description") ?? "").length > 100) throw new Error("description");
      sales.set(reference, { id: String(70_000 + sales.size), asked, result: "NEW" });
      return { amount };
    },

    notice(payment, event: ProviderState) {
      const sale = sales.get(payment);
      if (!sale) throw new Error("unknown sale");
      if (event === "failed") sale.result = "DECLINED";
      // "OK data is sent only for successfully approved transactions."
      if (!["completed", "refunded", "chargeback"].includes(event)) return null;
      sale.result = "APPROVED";
      const price = sale.asked.get("priceAmount") ?? "";
      const common = {
        CCBrand: "VISA",
        paymentMethod: "CC",
        priceAmount: price,
        priceCurrency: sale.asked.get("priceCurrency") ?? "",
        referenceID: payment,
        saleID: sale.id,
        shopID: shopId,
        truncatedPAN: "XXXXXXXXXXXX1111",
        type: "purchase",
      };
      const more = {
        completed: { transactionID: "9001", oneClickToken: "once-1" },
        refunded: { transactionID: "9002", event: "credit", amount: price, parentID: "9001" },
        chargeback: { transactionID: "9003", event: "chargeback", parentID: "9001" },
      }[event as "completed"];
      const fields = Object.entries({ ...common, ...more });
      return [...fields, ["signature", sign(fields)]];
    },

    carry(entries) {
      const url = new URL("https://dating.example/api/payment-webhook.php");
      url.search = new URLSearchParams([["provider", "verotel"], ...entries]).toString();
      return { url, method: "GET", headers: new Headers(), body: "" };
    },

    refunds: () => null,
    reference: (payment) => sales.get(payment)?.id ?? null,

    async fetch(url) {
      if (double.unreachable) throw new TypeError("network");
      const { origin, pathname, searchParams: asked } = new URL(url);
      if (`${origin}${pathname}` !== "https://secure.verotel.com/salestatus") return new Response("", { status: 404 });
      if (!genuine(asked) || asked.get("shopID") !== shopId) return yaml({ response: "ERROR", error: "Invalid signature" });
      const sale = sales.get(asked.get("referenceID") ?? "");
      if (!sale) return yaml({ response: "NOTFOUND" });
      const named = (name: string) => sale.asked.get(name) ?? "";
      return yaml({
        response: "FOUND",
        saleID: sale.id,
        shopID: shopId,
        referenceID: named("referenceID"),
        type: "purchase",
        saleResult: sale.result,
        priceAmount: named("priceAmount"),
        priceCurrency: named("priceCurrency"),
      });
    },
  };
  return double;
}

function yaml(fields: Record<string, string>): Response {
  return new Response(
    `---\n${Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join("")}`,
  );
}
