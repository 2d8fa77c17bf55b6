import { ENTRIES } from "#tests/setup/entries.ts";
import { addMembers, addPhotos, type Member } from "./members.ts";
import type { Answer, Product } from "./product.ts";
import type { Random } from "./random.ts";

export const KINDS = ["message", "gift", "unlock", "icebreaker"] as const;

/** One way to spend credits. Sent again with the same ids it is the same operation. */
export interface Operation {
  kind: (typeof KINDS)[number];
  send(): Promise<Answer>;
}

/** Members who are written to, with two locked photos each. */
export async function addPartners(product: Product, count: number): Promise<Member[]> {
  const partners = await addMembers(product, count, { gender: "male" });
  await addPhotos(product, partners);
  return partners;
}

export function operation(product: Product, random: Random, kind: Operation["kind"], by: Member, to: Member): Operation {
  const client_id = random.id();
  const { session } = by;
  const write = (path: string, body: object) => product.ask(path, { session, body });
  const { id: profile } = to;
  const text = `Hello ${client_id}`;
  switch (kind) {
    case "message":
      return { kind, send: () => write("/api/chat.php", { profile, text, client_id }) };
    case "gift":
      return { kind, send: () => write("/api/gift.php", { profile, gift: "rose", client_id }) };
    case "icebreaker":
      return { kind, send: () => write("/api/chat.php", { profile, icebreaker: "1", client_id }) };
    case "unlock":
      return {
        kind,
        send: () => product.ask("/api/unlock.php", { session, body: { profile }, headers: { "idempotency-key": client_id } }),
      };
  }
}

const PRICES = { message: 1, gift: 5, icebreaker: 1 };

/** Credits that an accepted operation cost, by its own answer. */
export function priceOf({ kind }: Operation, { json }: Answer): number {
  return kind === "unlock" ? json.price : PRICES[kind];
}

export const isAccepted = ({ status }: Answer) => status === 200 || status === 201;

/** What is left and what was entered, by member. */
export async function ledgerOf(product: Product): Promise<Map<string, { credits: number; spends: number; spent: number }>> {
  const rows = await product.sql<{ id: string; credits: number; spends: number; spent: number }>(
    `SELECT a.id, a.credits, coalesce(sum(l.messages), 0) AS spends, coalesce(-sum(l.amount), 0) AS spent FROM accounts a
     LEFT JOIN ${ENTRIES} l ON l.account_id = a.id AND l.kind IN ('message', 'gift', 'photos', 'icebreaker') GROUP BY a.id`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A fault: the newest spending of this member is entered again. */
export async function spendAgain(product: Product, member: string): Promise<string> {
  await product.sql(
    `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
     SELECT account_id, amount, kind, cause, 'again:' || cause, 1 FROM ${ENTRIES}
     WHERE account_id = ? AND amount < 0 AND kind <> 'purchase' LIMIT 1`,
    member,
  );
  return "one spending entered twice";
}

export const tallied = (list: Iterable<string>): string => {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
};
