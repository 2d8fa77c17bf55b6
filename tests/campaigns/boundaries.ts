import type { Campaign, Tools } from "./campaign.ts";
import { addMembers, type Member } from "./members.ts";
import { buy, ordered, say } from "./orders.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Outcome at this distance (ms) from the boundary; equal outcomes lie on the same side. */
type Probe = (tools: Tools, distance: number) => Promise<string>;
interface Boundary {
  probe: Probe;
  /** One second before, at it, one second after. */
  expected: [string, string, string];
}

/** A fixed moment, so that each probe is exact. */
const NOW = Date.now();

const member = async ({ product }: Tools, options: Parameters<typeof addMembers>[2] = {}) =>
  (await addMembers(product, 1, options))[0] as Member;
const since = ({ product }: Tools, { id }: Member, signedUp: number, activated: number) =>
  product.sql("UPDATE accounts SET created_at = ?, activated_at = ? WHERE id = ?", signedUp, activated, id);

async function codeAt({ product }: Tools, { session }: Member, at: number): Promise<string> {
  await product.clock(at);
  const { json } = await product.ask("/api/quote.php?package=c25&method=card", { session });
  return json.discount?.code ?? "none";
}

const BOUNDARIES: Record<string, Boundary> = {
  "time bonus, 14400 s": {
    async probe(tools, distance) {
      const one = await member(tools);
      await since(tools, one, NOW, 1);
      return codeAt(tools, one, NOW + 14_400 * SECOND + distance);
    },
    expected: ["TIMEBONUS25", "none", "none"],
  },
  "its grace, 10 min": {
    async probe(tools, distance) {
      const one = await member(tools);
      await since(tools, one, NOW, 1);
      const end = NOW + 14_400 * SECOND;
      await tools.product.clock(end - SECOND);
      await say(tools.product, await ordered(tools.product, one), "failed");
      return codeAt(tools, one, end + 10 * MINUTE + distance);
    },
    expected: ["TIMEBONUS25", "none", "none"],
  },
  "welcome, 48 h": {
    async probe(tools, distance) {
      const one = await member(tools, { timeBonus: false });
      await since(tools, one, 1, NOW);
      return codeAt(tools, one, NOW + 48 * HOUR + distance);
    },
    expected: ["WELCOME25", "none", "none"],
  },
  "end of a code": {
    async probe(tools, distance) {
      const one = await member(tools);
      await tools.product.sql(
        "INSERT OR IGNORE INTO discount_codes (domain_id, code, percentage, expires_at, created_at) VALUES ('liaison', 'ENDS', 300, ?, 1)",
        NOW,
      );
      await tools.product.clock(NOW + distance);
      const { status, json } = await buy(tools.product, one, { package: "c25", discountcode: "ENDS" });
      return status === 201 ? "taken" : json.error.fields[0].code;
    },
    expected: ["taken", "code_expired", "code_expired"],
  },
  "refund_days, 14 d": {
    async probe(tools, distance) {
      const { product } = tools;
      const one = await member(tools);
      await product.clock(NOW);
      const account = await ordered(product, one);
      await say(product, account, "completed");
      await product.clock(NOW + 14 * DAY + distance);
      const body = { payment: account.order.id, amount: account.order.amount };
      const { status, json } = await product.ask("/api/refund.php", { session: one.session, body });
      return status === 200 ? "given back" : json.error.code;
    },
    expected: ["given back", "not_refundable", "not_refundable"],
  },
  "sweep, 10 min": {
    async probe(tools, distance) {
      const { product } = tools;
      const one = await member(tools);
      await product.clock(NOW);
      const { order } = await ordered(product, one);
      await product.ask(`/pay/${order.id}`, {
        host: "pay.localhost",
        body: "press=pay&card=4242424242424242&delivery=never",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      await product.sweep(NOW + 10 * MINUTE + distance);
      const { json } = await product.ask(`/api/payment.php?id=${order.id}`, { session: one.session });
      return json.payment.status;
    },
    expected: ["created", "completed", "completed"],
  },
  "SMS code, 10 min": {
    async probe(tools, distance) {
      const { product, random } = tools;
      const one = await member(tools);
      await product.clock(NOW);
      const mobile = `+3161${String(random.below(10_000_000)).padStart(7, "0")}`;
      const account = {
        holder: "Anna",
        iban: "NL91ABNA0417164300",
        street: "Straat 1",
        postcode: "1011 AB",
        city: "Amsterdam",
        country: "NL",
      };
      const step = (body: object) => product.ask("/api/directdebit.php", { session: one.session, body });
      const started = await step({ step: "start", package: "c25", mobile, ...account });
      const sms = (await product.ask("/dev/sms.json")).json.find(({ to }: { to: string }) => to === mobile);
      if (!sms) return started.text;
      await product.clock(NOW + 10 * MINUTE + distance);
      const { json } = await step({ step: "verify", mandate: started.json.mandate.id, code: /\d{6}/.exec(sms.text)?.[0] });
      return json.mandate?.status ?? json.error.fields[0].code;
    },
    expected: ["verified", "wrong_code", "wrong_code"],
  },
  ...Object.fromEntries(
    (["day", "week", "month"] as const).map((period): [string, Boundary] => [
      `limit of a ${period}`,
      {
        async probe(tools, distance) {
          const { product } = tools;
          const one = await member(tools);
          const limits = { day: null, week: null, month: null, [period]: 1249 };
          await product.sql(
            "INSERT INTO preferences (account_id, spend_limits, updated_at) VALUES (?, ?, 1)",
            one.id,
            JSON.stringify(limits),
          );
          await product.clock(NOW);
          await say(product, await ordered(product, one), "completed");
          await product.clock(NOW + { day: DAY, week: 7 * DAY, month: 30 * DAY }[period] + distance);
          const { status, json } = await buy(product, one, { package: "c25" });
          return status === 201 ? "taken" : json.error.code;
        },
        expected: ["spend_limit", "taken", "taken"],
      },
    ]),
  ),
};

export const boundaries: Campaign = {
  name: "boundaries",
  what: "each time limit one second before, at its end, one second after, by a clock that stands still",
  async run(tools) {
    let shift = 0;
    let probes = 0;
    const probeAll = async () => {
      const faults: string[] = [];
      for (const [name, { probe, expected }] of Object.entries(BOUNDARIES))
        for (const [index, distance] of [-SECOND, 0, SECOND].entries()) {
          probes++;
          const found = await probe(tools, distance + shift).catch(String);
          if (found !== expected[index]) faults.push(`${name} at ${distance / SECOND} s: ${found}, expected ${expected[index]}`);
        }
      await tools.product.clock(null);
      return faults;
    };
    let faults = await probeAll();
    const counts = {
      boundaries: Object.keys(BOUNDARIES).length,
      probes,
      found: faults.length === 0 ? "each where it belongs" : "",
    };
    return {
      counts,
      problems: async () => faults,
      async plant() {
        shift = SECOND;
        faults = await probeAll();
        return "a clock that is a second fast";
      },
    };
  },
};
