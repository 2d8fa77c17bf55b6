import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Rows } from "#app/features/backoffice/support/rows.tsx";
import { Facts, faceUrl, Person } from "#app/features/backoffice/work/person.tsx";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import css from "#app/features/backoffice/work/work.module.css";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import type { StatementShown } from "#worker/backoffice/queues/withdrawal-queue.contract.ts";
import { WITHDRAWAL_CONTRACT } from "#worker/billing/withdrawals/withdrawals.vocabulary.ts";
import { money } from "#worker/platform/money.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

type Found = Awaited<ReturnType<typeof loader>>;

export function loader() {
  return findWork("withdrawal", staffEdge().backend.withdrawalCases({}));
}

export function ServerComponent({ loaderData: queue }: { loaderData: Found }) {
  const { items, cases, latest } = queue;
  const words = WORDS.withdrawal;
  const shown = items.flatMap(({ id, decision, due_at }): QueueItem[] => {
    const one = cases.find(({ item }) => item === id);
    if (!one) return [];
    const { statement: found, face } = one;
    return [
      {
        ...{ id, label: words.label(found.reference), who: found.name, why: sumOf(found), face: faceUrl(face), due: due_at },
        ...{ body: <Statement found={found} />, decision, decisions: decisionsOf(found) },
        person: (
          <Person
            {...{ name: found.name, site: found.site, face, member: found.member }}
            facts={[
              [WORDS.queue.due, <Time at={due_at} key="due" />],
              [words.stated, <Time at={found.created_at} key="at" />],
              [words.how, found.own ? words.own : words.visitor],
              [WORDS.complaint.country, found.country],
              [WORDS.complaint.language, found.language],
              [WORDS.complaint.receipt, found.receipt ? WORDS.complaint.mailed : WORDS.complaint.notMailed],
              [WORDS.queue.reference, found.reference],
            ]}
          />
        ),
      },
    ];
  });
  return (
    <WorkPage choices={CHOICES} items={shown} page="/staff/withdrawals" queue={queue} title={WORDS.withdrawals}>
      <Rows
        head={words.heads}
        rows={latest.map((one) => ({
          key: one.reference,
          cells: [
            <Time at={one.created_at} key="time" />,
            one.reference,
            one.name,
            one.member && (
              <a href={`/staff/members/${one.member}`} key="member">
                {one.member}
              </a>
            ),
            sumOf(one),
            one.refusal ? `${words.states[one.status]}: ${words.whyNot[one.refusal]}` : words.states[one.status],
          ],
        }))}
        title={words.latest}
      />
    </WorkPage>
  );
}

const CHOICES: Choice[] = [
  {
    ...{ decision: "pay", key: "a", label: WORDS.withdrawal.pay, done: WORDS.withdrawal.paid, reasons: [] },
    fixed: WORDS.withdrawal.leaving,
  },
  {
    ...{ decision: "pay_order", key: "o", label: WORDS.withdrawal.payOrder, done: WORDS.withdrawal.paid, reasons: [] },
    fixed: WORDS.withdrawal.leaving,
    words: {
      ...{ label: WORDS.withdrawal.order, hint: WORDS.withdrawal.orderHint, submit: WORDS.withdrawal.payOrder },
      ...{ max: WITHDRAWAL_CONTRACT.max, required: true },
    },
  },
  {
    ...{ decision: "refuse", key: "r", label: WORDS.withdrawal.refuse, done: WORDS.withdrawal.refused, danger: true },
    reasons: Object.entries(WORDS.withdrawal.whyNot).map(([code, label]) => ({ code, label })),
  },
];

function decisionsOf({ own, orders }: StatementShown): string[] {
  if (orders.some(({ outcome }) => outcome === "open")) return ["pay", "refuse"];
  return orders.length === 0 && !own ? ["pay_order", "refuse"] : ["refuse"];
}

function sumOf({ orders }: StatementShown): string {
  return orders
    .filter(({ amount }) => amount > 0)
    .map(({ amount, currency }) => money(amount, currency, "en"))
    .join(" + ");
}

function Statement({ found }: { found: StatementShown }) {
  const words = WORDS.withdrawal;
  return (
    <div className={css.body}>
      <h2>{words.label(found.reference)}</h2>
      <p>{words.term}</p>
      <Facts facts={[[words.contract, found.contract]]} />
      {found.orders.length === 0 && <p>{words.unknown}</p>}
      {found.orders.map(({ payment, amount, currency, outcome }) => (
        <Facts
          facts={[
            [words.payment, payment],
            [words.state, amount > 0 ? `${money(amount, currency, "en")}, ${words.outcomes[outcome]}` : words.outcomes[outcome]],
          ]}
          key={payment}
        />
      ))}
    </div>
  );
}
