import { refusalsOf } from "#app/features/backoffice/staff/gate.ts";
import { refundState } from "#app/features/backoffice/staff/refund-state.ts";
import staff from "#app/features/backoffice/staff/staff.module.css";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { ProposeRefund } from "#app/features/backoffice/support/propose-refund.tsx";
import { Rows } from "#app/features/backoffice/support/rows.tsx";
import { Facts, faceUrl, Person } from "#app/features/backoffice/work/person.tsx";
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

export function ServerComponent({ loaderData: queue }: { loaderData: Found }) {
  const { items, cases, latest } = queue;
  const words = WORDS.refund;
  const shown = items.flatMap(({ id, decision, due_at }): QueueItem[] => {
    const one = cases.find(({ item }) => item === id);
    if (!one) return [];
    const { proposal: found, face } = one;
    const sum = money(found.amount, found.currency, "en");
    const name = found.name || words.nobody;
    return [
      {
        ...{ id, label: words.label(sum, name), who: name, why: `${sum}: ${words.reasons[found.reason]}` },
        ...{ face: faceUrl(face), due: due_at, body: <Refund found={found} sum={sum} />, decision },
        person: (
          <Person
            {...{ name, site: found.site, face, member: found.member }}
            facts={[
              [WORDS.queue.due, <Time at={due_at} key="due" />],
              [words.by, found.proposed_by],
              [words.at, <Time at={found.created_at} key="at" />],
            ]}
          />
        ),
      },
    ];
  });
  return (
    <WorkPage
      choices={CHOICES}
      items={shown}
      queue={queue}
      page={PAGE}
      refusals={refusalsOf(words.refusals)}
      title={WORDS.refunds}
    >
      <section className={staff.form}>
        <h2>{words.propose}</h2>
        <ProposeRefund page={PAGE} />
      </section>
      <Rows
        head={words.heads}
        rows={latest.map((one) => ({
          key: one.id,
          cells: [
            <Time at={one.created_at} key="time" />,
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

function Refund({ found, sum }: { found: Proposal; sum: string }) {
  const words = WORDS.refund;
  const facts = [
    [words.paid, money(found.paid, found.currency, "en")],
    [words.share, words.shares[found.share]],
    [words.takes, found.credits],
    [words.reason, words.reasons[found.reason]],
    [words.number, found.payment],
  ] as const;
  return (
    <div className={css.body}>
      <h2>{words.label(sum, found.name || words.nobody)}</h2>
      <Facts facts={facts} />
    </div>
  );
}
