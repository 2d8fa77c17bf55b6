import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { SpendKind } from "#db/postings.ts";
import { accounts } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { spend } from "#worker/billing/wallet/spend.sql.ts";
import type { Campaign, Tools } from "./campaign.ts";
import { addMembers, type Member } from "./members.ts";
import { addPartners, isAccepted, KINDS, ledgerOf, operation, priceOf, spendAgain, tallied } from "./spending.ts";

const CREDITS = 60;
const PRICES: Record<SpendKind, number> = { message: 1, gift: 5, photos: 2, icebreaker: 1, call: 3 };

interface Sum {
  spends: number;
  spent: number;
}

export const overdraft: Campaign = {
  name: "overdraft",
  what: "wallets that spend more than they hold, 200 times at once: messages, gifts, unlocks, icebreakers",
  async run(tools) {
    const { product, small } = tools;
    const http = await overHttp(tools, small ? [4, 50] : [10, 200]);
    const statements = await inD1(tools, small ? [20, 200] : [1000, 200]);
    const charged = new Map([...http.charged, ...statements.charged]);
    const failures = [...http.outcomes, ...statements.outcomes].filter((code) =>
      /^5|itself|D1_ERROR: (?!.*(CHECK|UNIQUE))/.test(code),
    );
    const [first] = charged.keys();
    return {
      counts: {
        "over HTTP": `${http.charged.size} wallets, ${http.outcomes.length} operations: ${tallied(http.outcomes)}`,
        "the spend statement on D1": `${statements.charged.size} wallets, ${statements.outcomes.length} operations: ${tallied(statements.outcomes)}`,
      },
      async problems() {
        const ledger = await ledgerOf(product);
        const wrong = [...charged].filter(([id, sum]) => {
          const entry = ledger.get(id);
          return (
            entry?.spends !== sum.spends ||
            entry.spent !== sum.spent ||
            entry.credits !== CREDITS - sum.spent ||
            entry.credits < 0
          );
        });
        return [
          ...wrong.map(([id, sum]) => `${id}: ${JSON.stringify(ledger.get(id))}, answered ${JSON.stringify(sum)}`),
          ...failures,
          ...KINDS.filter((kind) => !http.outcomes.includes(kind)).map((kind) => `no ${kind} was accepted`),
        ];
      },
      async plant() {
        await product.sql(
          "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, 9, 'adjustment', 'plant', 'plant', 1)",
          first,
        );
        return spendAgain(product, first ?? "");
      },
    };
  },
};

/** The calls of the product, all rules included. */
async function overHttp({ product, random }: Tools, [wallets, each]: [number, number]) {
  const partners = await addPartners(product, 12);
  // A member who has paid may start conversations; one who has not pays for photos.
  const paying = await addMembers(product, wallets / 2, { paid: true, credits: CREDITS });
  const free = await addMembers(product, wallets / 2, { credits: CREDITS });
  const charged = new Map<string, Sum>();
  const outcomes: string[] = [];
  const drawn = (member: Member) => {
    const kind = random.pick(KINDS);
    const anybody = kind === "unlock" || paying.includes(member);
    return operation(product, random, kind, member, random.pick(anybody ? partners : partners.slice(0, 2)));
  };
  for (const member of [...paying, ...free]) {
    const sum = { spends: 0, spent: 0 };
    charged.set(member.id, sum);
    const operations = Array.from({ length: each }, () => drawn(member));
    await Promise.all(
      operations.map(async (one) => {
        const answer = await one.send();
        outcomes.push(isAccepted(answer) ? one.kind : (answer.json?.error?.code ?? String(answer.status)));
        if (!isAccepted(answer)) return;
        const price = priceOf(one, answer);
        sum.spent += price;
        sum.spends += Number(price > 0);
      }),
    );
  }
  return { charged, outcomes };
}

/** The statement that every spending is made of, inside the product's runtime, without the calls around it. */
async function inD1({ product, random }: Tools, [wallets, each]: [number, number]) {
  const dialect = new SQLiteAsyncDialect();
  const charged = new Map<string, Sum>();
  const outcomes: string[] = [];
  for (const { id } of await addMembers(product, wallets, { credits: CREDITS })) {
    const operations = Array.from({ length: each }, () => {
      const kind = random.pick(Object.keys(PRICES) as SpendKind[]);
      const key = random.id();
      const paid = { account: sql`${id}`, price: sql`${PRICES[kind]}`, cause: sql`${key}`, key: sql`${key}`, at: sql`${1}` };
      const query = dialect.sqlToQuery(spend(kind, paid, sql`FROM ${accounts} WHERE ${accounts.id} = ${id}`));
      return { kind, statement: { sql: query.sql, values: query.params } };
    });
    const answers = await product.each(operations.map(({ statement }) => statement));
    const accepted = operations.filter((_, index) => typeof answers[index] === "number");
    charged.set(id, { spends: accepted.length, spent: accepted.reduce((sum, { kind }) => sum + PRICES[kind], 0) });
    for (const [index, { kind }] of operations.entries())
      outcomes.push(
        typeof answers[index] === "number"
          ? kind
          : String(answers[index]).includes("credits_not_negative")
            ? "not enough credits"
            : String(answers[index]),
      );
  }
  return { charged, outcomes };
}
