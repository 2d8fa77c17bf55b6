import type { Campaign, Tools } from "./campaign.ts";
import { addMembers, type Member } from "./members.ts";
import { buy, payAt, say } from "./orders.ts";
import type { Product } from "./product.ts";
import { tallied } from "./spending.ts";

const MINUTE = 60_000;

type Wanted = Omit<Parameters<typeof buy>[2], "package">;

/** How a buyer pays; each ends in a paid order. */
const PURCHASES: Record<string, (member: Member) => Wanted> = {
  page: () => ({}),
  "stored card": ({ id }) => ({ stored: `card-${id}` }),
};

/** The order, the payment on the provider's page, its notice. */
async function purchase(product: Product, member: Member, wanted: Wanted, key: string): Promise<void> {
  const { json } = await buy(product, member, { package: "c25", ...wanted }, key);
  if (json.redirect === null) return;
  await payAt(product, json.payment.id);
  await say(product, await product.sandbox(json.payment.id), "completed");
}

export const kills: Campaign = {
  name: "kills",
  what: "the process is killed before and after each step of a purchase, and started again on the same store",
  async run(tools) {
    const { product, small } = tools;
    const points: string[] = [];
    const buyers: Member[] = [];
    for (const [name, wantedOf] of Object.entries(PURCHASES)) {
      const steps = await stepsOf(product, wantedOf);
      const every = small ? Math.ceil(steps / 3) : 1;
      for (let step = 1; step <= steps; step += every) {
        const { member, stopped } = await crash(tools, step, wantedOf);
        points.push(`${name}, ${stopped}`);
        buyers.push(member);
      }
    }
    return {
      counts: { "kill points": points.length, steps: tallied(points) },
      async problems() {
        const rows = await product.sql<{ id: string; credits: number; paid: number; papers: number; mails: number }>(
          `SELECT a.id, a.credits, (SELECT count(*) FROM payments p WHERE p.account_id = a.id AND p.status = 'completed') AS paid,
            (SELECT count(*) FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE p.account_id = a.id) AS papers,
            (SELECT count(*) FROM outbox o WHERE o.account_id = a.id AND o.template = 'payment_completed') AS mails FROM accounts a`,
        );
        const found = new Map(rows.map((row) => [row.id, row]));
        return buyers.flatMap(({ id }, index) => {
          const { credits, paid, papers, mails } = found.get(id) ?? {};
          const right = credits === 25 && paid === 1 && papers === 1 && mails === 1;
          return right ? [] : [`${points[index]}: ${JSON.stringify(found.get(id))}`];
        });
      },
      async plant() {
        await product.sqlBatch([
          { sql: "DROP TRIGGER receipts_no_delete", values: [] },
          { sql: "DELETE FROM receipts WHERE number = 2", values: [] },
        ]);
        return "a receipt that is gone";
      },
    };
  },
};

async function buyerOf(product: Product): Promise<Member> {
  const [member] = (await addMembers(product, 1)) as [Member];
  await product.sql(
    "INSERT INTO stored_methods VALUES (?1, ?2, 'liaison', 'sandbox', 'card', 'card-4242', 'Visa •• 4242', 1)",
    `card-${member.id}`,
    member.id,
  );
  return member;
}

/** A first purchase of the isolate reads the domain as well; it is not counted. */
async function stepsOf(product: Product, wantedOf: (typeof PURCHASES)[string]): Promise<number> {
  let steps = 0;
  for (let round = 0; round < 2; round++) {
    const member = await buyerOf(product);
    await product.stopAt(null);
    await purchase(product, member, wantedOf(member), "0123456789abcdef");
    ({ steps } = await product.steps());
  }
  return steps;
}

async function crash({ product, random }: Tools, step: number, wantedOf: (typeof PURCHASES)[string]) {
  const member = await buyerOf(product);
  const key = random.id();
  await product.stopAt(step);
  let over = false;
  const ended = purchase(product, member, wantedOf(member), key)
    .catch(() => {})
    .then(() => void (over = true));
  let stopped: string | null = null;
  while (!stopped && !over) {
    ({ stopped } = await product.steps());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await product.kill();
  await ended;
  await product.start();
  // The client repeats its request after the first lease; the sweep asks for a lost notice.
  await product.clock(Date.now() + 2 * MINUTE);
  const { status, text } = await buy(product, member, { package: "c25", ...wantedOf(member) }, key);
  if (status !== 201) throw new Error(`${stopped}: ${text.slice(0, 200)}`);
  const orders = await product.sql<{ id: string }>(
    "SELECT id FROM payments WHERE account_id = ? AND status = 'created'",
    member.id,
  );
  for (const { id } of orders) await payAt(product, id);
  await product.sweep(Date.now() + 20 * MINUTE);
  await product.clock(null);
  return { member, stopped: stopped ?? "after the end" };
}
