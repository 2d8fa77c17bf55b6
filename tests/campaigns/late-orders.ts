import type { Campaign } from "./campaign.ts";
import { addMembers, inParallel, type Member } from "./members.ts";
import { buy, deliver, ordered, payAt, signed } from "./orders.ts";
import type { Product } from "./product.ts";
import { tallied } from "./spending.ts";

const LIMIT = 6000;
const CARDS = ["c25", "c60", "c150"];
const METHODS = ["card", "paypal", "ideal"];
const HOUR = 3600_000;
const FAR = 253_402_214_400_000;

/** Of an order that nobody has paid yet. */
const NEW = { status: "created", provider_ref: null, redirect: null, stored_method_id: null, completed_at: null, said_at: null };

const ids = (members: Member[]) => JSON.stringify(members.map(({ id }) => id));

/** What forbids an order, between its start and its payment. */
const FORBIDS = {
  paused: [],
  excluded: ["UPDATE exclusions SET scope = 'access' WHERE scope = 'purchases'"],
  banned: [`UPDATE exclusions SET scope = 'access', until = ${FAR} WHERE scope = 'purchases'`],
  left: ["UPDATE accounts SET status = 'deleted', deleted_at = unixepoch() * 1000 WHERE id IN (SELECT value FROM json_each(?))"],
} as const;
type Cause = keyof typeof FORBIDS;

async function forbid(product: Product, cause: Cause, members: Member[]): Promise<void> {
  if (cause !== "left")
    await inParallel(members, 8, ({ session }) => product.ask("/api/purchase-pause.php", { session, body: {} }));
  for (const sql of FORBIDS[cause]) await product.sql(sql, ...(cause === "left" ? [ids(members)] : []));
}

export const lateOrders: Campaign = {
  name: "late-orders",
  what: "orders paid late against limit, pause, exclusion, ban and deletion, half of their notices lost",
  async run({ product, random, small }) {
    const count = small ? 4 : 60;
    const paid: string[] = [];
    const told: string[] = [];
    const pay = async (id: string, lost: boolean) => {
      await payAt(product, id);
      paid.push(id);
      if (lost) return;
      const notice = await signed(await product.sandbox(id), "completed");
      told.push(...(await Promise.all([1, 2].map(async () => `notice ${(await deliver(product, notice)).status}`))));
    };
    const limited = await addMembers(product, count);
    await product.sqlBatch(
      limited.map(({ id }) => ({
        sql: "INSERT INTO preferences (account_id, spend_limits, updated_at) VALUES (?1, ?2, 1)",
        values: [id, JSON.stringify({ day: LIMIT, week: null, month: null })],
      })),
    );
    await inParallel(limited, 4, async (member) => {
      const orders: string[] = [];
      // Each replaces the one before.
      for (let n = 0; n < 6; n++) {
        const wanted = { package: random.pick(CARDS), method: random.pick(METHODS) };
        const answer = await buy(product, member, wanted);
        if (answer.status === 201) orders.push(answer.json.payment.id);
      }
      await Promise.all([...new Set(orders)].map((id, n) => pay(id, n % 2 === 1)));
    });
    const prevented: Record<Cause, Member[]> = { paused: [], excluded: [], banned: [], left: [] };
    // The last one first: its rows are told apart by their scope.
    for (const cause of ["left", "banned", "excluded", "paused"] as const) {
      const members = await addMembers(product, count);
      prevented[cause] = members;
      const orders = await inParallel(members, 4, async (member) => (await ordered(product, member)).order.id);
      await forbid(product, cause, members);
      await inParallel(orders, 8, (id, n) => pay(id, n % 2 === 1));
    }
    const free = await addMembers(product, count);
    await inParallel(free, 4, async (member, n) => pay((await ordered(product, member)).order.id, n % 2 === 1));
    // 20 open and 20 ended orders a run.
    for (let n = 0; n < Math.ceil(paid.length / 10) + 2; n++) await product.sweep(Date.now() + HOUR);
    const states = await product.sql<{ cause: string | null; n: number }>(
      `SELECT coalesce(cause, p.status) AS cause, count(*) AS n FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id
        WHERE p.id IN (SELECT value FROM json_each(?)) GROUP BY 1`,
      JSON.stringify(paid),
    );
    return {
      counts: {
        "members with a limit": limited.length,
        "members of each prevention": count,
        "paid orders": paid.length,
        outcomes: states.map(({ cause, n }) => `${cause} ${n}`).join(", "),
        notices: tallied(told),
      },
      async problems() {
        const over = await product.sql<{ id: string; sum: number }>(
          `SELECT account_id AS id, sum(amount - (SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment_id = p.id AND r.status <> 'failed')) AS sum
            FROM payments p WHERE status = 'completed' AND account_id IN (SELECT value FROM json_each(?1)) GROUP BY account_id HAVING sum > ?2`,
          ids(limited),
          LIMIT,
        );
        const forgotten = await product.sql<{ id: string; status: string }>(
          `SELECT id, status FROM payments WHERE id IN (SELECT value FROM json_each(?)) AND status NOT IN ('completed', 'refunded')`,
          JSON.stringify(paid),
        );
        const credited = await product.sql<{ id: string }>(
          `SELECT p.id FROM payments p WHERE account_id IN (SELECT value FROM json_each(?)) AND status = 'completed'
            AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id AND r.status <> 'failed')`,
          ids(Object.values(prevented).flat()),
        );
        const unserved = await product.sql<{ id: string }>(
          "SELECT id FROM accounts WHERE id IN (SELECT value FROM json_each(?)) AND credits <> 25",
          ids(free),
        );
        const seen = states.map(({ cause }) => cause);
        return [
          ...over.map(({ id, sum }) => `${id}: ${sum} paid under a limit of ${LIMIT}`),
          ...forgotten.map(({ id, status }) => `${id}: paid, and ${status}`),
          ...credited.map(({ id }) => `${id}: credited to a member who may not buy`),
          ...unserved.map(({ id }) => `${id}: a payment that nothing forbids is not credited once`),
          ...["limit", ...Object.keys(FORBIDS)].filter((cause) => !seen.includes(cause)).map((cause) => `never: ${cause}`),
        ];
      },
      async plant() {
        // As a completion without the rule would write it.
        const [member] = prevented.paused;
        const [paid] = await product.sql<object>("SELECT * FROM payments WHERE account_id = ? LIMIT 1", member?.id);
        const planted = { ...paid, ...NEW, id: "planted", idempotency_key: "planted" };
        const places = Object.keys(planted).map(() => "?");
        await product.sql(`INSERT INTO payments (${Object.keys(planted)}) VALUES (${places})`, ...Object.values(planted));
        await product.sql("UPDATE payments SET status = 'completed' WHERE id = 'planted'");
        return "a completion that asks no rule";
      },
    };
  },
};
