import { announced } from "#worker/delivery/live/live.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import type { MailContext, Mails } from "#worker/delivery/mail/mails.ts";
import { identityHashesOf } from "#worker/people/exclusions/identity-hashes.ts";
import { ageGateOf, ageSitesOf, isClosed } from "#worker/people/identity/age-gate.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { log } from "#worker/platform/log.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { Found } from "./payments.sql.ts";
import type { Buyer, Heard, PaymentsStore } from "./payments.store.ts";
import { type Notice, type PaymentProvider, type ProviderState, refOf, type Statement } from "./provider.ts";
import type { Providers } from "./providers/index.ts";
import { createQuestions } from "./questions.ts";
import type { Completion } from "./returned-money.sql.ts";

const AT_ONCE = 20;
/** In ms: a refund whose outcome is unknown is requested again with the same id. Longer than a request may take. */
const REFUND_AGAIN = 5 * 60_000;

interface Deps {
  store: PaymentsStore;
  live: Pick<LiveObjects, "expect" | "tell">;
  mails: Pick<
    Mails,
    | "directDebitFailed"
    | "paymentCompleted"
    | "paymentReversed"
    | "paymentRefunded"
    | "paymentUndecided"
    | "refundRefused"
    | "dispatch"
  >;
  begunWith: Providers["begunWith"];
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
  keyedHash(text: string): Promise<string>;
  /** Blocks the mandate of a returned direct debit. Idempotent. */
  debitReturned(payment: string): Promise<void>;
}

const UNPAID: readonly ProviderState[] = ["failed", "cancelled", "expired"];

/** Outcomes of a second sale's notice. */
const TWICE = { done: "paid twice, done", pending: "paid twice, pending", refused: "paid twice, refused" } as const;

export type Settlement = ReturnType<typeof createSettlement>;

