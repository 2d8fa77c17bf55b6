import type { WithdrawnOrder } from "#db/schema/withdrawals.ts";
import type { GiveBack } from "#worker/billing/payments/give-back.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { newReference } from "#worker/platform/reference.ts";
import { type Matching, refusalOf } from "./matching.ts";
import { endMet, orderOf, settleOrders, withdrawnOf } from "./orders.ts";
import { checkStatement, type Statement } from "./statement.ts";
import type { contract } from "./withdrawals.contract.ts";
import type { WithdrawalRow, WithdrawalsStore } from "./withdrawals.store.ts";
import { LINK_LIFETIME } from "./withdrawals.vocabulary.ts";

interface Deps {
  store: WithdrawalsStore;
  giveBack: GiveBack;
  mails: Pick<Mails, "withdrawal" | "dispatch">;
  match: Matching["match"];
  limits: Limits;
  after(work: Promise<unknown>): void;
}

type Chosen = NonNullable<Input<typeof contract.withdraw>["orders"]>;

export function createWithdrawals(deps: Deps) {
  const { store, giveBack, mails, limits, after, match } = deps;
  const ordersOf = store.orders;

  return {
    /** @throws link_expired */
    async withdrawable(
      ctx: Context,
      { token }: Input<typeof contract.withdrawable>,
    ): Promise<Output<typeof contract.withdrawable>> {
      if (token !== undefined) {
        const row = await byLink(ctx, token);
        const found = await ordersOf(row.accountId, row.domainId, row.createdAt);
        const meant = found.filter(({ id }) => row.orders.some(({ payment }) => payment === id));
        const open = row.status === "waiting";
        return {
          orders: meant.map((payment) => orderOf(payment, open ? row.createdAt : ctx.now)),
          statement: { reference: row.reference, at: new Date(row.createdAt).toISOString(), open },
        };
      }
      if (!ctx.viewer) return { orders: [], statement: null };
      const found = await ordersOf(ctx.viewer.id, ctx.domain.id, ctx.now);
      return { orders: found.map((payment) => orderOf(payment, ctx.now)), statement: null };
    },

    /** @throws invalid, not_found, price_changed, idempotency_conflict, conflict, too_many_requests */
    async withdraw(ctx: Context, input: Input<typeof contract.withdraw>): Promise<Output<typeof contract.withdraw>> {
      const before = input.withdrawal_key ? await store.findByKey(ctx.domain.id, input.withdrawal_key) : undefined;
      const statement =
        ctx.viewer && input.orders ? await ownStatement(ctx, ctx.viewer, input.orders, before) : checkStatement(input);
      if (before) return sameAgain(before, statement);
      if (!input.confirmed) return { reference: null, receipt: false, at: new Date(ctx.now).toISOString() };
      refuseOver(await limits.hit(...limitOf("withdrawals", { network: ctx.network }), ctx.now));
      const row = await stored(ctx, statement, input.withdrawal_key ?? null);
      if (row.own) await payBack(row, row.orders.filter(isOpen), ctx.now);
      // Afterwards, so that neither answer nor time tells of an account.
      else after(match(ctx, row));
      return answerOf(row);
    },

    /** @throws link_expired, not_refundable, price_changed, not_found */
    async releaseWithdrawal(ctx: Context, { token, orders }: Input<typeof contract.releaseWithdrawal>) {
      const row = await byLink(ctx, token);
      if (row.status === "settled") return { reference: row.reference };
      const found = await ordersOf(row.accountId, row.domainId, row.createdAt);
      const meant = orders.filter(({ payment }) => row.orders.some((one) => one.payment === payment));
      if (meant.length === 0 || meant.length < orders.length) throw new AppError("not_found");
      const chosen = withdrawnOf(found, meant, row.createdAt);
      if (!chosen.some(isOpen)) throw new AppError("not_refundable");
      await payBack(row, chosen.filter(isOpen), ctx.now);
      return { reference: row.reference };
    },
  };

  /** @throws not_found, price_changed, invalid */
  async function ownStatement(ctx: Context, viewer: Viewer, orders: Chosen, before?: WithdrawalRow): Promise<Statement> {
    const { account, profile, id } = viewer;
    if (orders.length === 0) throw invalid({ field: "orders", code: "required" });
    const meant = before?.orders ?? withdrawnOf(await ordersOf(id, ctx.domain.id, ctx.now), orders, ctx.now);
    return { name: profile.name, email: account.email, contract: orders.map(({ payment }) => payment).join(", "), orders: meant };
  }

  /** @throws conflict, idempotency_conflict */
  async function stored(ctx: Context, statement: Statement, formKey: string | null): Promise<WithdrawalRow> {
    const { orders } = statement;
    const own = orders !== null;
    const refusal = orders && refusalOf(orders);
    const waits = refusal === null;
    const reference = newReference();
    const mail = await receiptOf(ctx, statement, reference);
    const row: WithdrawalRow = {
      ...{ id: newId(), reference, domainId: ctx.domain.id, accountId: own ? (ctx.viewer?.id ?? null) : null, own },
      ...{ name: statement.name, contract: statement.contract, email: statement.email, orders: orders ?? [] },
      ...{ language: ctx.language, country: ctx.country, formKey, receipt: mail !== null, linkHash: null },
      ...{ status: waits ? "waiting" : "refused", refusal, createdAt: ctx.now, closedAt: waits ? null : ctx.now },
    };
    if (!(await store.add(row, mail))) {
      const other = formKey && (await store.findByKey(ctx.domain.id, formKey));
      if (!other) throw new AppError("conflict");
      sameAgain(other, statement);
      return other;
    }
    if (mail) await mails.dispatch(mail.id);
    return row;
  }

  /** Null once the address has had its mails of a day: the page shows the receipt. */
  async function receiptOf(ctx: Context, { name, email, contract: typed, orders }: Statement, reference: string) {
    const own = orders !== null;
    if (!own && !(await limits.hit(...limitOf("withdrawalReceipts", { email }), ctx.now)).allowed) return null;
    const id = own ? (ctx.viewer?.id ?? null) : null;
    return mails.withdrawal(ctx, { id, email, name, own, language: ctx.language, reference, contract: typed, orders });
  }

  /** Idempotent. What cannot be paid back now stays for staff. */
  async function payBack(row: WithdrawalRow, chosen: WithdrawnOrder[], now: number): Promise<void> {
    const found = await ordersOf(row.accountId ?? "", row.domainId, row.createdAt);
    const { orders, settled } = await settleOrders(giveBack, found, { orders: row.orders, chosen, stated: row.createdAt, now });
    await store.change(row.id, { orders, ...(settled && { status: "settled" as const, closedAt: now }) }, null);
    await endMet(store, await store.waiting(row.accountId ?? "", row.domainId), now);
  }

  /** @throws link_expired */
  async function byLink(ctx: Context, token: string): Promise<WithdrawalRow & { accountId: string }> {
    const row = await store.findByLink(await sha256(token));
    const good = row && row.domainId === ctx.domain.id && ctx.now < row.createdAt + LINK_LIFETIME;
    if (!good || row.accountId === null) throw new AppError("link_expired");
    return { ...row, accountId: row.accountId };
  }
}

const isOpen = ({ outcome }: WithdrawnOrder) => outcome === "open";

function answerOf({ reference, receipt, createdAt }: WithdrawalRow): Output<typeof contract.withdraw> {
  return { reference, receipt, at: new Date(createdAt).toISOString() };
}

/** Repeats the first response. @throws idempotency_conflict */
function sameAgain(before: WithdrawalRow, said: Statement): Output<typeof contract.withdraw> {
  const same = (["name", "email", "contract"] as const).every((field) => before[field] === said[field]);
  if (!same) throw new AppError("idempotency_conflict");
  return answerOf(before);
}
