import type { z } from "zod";
import { REFUND_REFUSALS, type REFUND_SHARES } from "#db/schema/attributes.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { actionOf, type Queue } from "#worker/backoffice/work/work.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import type { Settlement } from "#worker/billing/payments/completion.ts";
import { shareOfSum, sharesOf } from "#worker/billing/payments/payment-response.ts";
import type { PaymentsStore } from "#worker/billing/payments/payments.store.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { RefundRefusal } from "#worker/delivery/mail/refusals.vocabulary.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { minorUnits } from "#worker/platform/money.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract, Proposal } from "./refund-proposals.contract.ts";
import type { ProposalRow, ProposalsStore } from "./refund-proposals.store.ts";

/** In ms, for the second person. */
const DUE = 3 * DAY;
const LATEST = 50;

interface Deps {
  store: ProposalsStore;
  payments: Pick<PaymentsStore, "findAny">;
  refund: Settlement["refund"];
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
  mails: Pick<Mails, "refundRefused" | "dispatch">;
  limits: Pick<Limits, "hit">;
}

type RefundShare = (typeof REFUND_SHARES)[number];
type Payment = Parameters<typeof sharesOf>[0];
type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Named = Awaited<ReturnType<ProposalsStore["shown"]>>["latest"][number];

/** Times the sum of one refund, in 24 hours: bounds what a session in wrong hands gives away. */
const ALONE_A_DAY = 10;

