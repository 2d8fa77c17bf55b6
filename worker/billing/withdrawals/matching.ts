import type { WithdrawalRefusal } from "#db/schema/attributes.ts";
import type { WithdrawnOrder } from "#db/schema/withdrawals.ts";
import type { MailContext } from "#worker/delivery/mail/compose-mail.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { HOUR, MINUTE } from "#worker/platform/durations.ts";
import { newSecret } from "#worker/platform/ids.ts";
import type { Limits } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { openPart, orderOf } from "./orders.ts";
import { numbersIn, receiptNamed, receiptNumbers } from "./statement.ts";
import type { Consumer, WithdrawalRow, WithdrawalsStore } from "./withdrawals.store.ts";
import { totalOf } from "./withdrawals.vocabulary.ts";

const AT_ONCE = 20;

interface Deps {
  store: WithdrawalsStore;
  mails: Pick<Mails, "withdrawalMatched" | "dispatch">;
  limits: Pick<Limits, "hit">;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

type Said = Pick<WithdrawalRow, "domainId" | "createdAt"> & {
  /** A receipt's number counts for the account of this address; null where a person of the staff looks. */
  email: string | null;
};

export type Matching = ReturnType<typeof createMatching>;

/** Finds the purchases that a visitor's statement means. */
export function createMatching({ store, mails, limits, domainOf, originOf }: Deps) {
  return {
    match,
    again,

    /** The purchases that staff name for a statement, also by the receipt alone; null for none. */
    async named(row: WithdrawalRow, text: string) {
      const domain = await domainOf(row.domainId);
      return domain && named({ ...row, email: null }, text, domain);
    },

    /** For an hour; later, when staff take the statement. */
    async sweep(now: number): Promise<void> {
      for (const row of await store.unmatched(now - HOUR, now - MINUTE, AT_ONCE)) await again(row, now);
    },
  };

  /** After a lookup that failed. A failure here waits for the next one. */
  async function again(row: WithdrawalRow, now: number): Promise<void> {
    try {
      const domain = await domainOf(row.domainId);
      if (domain) await match({ domain, country: row.country, origin: originOf(domain), now }, row);
    } catch (error) {
      log("error", "withdrawal not matched", { reference: row.reference, error });
    }
  }

  /** The account's own address gets the link, or the reason why no money goes back. Idempotent. */
  async function match(ctx: MailContext, row: WithdrawalRow): Promise<void> {
    const found = await named(row, row.contract, ctx.domain);
    if (!found) return;
    const { consumer, orders } = found;
    const open = openPart(orders);
    const link = newSecret(32);
    const { allowed } = await limits.hit(...limitOf("withdrawalLinks", { member: consumer.id }), ctx.now);
    const refusal = refusalOf(orders);
    const mail = allowed
      ? await mails.withdrawalMatched(ctx, {
          ...{ ...consumer, reference: row.reference, refusal, sums: totalOf(open) },
          link: `${ctx.origin}/withdraw?token=${link}`,
        })
      : null;
    const ended = refusal ? { status: "refused" as const, refusal, closedAt: ctx.now } : {};
    const linkHash = mail && open.length > 0 ? await sha256(link) : null;
    const matched = await store.match(row.id, { accountId: consumer.id, orders, linkHash, ...ended }, mail);
    if (matched && mail) await mails.dispatch(mail.id);
  }

  /** The purchases that `text` names, as they were when the statement was made; null for none. */
  async function named(
    { domainId, createdAt, email: owner }: Said,
    text: string,
    { pool, settings }: Domain,
  ): Promise<{ consumer: Consumer; orders: WithdrawnOrder[] } | null> {
    const email = parseEmail(text) ?? "";
    const words = email === "" ? numbersIn(text) : [];
    // No address guards what staff name.
    const receipts = owner === null ? receiptNamed(text) : receiptNumbers(words);
    const numbers = [...words, ...(await ordersOfReceipts(domainId, settings, receipts, owner))];
    const consumer = await store.consumer({ domainId, pool, numbers, email });
    if (!consumer) return null;
    const found = (await store.orders(consumer.id, domainId, createdAt)).filter(
      // What was bought since is another contract.
      ({ id, completedAt }) => (completedAt ?? 0) <= createdAt && (email !== "" || numbers.includes(id)),
    );
    const orders = found.map((payment) => {
      const { outcome, amount, currency } = orderOf(payment, createdAt);
      return { payment: payment.id, outcome, amount, currency };
    });
    return orders.length > 0 ? { consumer, orders } : null;
  }

  /** Orders by receipt numbers, all of one account. */
  async function ordersOfReceipts(
    domainId: string,
    settings: Settings,
    numbers: number[],
    email: string | null,
  ): Promise<string[]> {
    if (numbers.length === 0) return [];
    const companies = Object.values(settings.companies).map(({ name }) => name);
    const found = await store.ofReceipts({ domainId, companies, numbers, email });
    return new Set(found.map(({ accountId }) => accountId)).size === 1 ? found.map(({ id }) => id) : [];
  }
}

/** Null while something can be paid back. */
export function refusalOf(orders: WithdrawnOrder[]): WithdrawalRefusal | null {
  if (openPart(orders).length > 0) return null;
  return orders.some(({ outcome }) => outcome === "late") ? "late" : "used";
}
