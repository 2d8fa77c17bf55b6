import { money } from "#worker/platform/money.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { Campaign } from "./campaign.ts";
import { addMembers, type Member } from "./members.ts";
import { ordered, paid } from "./orders.ts";

/** Prices in the smallest unit, and as the page shows them in English. */
const PRICES = [
  { code: "JPY", host: "curves.localhost", domain: "curves", amount: 1999, shown: "¥1,999" },
  { code: "KWD", host: "funken.localhost", domain: "funken", amount: 3755, shown: "KWD 3.755" },
  { code: "HUF", host: "dichtbij.localhost", domain: "dichtbij", amount: 499_900, shown: "HUF 4,999.00" },
  { code: "EUR", host: "localhost", domain: "liaison", amount: 1249, shown: "€12.49" },
];
const BIG = 9_007_199;

export const currencies: Campaign = {
  name: "currencies",
  what: "purchases and refunds in currencies of no, two and three digits",
  domains: (files) => files.map(sellingIn),
  async run({ product, small }) {
    const bought: { code: string; member: Member; payment: string; host: string }[] = [];
    const faults: string[] = [];
    const rounds = small ? 1 : 10;
    for (const { code, host, domain, amount, shown } of PRICES) {
      const pool = domain === "curves" ? "curves" : "liaison";
      const members = await addMembers(product, rounds, { domainId: domain });
      if (pool !== "liaison")
        await product.sqlBatch(
          ["accounts", "profiles"].map((table) => ({
            sql: `UPDATE ${table} SET pool = ? WHERE id IN (SELECT value FROM json_each(?))`,
            values: [pool, JSON.stringify(members.map(({ id }) => id))],
          })),
        );
      for (const [round, member] of members.entries()) {
        const page = await product.ask("/credits/c25/card", { host, session: member.session });
        const text = page.text.replaceAll(/[\s\u00a0]|&nbsp;/g, " ");
        if (page.status !== 200 || !text.includes(shown))
          faults.push(`${code}: the page does not show ${shown} (${page.status})`);
        const account = await ordered(product, member, { package: round % 2 === 0 ? "c25" : "big" }, host);
        if (account.order.currency !== code || account.order.amount !== (round % 2 === 0 ? amount : BIG))
          faults.push(`${code}: ordered ${account.order.amount} ${account.order.currency}`);
        const status = await paid(product, account, host);
        if (status !== 200) faults.push(`${code}: notice ${status}`);
        bought.push({ code, member, payment: account.order.id, host });
      }
    }
    for (const { member, payment, host, code } of bought) {
      const read = async () =>
        (await product.ask(`/api/payment.php?id=${payment}`, { host, session: member.session })).json.payment;
      const { refundable } = await read();
      const answer = await product.ask("/api/refund.php", {
        host,
        session: member.session,
        body: { payment, amount: refundable?.amount },
      });
      if (answer.status !== 200) faults.push(`${code}: refund ${answer.text.slice(0, 100)}`);
      const { amount, tax, receipts } = await read();
      const note = receipts.find(({ kind }: { kind: string }) => kind === "credit_note");
      if (note?.amount !== amount || note.tax_amount !== tax.amount)
        faults.push(`${code}: credit note of ${note?.amount} for ${amount}`);
    }
    return {
      counts: { purchases: bought.length, shown: PRICES.map(({ shown }) => shown).join(", ") },
      async problems() {
        return [
          ...faults,
          ...PRICES.flatMap(({ code, amount, shown }) => {
            const text = money(amount, code, "en").replaceAll(/\s/gu, " ");
            return text === shown ? [] : [`${code}: ${text}`];
          }),
        ];
      },
      async plant() {
        await product.sqlBatch(
          [
            "DROP TRIGGER payments_fixed",
            "UPDATE payments SET amount = amount / 100, list_amount = list_amount / 100, tax_amount = tax_amount / 100 WHERE currency = 'HUF'",
          ].map((sql) => ({ sql, values: [] })),
        );
        return "forints counted without fillér";
      },
    };
  },
};

function sellingIn(file: DomainFile): DomainFile {
  const price = PRICES.find(({ domain }) => domain === file.id);
  if (!price) return file;
  const packages = {
    [price.code]: [
      { id: "c25", credits: 25, amount: price.amount },
      { id: "big", credits: 7, amount: BIG },
    ],
  };
  const more = {
    packages,
    currencies: { "*": price.code },
    payment_methods: { "*": ["card" as const] },
    minimum_message_costs: {},
    tax_rates: { "*": 27 },
  };
  return { ...file, settings: { ...file.settings, ...more } };
}