/** Refunds by staff: proposed by one person, above the domain's sum approved by another. */
export function createProposals({ store, payments, refund, domainOf, originOf, mails, limits }: Deps) {
  const queue: Queue = {
    async decisionsFor() {
      return { approve: [], refuse: REFUND_REFUSALS };
    },

    async whyClosed({ objectId }) {
      return (await store.find(objectId))?.status === "superseded" ? "not_refundable" : null;
    },

    async effect({ objectId, decision, reason, decidedBy }, now) {
      const row = await store.find(objectId);
      if (!row || decidedBy === null) return;
      if (decision === "refuse") return end(row, { status: "refused", refusal: reason, by: decidedBy }, now);
      // After a cut-off run the sweep of payments asks the provider.
      if (row.status !== "proposed") return;
      try {
        if (!(await store.approve(row, decidedBy, now))) return;
      } catch (error) {
        // The credits were spent in the meantime.
        if (!violationOf(error)) throw error;
        return end(row, { status: "failed", refusal: null, by: decidedBy }, now);
      }
      await refund({ now }, row);
    },
  };

  return {
    queue,

    /** `soon` runs the effects after the time to undo. */
    withWork: (soon: () => void) => ({
      /** @throws not_found not_refundable conflict too_many_requests */
      async proposeRefund(
        ctx: StaffMemberContext,
        { payment: id, share, sum: typed, reason }: z.output<(typeof contract)["proposeRefund"]["input"]>,
      ): Promise<Output<"proposeRefund">> {
        const { now, viewer } = ctx;
        refuseOver(await limits.hit(...limitOf("staffRefunds", { staff: viewer.id }), now));
        const found = await payments.findAny(id);
        const domain = found && (await domainOf(found.payment.domainId));
        if (!found || !domain) throw new AppError("not_found");
        const { payment } = found;
        const sum = sumOf(payment, share, typed);
        const given = payment.refunded + payment.refunding;
        const single = domain.settings.refund_alone[payment.currency] ?? -1;
        const needsTwo = given + sum.amount > single;
        const byTwo = needsTwo && !domain.settings.one_person;
        const alone = { by: viewer.id, currency: payment.currency, since: now - DAY, most: single * ALONE_A_DAY };
        const row = {
          ...{ id: newId(), paymentId: id, accountId: payment.accountId, domainId: domain.id, ...sum },
          ...{ share, reason, byTwo, proposedBy: viewer.id, createdAt: now },
        };
        // Without a member: the proposal outlives an erasure, and so does its work.
        const item = { id: newId(), kind: "refund" as const, objectId: row.id, domainId: domain.id, pool: domain.pool };
        const decided = {
          ...{ state: "decided" as const, decision: "approve", decidedBy: viewer.id, decidedAt: now, effectAt: now + UNDO },
          ...{ leasedBy: viewer.id, leasedUntil: now + UNDO },
        };
        const work = { ...item, createdAt: now, dueAt: now + DUE, ...(needsTwo && { notBy: viewer.id }), ...(!byTwo && decided) };
        const audit = [auditRow(ctx, { action: `propose refund, ${share}`, object: "payment", id, reason })];
        if (needsTwo && !byTwo)
          audit.push(auditRow(ctx, { action: actionOf("approve", "refund", true), object: "work_item", id: `refund ${row.id}` }));
        if (!(await store.propose(row, given, work, audit, needsTwo ? null : alone))) {
          const { sum: before, oldest } = await store.alone(alone);
          const over = !needsTwo && before + sum.amount > alone.most;
          throw over ? tooMuch((oldest ?? now) + DAY - now) : new AppError("conflict");
        }
        if (!byTwo) soon();
        return { item: item.id, by_two: byTwo };
      },

      async refundProposals({ viewer, now }: StaffMemberContext): Promise<Output<"refundProposals">> {
        const { inHand, latest } = await store.shown(viewer.id, now, LATEST);
        const names = await namesOf([...inHand, ...latest]);
        return {
          cases: inHand.map((row) => ({ item: row.item, face: row.face, proposal: shown(row, names) })),
          latest: latest.map((row) => shown(row, names)),
        };
      },
    }),
  };

  /** The member is told why. */
  async function end(
    row: ProposalRow,
    outcome: { status: "refused" | "failed"; refusal: string | null; by: string },
    now: number,
  ): Promise<void> {
    const reason = REFUND_REFUSALS.find((one) => one === outcome.refusal) ?? "failed";
    const mail = await letterOf(row, reason, now);
    const ended = await store.end({ ...outcome, id: row.id, mail, now });
    if (ended && mail) await mails.dispatch(mail.id);
  }

  async function letterOf({ paymentId, amount }: ProposalRow, reason: RefundRefusal, now: number) {
    const found = await payments.findAny(paymentId);
    const domain = found && (await domainOf(found.payment.domainId));
    if (!domain || found.buyer.gone) return null;
    const { buyer, payment } = found;
    const ctx = { domain, country: domain.settings.geoip_country, origin: originOf(domain), now };
    const to = { ...buyer, language: payment.language, payment: payment.id, currency: payment.currency };
    return mails.refundRefused(ctx, { ...to, amount, reason });
  }

  /** Names of the sites by domain id: one look-up a domain. */
  async function namesOf(rows: Named[]): Promise<Map<string, string>> {
    const ids = [...new Set(rows.map(({ domainId }) => domainId))];
    return new Map(await Promise.all(ids.map(async (id) => [id, (await domainOf(id))?.settings.name ?? id] as const)));
  }

  function shown(row: Named, names: Map<string, string>): Proposal {
    return {
      ...{ id: row.id, payment: row.paymentId, member: row.accountId, name: row.name, currency: row.currency },
      ...{ amount: row.amount, paid: row.paid, left: row.left, credits: row.credits, share: row.share, reason: row.reason },
      site: names.get(row.domainId) ?? row.domainId,
      by_two: row.byTwo === 1,
      proposed_by: row.proposer,
      created_at: new Date(row.createdAt).toISOString(),
      ...{ status: row.status, refusal: row.refusal, refund: row.refund, decided_by: row.decider },
    };
  }
}

/** @throws invalid not_refundable */
function sumOf(payment: Payment, share: RefundShare, typed = ""): { amount: number; credits: number } {
  const { unused, whole } = sharesOf(payment);
  // All of an untouched payment is its unused share.
  const most = whole ?? unused;
  const fixed = share === "unused" ? unused : most;
  if (!fixed) throw new AppError("not_refundable");
  if (share !== "sum") return fixed;
  const amount = minorUnits(typed, payment.currency);
  if (amount === null) throw invalid({ field: "sum", code: "required" });
  const sum = shareOfSum(payment, amount);
  if (!sum) throw invalid({ field: "sum", code: "out_of_range" });
  return sum;
}

function tooMuch(retryAfterMs: number): AppError {
  const params = { minutes: Math.ceil(retryAfterMs / MINUTE) };
  return new AppError("too_many_requests", { params, retryAfter: Math.ceil(retryAfterMs / 1000) });
}
