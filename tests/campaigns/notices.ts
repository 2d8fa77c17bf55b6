import type { ProviderState } from "#worker/billing/payments/provider.ts";
import type { Campaign } from "./campaign.ts";
import { addMembers, inParallel } from "./members.ts";
import { deliver, ordered, signed } from "./orders.ts";
import { tallied } from "./spending.ts";

const DAYS = 24 * 3600 * 1000;
const TIMES = 5;
const WIDTH = 24;

/** What a provider says of an order, and where the order must end whatever the order of the notices. */
const STORIES: { said: ProviderState[]; ends: string; credits: number; papers: number }[] = [
  { said: ["completed"], ends: "completed", credits: 25, papers: 1 },
  { said: ["pending", "completed"], ends: "completed", credits: 25, papers: 1 },
  { said: ["failed", "completed"], ends: "completed", credits: 25, papers: 1 },
  { said: ["expired", "completed"], ends: "completed", credits: 25, papers: 1 },
  { said: ["pending", "cancelled"], ends: "cancelled", credits: 0, papers: 0 },
  { said: ["failed"], ends: "failed", credits: 0, papers: 0 },
  { said: ["completed", "refunded"], ends: "refunded", credits: 0, papers: 2 },
  { said: ["pending", "completed", "chargeback"], ends: "chargeback", credits: 0, papers: 2 },
];

export const notices: Campaign = {
  name: "notices",
  what: "orders whose notices come five times, at once, shuffled and three days late",
  async run({ product, random, small }) {
    const members = await addMembers(product, small ? 24 : 2000);
    const start = Date.now();
    await product.clock(start);
    const orders = await inParallel(members, WIDTH, async (member) => ({ member, account: await ordered(product, member) }));
    const told = orders.map((order) => ({ ...order, story: random.pick(STORIES) }));
    const all: { account: (typeof told)[number]["account"]; state: ProviderState }[] = told.flatMap(({ account, story }) =>
      story.said.flatMap((state) => Array.from({ length: TIMES }, () => ({ account, state }))),
    );
    await product.clock(start + 3 * DAYS);
    const statuses = await inParallel(random.shuffled(all), WIDTH, async ({ account, state }) =>
      String((await deliver(product, await signed(account, state, { now: start }))).status),
    );
    return {
      counts: {
        orders: told.length,
        notices: all.length,
        answers: tallied(statuses),
        ends: tallied(told.map(({ story }) => story.ends)),
      },
      async problems() {
        const rows = await product.sql<{ id: string; status: string; credits: number; papers: number; mails: number }>(
          `SELECT p.id, p.status, a.credits, (SELECT count(*) FROM receipts r WHERE r.payment_id = p.id) AS papers,
            (SELECT count(*) FROM outbox o WHERE o.account_id = p.account_id AND o.template = 'payment_completed') AS mails
           FROM payments p JOIN accounts a ON a.id = p.account_id`,
        );
        const found = new Map(rows.map((row) => [row.id, row]));
        const wrong = told.filter(({ account, story }) => {
          const row = found.get(account.order.id);
          const ended = row?.status === story.ends || (story.ends === "cancelled" && row?.status === "cancelled");
          return !ended || row?.credits !== story.credits || row.papers !== story.papers || row.mails > 1;
        });
        return [
          ...wrong.map(({ account, story }) => `${story.said.join(", ")}: ${JSON.stringify(found.get(account.order.id))}`),
          ...(statuses.every((status) => status === "200") ? [] : [`answers: ${tallied(statuses)}`]),
        ];
      },
      async plant() {
        const paid = told.find(({ story }) => story.credits > 0);
        await product.sql("UPDATE accounts SET credits = credits + 25 WHERE id = ?", paid?.member.id);
        return "credits of a purchase given twice";
      },
    };
  },
};
