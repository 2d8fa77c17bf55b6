import type { Campaign } from "./campaign.ts";
import { addMembers, inParallel, type Member } from "./members.ts";
import { buy } from "./orders.ts";
import type { Answer } from "./product.ts";
import { addPartners, isAccepted, ledgerOf, type Operation, operation, priceOf, spendAgain, tallied } from "./spending.ts";

const TIMES = 5;
const CREDITS = 100;
const WIDTH = 8;

interface Action {
  kind: Operation["kind"] | "order" | "stored card";
  by: Member;
  send(): Promise<Answer>;
}

export const idempotency: Campaign = {
  name: "idempotency",
  what: "operations that are sent five times each, one after the other or at once",
  async run({ product, random, small }) {
    const members = small ? 10 : 1000;
    const partners = await addPartners(product, 20);
    const paying = await addMembers(product, members, { paid: true, credits: CREDITS });
    const free = await addMembers(product, members / 5, { credits: CREDITS });
    await product.sqlBatch(
      paying.map(({ id }) => ({
        sql: "INSERT INTO stored_methods VALUES (?1, ?2, 'liaison', 'sandbox', 'card', 'card-4242', 'Visa •• 4242', 1)",
        values: [`card-${id}`, id],
      })),
    );
    const actions: Action[] = [
      ...paying.flatMap((by): Action[] => {
        const [to, other] = random.shuffled(partners) as [Member, Member];
        const spending = (["icebreaker", "message", "message", "message", "message", "gift", "gift"] as const).map((kind) => ({
          ...operation(product, random, kind, by, kind === "icebreaker" ? other : to),
          by,
        }));
        const [key, second] = [random.id(), random.id()];
        return [
          ...spending,
          { kind: "order", by, send: () => buy(product, by, { package: "c25" }, key) },
          { kind: "stored card", by, send: () => buy(product, by, { package: "c60", stored: `card-${by.id}` }, second) },
        ];
      }),
      ...free.flatMap((by) =>
        partners.slice(0, 5).map((to): Action => ({ ...operation(product, random, "unlock", by, to), by })),
      ),
    ];
    const outcomes: string[] = [];
    const faults: string[] = [];
    const charged = new Map<string, number>();
    const done = async (action: Action, atOnce: boolean) => {
      const answers: Answer[] = [];
      if (atOnce) answers.push(...(await Promise.all(Array.from({ length: TIMES }, () => sendUntilSettled(action)))));
      else for (let time = 0; time < TIMES; time++) answers.push(await sendUntilSettled(action));
      const [first] = answers as [Answer];
      outcomes.push(isAccepted(first) ? action.kind : `${action.kind} ${first.json?.error?.code ?? first.status}`);
      const said = new Set(answers.map((answer) => `${answer.status} ${resultOf(action, answer)}`));
      if (said.size > 1) faults.push(`${action.kind} of ${action.by.id} was answered ${[...said].join(" and ")}`);
      if (!isAccepted(first)) faults.push(`${action.kind} of ${action.by.id} was refused: ${first.text.slice(0, 100)}`);
      else if (action.kind !== "order" && action.kind !== "stored card")
        charged.set(action.by.id, (charged.get(action.by.id) ?? 0) + priceOf({ ...action, kind: action.kind }, first));
    };
    // Those of one member in order, as a conversation is; the members beside each other.
    const byMember = Map.groupBy(actions, ({ by }) => by.id);
    const drawn = [...byMember.values()].map((list) => list.map((action) => ({ action, atOnce: random.below(2) === 0 })));
    await inParallel(drawn, WIDTH, async (list) => {
      for (const { action, atOnce } of list) await done(action, atOnce);
    });
    return {
      counts: { operations: actions.length, requests: actions.length * TIMES, outcomes: tallied(outcomes) },
      async problems() {
        const ledger = await ledgerOf(product);
        const paid = await product.sql<{ account: string; orders: number; completed: number }>(
          "SELECT account_id AS account, count(*) AS orders, sum(status = 'completed') AS completed FROM payments GROUP BY account_id",
        );
        return [
          ...faults,
          ...[...charged]
            .filter(([id, sum]) => ledger.get(id)?.spent !== sum)
            .map(([id, sum]) => `${id}: ${ledger.get(id)?.spent} entered, ${sum} answered`),
          ...(paid.length === paying.length ? [] : [`${paid.length} of ${paying.length} members have orders`]),
          ...paid
            .filter(({ orders, completed }) => orders !== 2 || completed !== 1)
            .map(({ account, orders, completed }) => `${account}: ${orders} orders, ${completed} paid`),
        ];
      },
      plant: () => spendAgain(product, (paying[0] as Member).id),
    };
  },
};

/** A client that is told to ask again does. */
async function sendUntilSettled({ send }: Action): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send();
    const again = ["in_progress", "conflict"].includes(answer.json?.error?.code) && attempt < 5;
    if (!again) return answer;
  }
}

/** What must be equal in all answers: the thing that was made and, where it is said, its price. */
function resultOf({ kind }: Action, { json, text }: Answer): string {
  if (!json || json.error) return text.slice(0, 200);
  if (kind === "order" || kind === "stored card") return `${json.payment.id} ${json.payment.amount}`;
  return kind === "unlock" ? `${json.unlocked} ${json.price}` : json.message.id;
}
