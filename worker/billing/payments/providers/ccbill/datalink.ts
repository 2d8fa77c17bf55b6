import { ask, type Fetch } from "#worker/billing/payments/providers/ask.ts";
import { AppError } from "#worker/platform/errors.ts";

// https://ccbill.com/doc/ccbill-api-guide
const ADDRESS = "https://datalink.ccbill.com/utils/subscriptionManagement.cgi";

/** "No record was found", "subscription id … invalid". */
const UNKNOWN = ["-2", "-3"];
/** Failed; over the refund or void threshold; transaction or purchase limit. */
const REFUSED = ["0", "-15", "-16", "-23", "-24"];
/** An internal error, after which the action may have happened. */
const UNCERTAIN = "-7";

export interface Counters {
  refunds: number;
  voids: number;
  /** Chargebacks, and returned debits. */
  returns: number;
}

interface Account {
  account: string;
  subaccount: string;
  user: string;
  password: string;
  fetch: Fetch;
}

export function createDatalink({ account, subaccount, user, password, fetch }: Account) {
  async function act(action: string, subscriptionId: string, more: Record<string, string> = {}): Promise<string> {
    const form = {
      clientAccnum: account,
      clientSubacc: subaccount,
      username: user,
      password,
      action,
      subscriptionId,
      returnXML: "1",
    };
    return ask(fetch, ADDRESS, new URLSearchParams({ ...form, ...more }));
  }

  return {
    /** Null for an unknown sale. @throws upstream_failed */
    async counters(subscriptionId: string): Promise<Counters | null> {
      const xml = await act("viewSubscriptionStatus", subscriptionId);
      if (UNKNOWN.includes(codeOf(xml) ?? "")) return null;
      if (numberIn(xml, "subscriptionStatus") === null) throw new AppError("upstream_failed");
      const count = (name: string) => Number(numberIn(xml, name) ?? "0");
      return {
        refunds: count("refundsIssued"),
        voids: count("voidsIssued"),
        returns: count("chargebacksIssued") + count("returnsIssued"),
      };
    },

    /** @throws upstream_failed */
    async refund(subscriptionId: string, amount: string): Promise<"done" | "pending" | "refused"> {
      const code = codeOf(await act("refundTransaction", subscriptionId, { amount }));
      if (code === "1") return "done";
      if (code === UNCERTAIN) return "pending";
      if (code !== null && REFUSED.includes(code)) return "refused";
      throw new AppError("upstream_failed");
    },
  };
}

/** The bare code of `<results>1</results>`; null for a document. */
function codeOf(xml: string): string | null {
  return /<results>\s*(-?\d{1,3})\s*<\/results>/.exec(xml)?.[1] ?? null;
}

function numberIn(xml: string, name: string): string | null {
  return new RegExp(`<${name}>\\s*(\\d{1,6})\\s*</${name}>`).exec(xml)?.[1] ?? null;
}
