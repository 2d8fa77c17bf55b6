import type { Campaign, Tools } from "./campaign.ts";
import { addMembers, type Member } from "./members.ts";
import { buy, paid } from "./orders.ts";
import { tallied } from "./spending.ts";

const AT_ONCE = 50;
const PACKAGES = ["c25", "c60", "c150", "c400"];

export const codes: Campaign = {
  name: "codes",
  what: "the welcome code, the time bonus, codes for one order and for one member, 50 orders at once",
  async run(tools) {
    const { product, small } = tools;
    const rounds = small ? 1 : 10;
    const outcomes: string[] = [];
    let orders = 0;
    for (let round = 0; round < rounds; round++) {
      const once = `ONCE${round}`;
      const each = `EACH${round}`;
      await product.sqlBatch(
        [
          [once, "once"],
          [each, "once-per-user"],
        ].map(([code, validity]) => ({
          sql: "INSERT INTO discount_codes (domain_id, code, percentage, validity, created_at) VALUES ('liaison', ?, 300, ?, 1)",
          values: [code, validity],
        })),
      );
      const strangers = await addMembers(product, AT_ONCE);
      const [loyal, fresh, welcome] = (await Promise.all([
        addMembers(product, 1),
        addMembers(product, 1, { age: 1000 }),
        addMembers(product, 1, { age: 20 * 3600 * 1000, timeBonus: false }),
      ])) as [[Member], [Member], [Member]];
      const all: [string, Member[], string | undefined][] = [
        ["once", strangers, once],
        ["once per member", Array<Member>(AT_ONCE).fill(loyal[0]), each],
        ["time bonus", Array<Member>(AT_ONCE).fill(fresh[0]), undefined],
        ["welcome", Array<Member>(AT_ONCE).fill(welcome[0]), undefined],
      ];
      for (const [name, members, code] of all) {
        const answers = await atOnce(tools, members, code);
        orders += answers.length;
        outcomes.push(...answers.map((answer) => `${name} ${answer}`));
      }
    }
    const given = `SELECT p.id, p.status FROM discount_uses u JOIN payments p ON p.id = u.payment_id
      WHERE u.state = 'released' AND p.completed_at IS NOT NULL`;
    return {
      counts: {
        orders,
        outcomes: tallied(outcomes),
        "paid with a used discount, and given back": (await product.sql(given)).length,
      },
      async problems() {
        const unrefunded = await product.sql<{ id: string; status: string }>(`${given} AND p.status <> 'refunded'`);
        const used = await product.sql<{ scope: string; code: string; orders: number; members: number }>(
          `SELECT scope, code, count(*) AS orders, count(DISTINCT account_id) AS members FROM discount_uses
           WHERE state = 'used' GROUP BY scope, code`,
        );
        const failures = outcomes.filter((outcome) => / (5\d\d|internal)$/.test(outcome));
        const wrong = used.filter(({ code, orders: paid, members }) => paid !== (/^(ONCE|EACH)/.test(code) ? 1 : members));
        const names = new Set(used.map(({ code }) => code));
        const unused = ["ONCE0", "EACH0", "TIMEBONUS25", "WELCOME25"].filter((code) => !names.has(code));
        return [
          ...unrefunded.map((row) => `not given back: ${JSON.stringify(row)}`),
          ...wrong.map((row) => JSON.stringify(row)),
          ...unused.map((code) => `${code} was not used`),
          ...failures,
        ];
      },
      async plant() {
        await product.sqlBatch(
          [
            "DROP INDEX discount_uses_once",
            `INSERT INTO discount_uses (payment_id, scope, code, account_id, validity, state)
             SELECT p.id, 'liaison', 'ONCE0', p.account_id, 'once', 'used' FROM payments p
             WHERE p.discount_code IS NULL AND p.status = 'completed'
               AND p.account_id NOT IN (SELECT account_id FROM discount_uses WHERE code = 'ONCE0') LIMIT 1`,
          ].map((sql) => ({ sql, values: [] })),
        );
        return "a code for one order used twice";
      },
    };
  },
};

/** Orders of these members, all at once; then the provider says that those still open are paid. */
async function atOnce({ product, random }: Tools, members: Member[], discountcode: string | undefined): Promise<string[]> {
  const answers = await Promise.all(
    members.map((member) =>
      buy(product, member, { package: random.pick(PACKAGES), method: random.pick(["card", "paypal"]), discountcode }),
    ),
  );
  const ids = new Set<string>(answers.flatMap(({ status, json }) => (status === 201 ? [json.payment.id] : [])));
  // One that was replaced is closed at the provider's too, or its money arrives late: half of each.
  for (const id of ids) {
    const [row] = await product.sql<{ status: string }>("SELECT status FROM payments WHERE id = ?", id);
    if (row?.status === "created" || random.below(2) === 0) await paid(product, await product.sandbox(id));
  }
  // A code that is used up leaves the buyer the full price.
  const [last] = members as [Member];
  const { json } = await buy(product, last, { package: "c25" });
  if (json?.payment) await paid(product, await product.sandbox(json.payment.id));
  return answers.map(({ status, json: answer }) =>
    status === 201
      ? answer.payment.discount
        ? "reduced"
        : "full"
      : (answer?.error?.fields?.[0]?.code ?? answer?.error?.code ?? String(status)),
  );
}
