import type { Domain } from "#worker/domains/domain-file.ts";
import { HOUR } from "#worker/lib/durations.ts";
import { AppError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { log } from "#worker/lib/log.ts";
import { announced } from "#worker/live/live.ts";
import type { LiveObjects } from "#worker/live/objects.ts";
import type { MailContext, Mails } from "#worker/mail/mails.ts";
import type { PaymentMethod } from "#worker/payments/methods.vocabulary.ts";
import type { Found } from "./payments.sql.ts";
import type { Buyer, PaymentsStore } from "./payments.store.ts";
import type { Notice, PaymentProvider, PaymentRef, ProviderState, Statement } from "./provider.ts";

/** In ms: an order that the provider never heard of ends. */
const UNKNOWN_AFTER = 24 * HOUR;
/** In ms: questions become rarer with the age of the order, up to this. */
const RAREST = 6 * HOUR;
const AT_ONCE = 20;
/** In ms: a refund whose outcome is unknown is requested again with the same id. Longer than a request may take. */
const REFUND_AGAIN = 5 * 60_000;

interface Deps {
  store: PaymentsStore;
  live: Pick<LiveObjects, "expect" | "tell">;
  mails: Pick<
    Mails,
    "directDebitFailed" | "paymentCompleted" | "paymentReversed" | "paymentRefunded" | "refundRefused" | "dispatch"
  >;
  providerOf(domain: Domain): PaymentProvider | null;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
  /** Blocks the mandate of a returned direct debit. Idempotent. */
  debitReturned(payment: string): Promise<void>;
}

interface Heard {
  provider: string;
  notice: string;
  state: ProviderState;
  reference: string | null;
}

const UNPAID: readonly ProviderState[] = ["failed", "cancelled", "expired"];

/** Outcomes of a second sale's notice. */
const TWICE = { done: "paid twice, done", pending: "paid twice, pending", refused: "paid twice, refused" } as const;

export type Settlement = ReturnType<typeof createSettlement>;

/** The only ways to complete or end a payment: a signed notice, or our own question to the provider. */
export function createSettlement({ store, live, mails, providerOf, domainOf, originOf, debitReturned }: Deps) {
  /** Idempotent. False for a payment that this provider does not have, or a sum that differs. */
  async function settle({ now }: { now: number }, said: Statement, provider: string): Promise<boolean> {
    const found = await store.findAny(said.payment);
    if (!found || found.payment.provider !== provider) return false;
    const { payment, buyer } = found;
    const heard: Heard = { provider, notice: said.notice, state: said.state, reference: said.reference };
    if (
      (said.amount !== null && said.amount !== payment.amount) ||
      (said.currency !== null && said.currency !== payment.currency)
    ) {
      log("error", "payment sum differs", { payment: payment.id, provider });
      await store.noteRefused(payment.id, heard, "sum differs", now);
      return false;
    }
    if (isAnotherSale(payment, said)) {
      await giveSaleBack(payment, heard, now);
      return true;
    }
    if (said.state === "chargeback" && payment.status === "refunded") {
      log("error", "payment taken back after its refund", { payment: payment.id, reference: said.reference });
      await store.noteRefused(payment.id, heard, "refunded before", now);
    }
    const mail = await mailFor(said.state, payment, buyer, now);
    const stored =
      said.stored === null || buyer.gone
        ? null
        : {
            ...said.stored,
            id: newId(),
            accountId: buyer.id,
            domainId: payment.domainId,
            provider,
            method: payment.method,
            createdAt: now,
          };
    const { changed, surplus } = await announced(live, [buyer.id], () => store.apply(payment.id, heard, { mail, stored }, now));
    await live.tell(buyer.id, { events: changed ? [{ type: "payment", payment: payment.id }] : [], changed: ["user"] });
    if (changed && mail && !surplus) await mails.dispatch(mail.id);
    // Notices of two sales of one order may arrive at once.
    const since = !changed && payment.completedAt === null ? await store.findAny(payment.id) : null;
    if (since && isAnotherSale(since.payment, said)) await giveSaleBack(since.payment, heard, now);
    if (surplus) await refund({ now }, surplus);
    if (said.state === "chargeback" && payment.method === "directdebit") await debitReturned(payment.id);
    return true;
  }

  /** An order that was paid twice at the provider, whose page stays open. Our books know the first sale only. */
  async function giveSaleBack(payment: Found, heard: Heard, now: number): Promise<void> {
    const known = await store.outcomeOf(heard);
    if (known === TWICE.done || known === TWICE.refused) return;
    const domain = await domainOf(payment.domainId);
    const provider = domain && providerOf(domain);
    const ref = { ...payment, providerRef: heard.reference, receipts: [] };
    const answer = provider ? await askToRefund(provider, ref, { id: heard.notice, amount: payment.amount }) : "pending";
    log(answer === "done" ? "warn" : "error", "payment paid twice", { payment: payment.id, reference: heard.reference, answer });
    await store.noteRefused(payment.id, heard, TWICE[answer], now);
  }

  async function mailFor(state: ProviderState, payment: Found, buyer: Buyer, now: number) {
    const context = buyer.gone ? null : await mailContext(payment, now);
    if (!context) return null;
    const to = { ...buyer, language: payment.language };
    const content = { payment: payment.id, credits: payment.credits, amount: payment.amount, currency: payment.currency };
    // One id a payment and letter: a second attempt stores no second mail.
    if (state === "completed") {
      const settles = Math.min(payment.debt, payment.credits);
      return { ...(await mails.paymentCompleted(context, { ...to, ...content, settles })), id: `paid-${payment.id}` };
    }
    if (UNPAID.includes(state) && payment.method === "directdebit")
      return { ...(await mails.directDebitFailed(context, { ...to, ...content })), id: `unpaid-${payment.id}` };
    if (state !== "refunded" && state !== "chargeback") return null;
    // The operator paid an open refund back: a mail may have said so.
    const whole = state === "refunded" && payment.refunded + payment.refunding === payment.amount;
    const asked = whole ? await store.openRefund(payment.id) : null;
    if (asked) return refundMail(context, payment, buyer, asked);
    return { ...(await mails.paymentReversed(context, { ...to, ...content })), id: `back-${payment.id}` };
  }

  async function refundMail(context: MailContext, payment: Found, buyer: Buyer, { id, amount }: { id: string; amount: number }) {
    const { id: of, credits, currency, language } = payment;
    const to = { ...buyer, language, payment: of, credits, amount, currency, surplus: payment.surplus === 1 };
    return { ...(await mails.paymentRefunded(context, to)), id: `refund-${id}` };
  }

  async function refusalMail(context: MailContext, payment: Found, buyer: Buyer, { id, amount }: { id: string; amount: number }) {
    const to = { ...buyer, language: payment.language, payment: payment.id, amount, currency: payment.currency };
    return { ...(await mails.refundRefused(context, { ...to, reason: "provider" as const })), id: `no-refund-${id}` };
  }

  async function mailContext({ domainId }: Found, now: number): Promise<MailContext | null> {
    const domain = await domainOf(domainId);
    return domain && { domain, country: domain.settings.geoip_country, origin: originOf(domain), now };
  }

  /** Null for a forged notice, and for one of another domain. */
  async function notice(ctx: { domain: Domain; now: number }, id: string, sent: Notice): Promise<string | null> {
    const provider = providerOf(ctx.domain);
    if (provider?.id !== id) return null;
    const said = await provider.verify(sent);
    if (!said) return null;
    const found = await store.findAny(said.payment);
    if (!found || found.payment.domainId !== ctx.domain.id) return null;
    await settle(ctx, said, id);
    return provider.acknowledgement;
  }

  /** Asks the provider about one open payment. */
  async function ask(id: string, now: number): Promise<void> {
    const found = await store.findAny(id);
    if (!found) return;
    const { payment } = found;
    const domain = await domainOf(payment.domainId);
    const provider = domain && providerOf(domain);
    const said = provider?.id === payment.provider ? await provider.query(refOf(payment)) : null;
    if (said) await settle({ now }, said, payment.provider);
    else if (now - payment.createdAt >= UNKNOWN_AFTER && provider) await settle({ now }, expired(payment), payment.provider);
    await store.askAgain(id, now + Math.min(RAREST, Math.max(REFUND_AGAIN, now - payment.createdAt)));
  }

  /** Books the decision of the provider or the operator. An unknown outcome stays for the sweep. */
  async function refund({ now }: { now: number }, row: { id: string; paymentId: string; amount: number }): Promise<void> {
    const found = await store.findAny(row.paymentId);
    if (!found) return;
    const { payment, buyer } = found;
    const over = payment.status === "refunded" || payment.status === "chargeback";
    const answer = over ? "done" : ((await store.decision(row.id)) ?? (await askOwnProvider(payment, row)));
    const pending = answer === "pending";
    // The buyer has not asked for the refund of a second order.
    if (pending && payment.surplus === 0) return;
    const context = await mailContext(payment, now);
    // The mail already reported a fully refunded payment.
    const told = over || buyer.gone ? null : context;
    const given = answer !== "refused" && answer !== "failed";
    const mail = told && (await (given ? refundMail : refusalMail)(told, payment, buyer, row));
    if (pending) {
      if (mail && (await store.tellRefund(row.id, mail))) await mails.dispatch(mail.id);
      return;
    }
    const status = given ? "done" : "failed";
    const settled = await announced(live, [buyer.id], () => store.settleRefund(row.id, status, mail, now));
    await live.tell(buyer.id, { events: settled ? [{ type: "payment", payment: payment.id }] : [], changed: ["user"] });
    if (settled && mail) await mails.dispatch(mail.id);
  }

  /** After a change of provider, the operator decides. */
  async function askOwnProvider(payment: Found, row: { id: string; amount: number }) {
    const domain = await domainOf(payment.domainId);
    const provider = domain && providerOf(domain);
    return provider?.id === payment.provider ? askToRefund(provider, payment, row) : "pending";
  }

  async function askToRefund(provider: PaymentProvider, payment: Found, { id, amount }: { id: string; amount: number }) {
    const earlier = payment.receipts.filter(({ kind }) => kind === "credit_note").length;
    return provider.refund(refOf(payment), { id, amount, earlier }).catch((error: unknown) => {
      log("warn", "refund not answered", { payment: payment.id, error: error instanceof AppError ? error.code : error });
      return "pending" as const;
    });
  }

  /** One failing provider must not delay the payments of others. */
  async function sweep(now: number): Promise<void> {
    const work = [
      ...(await store.due(now, AT_ONCE)).map((id) => ask(id, now)),
      ...(await store.takeRefunds(now, now - REFUND_AGAIN, AT_ONCE)).map((row) => refund({ now }, row)),
    ];
    for (const done of await Promise.allSettled(work))
      if (done.status === "rejected") log("error", "payment not settled", { error: done.reason });
  }

  return { settle, notice, ask, refund, sweep };
}

function isAnotherSale({ completedAt, providerRef }: Found, { state, reference }: Statement): boolean {
  return state === "completed" && completedAt !== null && reference !== null && providerRef !== null && reference !== providerRef;
}

function refOf({ id, providerRef, amount, currency, method }: Found): PaymentRef {
  return { id, reference: providerRef, amount, currency, method: method as PaymentMethod };
}

function expired({ id }: Found): Statement {
  return { notice: `expired:${id}`, payment: id, reference: null, state: "expired", amount: null, currency: null, stored: null };
}