/** The only ways to complete or end a payment: a signed notice, or our own question to the provider. */
export function createSettlement(deps: Deps) {
  const { store, live, mails, begunWith, domainOf, originOf, keyedHash, debitReturned } = deps;
  const questions = createQuestions({ store, begunWith, settle, atOnce: AT_ONCE });

  /** Idempotent. `ours`: we end it. False for a payment that this provider does not have, or a sum that differs. */
  async function settle({ now }: { now: number }, said: Statement, provider: string, ours = false): Promise<boolean> {
    const found = await store.findAny(said.payment);
    if (!found || found.payment.provider !== provider) return false;
    const { payment, buyer } = found;
    const heard: Heard = { provider, notice: said.notice, state: said.state, reference: said.reference, ours };
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
    const domain = await domainOf(payment.domainId);
    const mail = domain && (await mailFor(heard, payment, buyer, { ...mailContext(domain), now }));
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
    const completion = await completionOf(payment, buyer, domain, now);
    const { changed, returned } = await announced(live, [buyer.id], () => store.apply(completion, heard, { mail, stored }));
    await live.tell(buyer.id, { events: changed ? [{ type: "payment", payment: payment.id }] : [], changed: ["user"] });
    if (changed && mail && !returned) await mails.dispatch(mail.id);
    // Notices of two sales of one order may arrive at once.
    const since = !changed && payment.completedAt === null ? await store.findAny(payment.id) : null;
    if (since && isAnotherSale(since.payment, said)) await giveSaleBack(since.payment, heard, now);
    if (returned) await refund({ now }, returned);
    if (said.state === "chargeback" && payment.method === "directdebit") await debitReturned(payment.id);
    return true;
  }

  /** An order that was paid twice at the provider, whose page stays open. Our books know the first sale only. */
  async function giveSaleBack(payment: Found, heard: Heard, now: number): Promise<void> {
    const known = await store.outcomeOf(heard);
    if (known === TWICE.done || known === TWICE.refused) return;
    const provider = begunWith(payment);
    const ref = { ...payment, providerRef: heard.reference, receipts: [] };
    const answer = provider ? await askToRefund(provider, ref, { id: heard.notice, amount: payment.amount }) : "pending";
    log(answer === "done" ? "warn" : "error", "payment paid twice", { payment: payment.id, reference: heard.reference, answer });
    await store.noteRefused(payment.id, heard, TWICE[answer], now);
  }

  async function completionOf(payment: Found, buyer: Buyer, domain: Domain | null, now: number): Promise<Completion> {
    const { id, accountId, currency } = payment;
    const hashes = await identityHashesOf(keyedHash, { id: buyer.id, account: buyer });
    const sites = domain && (await ageSitesOf(domain, buyer.age, domainOf));
    const ageClosed = sites !== null && isClosed(ageGateOf(sites, buyer.age, null, now), "contact");
    return { id, accountId, currency, hashes, sells: domain?.features.payments === true, ageClosed, now };
  }

  async function mailFor({ state, ours }: Heard, payment: Found, buyer: Buyer, context: MailContext) {
    if (buyer.gone) return null;
    const to = { ...buyer, language: payment.language };
    const content = { payment: payment.id, credits: payment.credits, amount: payment.amount, currency: payment.currency };
    // One id a payment and letter: a second attempt stores no second mail.
    if (state === "completed") {
      const settles = Math.min(payment.debt, payment.credits);
      return { ...(await mails.paymentCompleted(context, { ...to, ...content, settles })), id: `paid-${payment.id}` };
    }
    if (ours && payment.status === "pending")
      return { ...(await mails.paymentUndecided(context, { ...to, ...content })), id: `undecided-${payment.id}` };
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
    const to = { ...buyer, language, payment: of, credits, amount, currency, returned: payment.returned };
    return { ...(await mails.paymentRefunded(context, to)), id: `refund-${id}` };
  }

  async function refusalMail(context: MailContext, payment: Found, buyer: Buyer, { id, amount }: { id: string; amount: number }) {
    const to = { ...buyer, language: payment.language, payment: payment.id, amount, currency: payment.currency };
    return { ...(await mails.refundRefused(context, { ...to, reason: "provider" as const })), id: `no-refund-${id}` };
  }

  function mailContext(domain: Domain): Omit<MailContext, "now"> {
    return { domain, country: domain.settings.geoip_country, origin: originOf(domain) };
  }

  /** Null for a forged notice, and for one of another domain. */
  async function notice(ctx: { domain: Domain; now: number }, id: string, sent: Notice): Promise<string | null> {
    const provider = begunWith({ domainId: ctx.domain.id, provider: id });
    const said = await provider?.verify(sent);
    if (!provider || !said) return null;
    const found = await store.findAny(said.payment);
    if (!found || found.payment.domainId !== ctx.domain.id) return null;
    await settle(ctx, said, id);
    return provider.acknowledgement;
  }

  /** Books the decision of the provider or the operator. An unknown outcome stays for the sweep. */
  async function refund({ now }: { now: number }, row: { id: string; paymentId: string; amount: number }): Promise<void> {
    const found = await store.findAny(row.paymentId);
    if (!found) return;
    const { payment, buyer } = found;
    const over = payment.status === "refunded" || payment.status === "chargeback";
    const answer = over ? "done" : ((await store.decision(row.id)) ?? (await askOwnProvider(payment, row)));
    const pending = answer === "pending";
    // Nobody has told the buyer yet that the money goes back by itself.
    if (pending && payment.returned === null) return;
    // The mail already reported a fully refunded payment.
    const domain = over || buyer.gone ? null : await domainOf(payment.domainId);
    const sender = domain && { ...mailContext(domain), now };
    const given = answer !== "refused" && answer !== "failed";
    const mail = sender && (await (given ? refundMail : refusalMail)(sender, payment, buyer, row));
    if (pending) {
      if (mail && (await store.tellRefund(row.id, mail))) await mails.dispatch(mail.id);
      return;
    }
    const status = given ? "done" : "failed";
    const settled = await announced(live, [buyer.id], () => store.settleRefund(row.id, status, mail, now));
    await live.tell(buyer.id, { events: settled ? [{ type: "payment", payment: payment.id }] : [], changed: ["user"] });
    if (settled && mail) await mails.dispatch(mail.id);
  }

  async function askOwnProvider(payment: Found, row: { id: string; amount: number }) {
    const provider = begunWith(payment);
    return provider ? askToRefund(provider, payment, row) : "pending";
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
      ...(await questions.due(now)),
      ...(await store.takeRefunds(now, now - REFUND_AGAIN, AT_ONCE)).map((row) => refund({ now }, row)),
    ];
    for (const done of await Promise.allSettled(work))
      if (done.status === "rejected") log("error", "payment not settled", { error: done.reason });
  }

  return { settle, notice, ask: questions.ask, refund, sweep };
}

function isAnotherSale({ completedAt, providerRef }: Found, { state, reference }: Statement): boolean {
  return state === "completed" && completedAt !== null && reference !== null && providerRef !== null && reference !== providerRef;
}
