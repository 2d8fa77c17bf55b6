import type { Campaign } from "./campaign.ts";
import { addMembers, inParallel } from "./members.ts";
import { buy, ordered, paid, say } from "./orders.ts";
import { addPartners, operation, tallied } from "./spending.ts";

const LIMIT = 6000;
const CARDS = ["c25", "c60", "c150", "c400"];

export const conflicts: Campaign = {
  name: "conflicts",
  what: "a refund while credits are spent, a chargeback while and after, orders past a spend limit",
  async run({ product, random, small }) {
    const members = await addMembers(product, small ? 4 : 100);
    const [partner] = await addPartners(product, 1);
    if (!partner) throw new Error("nobody to write to");
    const codeOf = ({ status, json }: { status: number; json: { error?: { code: string } } | null }) =>
      status < 300 ? "done" : (json?.error?.code ?? String(status));
    const outcomes: string[] = [];
    await inParallel(members, 4, async (member, index) => {
      const account = await ordered(product, member);
      const { id } = account.order;
      await paid(product, account);
      const shown = (await product.ask(`/api/payment.php?id=${id}`, { session: member.session })).json.payment.refundable;
      const write = () => Array.from({ length: 20 }, () => operation(product, random, "message", member, partner).send());
      const giveBack = () =>
        product.ask("/api/refund.php", { session: member.session, body: { payment: id, amount: shown?.amount ?? 1 } });
      const messages: ReturnType<typeof write> = [];
      if (index % 2 === 0) {
        const asked = Array.from({ length: 5 }, giveBack);
        messages.push(...write());
        const refunds = await Promise.all(asked);
        outcomes.push(...refunds.map((answer) => `refund ${codeOf(answer)}`));
      } else {
        messages.push(...write());
        const told = await Promise.all(Array.from({ length: 5 }, () => say(product, account, "chargeback")));
        outcomes.push(...told.map((status) => `chargeback ${status}`));
      }
      outcomes.push(...(await Promise.all(messages)).map((answer) => `message ${codeOf(answer)}`));
      const after = await operation(product, random, "message", member, partner).send();
      outcomes.push(`message afterwards ${codeOf(after)}`);
    });
    const limited = await addMembers(product, small ? 4 : 100);
    await product.sqlBatch(
      limited.flatMap(({ id }) => [
        {
          sql: "INSERT INTO stored_methods VALUES (?1, ?2, 'liaison', 'sandbox', 'card', 'card-4242', 'Visa •• 4242', 1)",
          values: [`card-${id}`, id],
        },
        {
          sql: "INSERT INTO preferences (account_id, spend_limits, updated_at) VALUES (?1, ?2, 1)",
          values: [id, JSON.stringify({ day: LIMIT, week: null, month: null })],
        },
      ]),
    );
    await inParallel(limited, 2, async (member) => {
      const wanted = Array.from({ length: 12 }, () => ({ package: random.pick(CARDS), stored: `card-${member.id}` }));
      const answers = await Promise.all(wanted.map((one) => buy(product, member, one)));
      outcomes.push(...answers.map((answer) => `limit ${codeOf(answer)}`));
    });
    return {
      counts: { members: members.length, "members with a limit": limited.length, outcomes: tallied(outcomes) },
      async problems() {
        const over = await product.sql<{ id: string; sum: number }>(
          `SELECT account_id AS id, sum(amount) AS sum FROM payments WHERE status = 'completed' AND account_id IN
            (SELECT value FROM json_each(?)) GROUP BY account_id HAVING sum(amount) > ?`,
          JSON.stringify(limited.map(({ id }) => id)),
          LIMIT,
        );
        const broke = await product.sql<{ id: string; credits: number; debt: number }>(
          "SELECT id, credits, debt FROM accounts WHERE credits < 0 OR (debt > 0 AND credits > 0)",
        );
        const expected = ["refund done", "chargeback 200", "message done", "limit done", "limit spend_limit"];
        return [
          ...over.map(({ id, sum }) => `${id}: ${sum} paid under a limit of ${LIMIT}`),
          ...broke.map((row) => JSON.stringify(row)),
          ...outcomes.filter((outcome) => / (5\d\d|internal)$/.test(outcome)),
          ...(small ? [] : expected.filter((one) => !outcomes.includes(one)).map((one) => `never: ${one}`)),
        ];
      },
      async plant() {
        await product.sql(
          "UPDATE payments SET status = 'completed', updated_at = 1 WHERE id = (SELECT id FROM payments WHERE status <> 'completed' AND account_id = ? LIMIT 1)",
          limited[0]?.id,
        );
        await product.sql("UPDATE accounts SET debt = debt + 1 WHERE id = ?", members[1]?.id);
        return "a debt without a cause";
      },
    };
  },
};
