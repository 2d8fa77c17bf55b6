import { orRefuse } from "#app/features/staff/gate.ts";
import { StaffPage } from "#app/features/staff/page.tsx";
import { WORDS } from "#app/features/staff/words.ts";
import { ProposeRefund } from "#app/features/support/propose-refund.tsx";
import { minute, Rows } from "#app/features/support/rows.tsx";
import { QueueHead } from "#app/features/work/queue-head.tsx";
import css from "#app/features/work/work.module.css";
import { type Choice, type QueueItem, WorkQueue } from "#app/features/work/work-queue.client.tsx";
import { staffEdge } from "#worker/edge/edge.ts";
import { money } from "#worker/lib/money.ts";
import type { Proposal } from "#worker/payments/proposals.contract.ts";
import { contract } from "#worker/work/work.contract.ts";

export const handle = { scripts: true };

const PAGE = "/staff/refunds";

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { backend } = staffEdge();
  const [{ queues }, { items }, { cases, latest }] = await Promise.all([
    backend.workCounts({}),
    backend.workMine({ kind: "refund" }),
    backend.refundProposals({}),
  ]);
  return { count: queues.find(({ kind }) => kind === "refund"), items, cases, latest };
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { count, items, cases, latest } }: { loaderData: Found }) {
  const words = WORDS.refund;
  const shown = items.flatMap(({ id, decision, due_at }): QueueItem[] => {
    const found = cases.find((one) => one.item === id)?.proposal;
    if (!found) return [];
    const label = words.label(money(found.amount, found.currency, "en"), found.name || words.nobody);
    return [{ id, label, body: <Refund due={due_at} found={found} title={label} />, decision }];
  });
  return (
    <StaffPage title={WORDS.refunds}>
      {count && <QueueHead count={count} page={PAGE} />}
      <WorkQueue
        choices={CHOICES}
        items={shown}
        page={PAGE}
        paths={{ decide: contract.decideWork.path, undo: contract.undoWork.path }}
        words={WORDS.deciding}
      />
      <h2>{words.propose}</h2>
      <ProposeRefund page={PAGE} />
      <Rows
        head={words.heads}
        rows={latest.map((one) => ({
          key: one.id,
          cells: [
            minute(one.created_at),
            <a href={`/staff/members/${one.member}`} key="member">
              {one.name || words.nobody}
            </a>,
            money(one.amount, one.currency, "en"),
            words.shares[one.share],
            words.reasons[one.reason],
            one.proposed_by,
            stateOf(one),
            one.decided_by,
          ],
        }))}
        title={words.latest}
      />
    </StaffPage>
  );
}

const CHOICES: Choice[] = [
  { decision: "approve", key: "a", label: WORDS.refund.approve, done: WORDS.refund.approved, reasons: [] },
  {
    ...{ decision: "refuse", key: "r", label: WORDS.refund.refuse, done: WORDS.refund.refused, danger: true },
    reasons: Object.entries(WORDS.refund.refusals).map(([code, label]) => ({ code, label })),
  },
];

function stateOf({ status, refusal, by_two }: Proposal): string {
  const words = WORDS.refund;
  if (status === "proposed") return by_two ? words.second : words.soon;
  return refusal ? `${words.states[status]}: ${words.refusals[refusal]}` : words.states[status];
}

function Refund({ found, due, title }: { found: Proposal; due: string; title: string }) {
  const words = WORDS.refund;
  return (
    <div className={css.body}>
      <h2>{title}</h2>
      <p>
        {words.of(money(found.paid, found.currency, "en"), found.payment, found.site)}
        <br />
        {`${words.shares[found.share]}. ${words.takes(found.credits)} ${words.reasons[found.reason]}.`}
        <br />
        {words.by(found.proposed_by, minute(found.created_at))}
        <br />
        <a href={`/staff/members/${found.member}`}>{words.member}</a>
        <br />
        {words.due(minute(due))}
      </p>
    </div>
  );
}
