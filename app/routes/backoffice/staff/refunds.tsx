import { refusalsOf } from "#app/features/backoffice/staff/gate.ts";
import { refundState } from "#app/features/backoffice/staff/refund-state.ts";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { ProposeRefund } from "#app/features/backoffice/support/propose-refund.tsx";
import { minute, Rows } from "#app/features/backoffice/support/rows.tsx";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import css from "#app/features/backoffice/work/work.module.css";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import type { Proposal } from "#worker/backoffice/queues/refund-proposals.contract.ts";
import { money } from "#worker/platform/money.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/refunds";

type Found = Awaited<ReturnType<typeof loader>>;

export function loader() {
  return findWork("refund", staffEdge().backend.refundProposals({}));
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
    <WorkPage
      choices={CHOICES}
      count={count}
      items={shown}
      page={PAGE}
      refusals={refusalsOf(words.refusals)}
      title={WORDS.refunds}
    >
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
            refundState(one),
            one.decided_by,
          ],
        }))}
        title={words.latest}
      />
    </WorkPage>
  );
}

const CHOICES: Choice[] = [
  {
    ...{ decision: "approve", key: "a", label: WORDS.refund.approve, done: WORDS.refund.approved, reasons: [] },
    fixed: WORDS.refund.leaving,
  },
  {
    ...{ decision: "refuse", key: "r", label: WORDS.refund.refuse, done: WORDS.refund.refused, danger: true },
    reasons: Object.entries(WORDS.refund.whyNot).map(([code, label]) => ({ code, label })),
  },
];

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
