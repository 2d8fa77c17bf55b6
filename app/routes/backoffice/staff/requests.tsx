import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Rows } from "#app/features/backoffice/support/rows.tsx";
import { Facts, Person } from "#app/features/backoffice/work/person.tsx";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import css from "#app/features/backoffice/work/work.module.css";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import type { ListedRequest } from "#worker/backoffice/hands/hands.contract.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/requests";
const { hands: words } = WORDS;
const REASONS: Record<ListedRequest["reason"], string> = { ...words.creditReasons, ...words.requestReasons };

type Found = Awaited<ReturnType<typeof loader>>;

export function loader() {
  return findWork("request", staffEdge().backend.requestCases({}));
}

export function ServerComponent({ loaderData: queue }: { loaderData: Found }) {
  const { items, cases, latest } = queue;
  const shown = items.flatMap(({ id, decision, due_at }): QueueItem[] => {
    const found = cases.find(({ item }) => item === id)?.request;
    if (!found) return [];
    const name = found.name || words.nobody;
    return [
      {
        ...{ id, label: words.label(words.kinds[found.kind], name), who: name, why: words.kinds[found.kind] },
        ...{ face: null, due: due_at, decision, body: <Request found={found} /> },
        person: (
          <Person
            {...{ name, site: found.site, face: null, member: found.member }}
            facts={[
              [WORDS.queue.due, <Time at={due_at} key="due" />],
              [words.proposedBy, found.proposed_by],
              [words.at, <Time at={found.created_at} key="at" />],
            ]}
          />
        ),
      },
    ];
  });
  return (
    <WorkPage choices={CHOICES} items={shown} page={PAGE} queue={queue} title={WORDS.requests}>
      <Rows
        head={words.heads}
        rows={latest.map((one) => ({
          key: one.id,
          cells: [
            <Time at={one.created_at} key="time" />,
            <a href={`/staff/members/${one.member}`} key="member">
              {one.name || words.nobody}
            </a>,
            words.kinds[one.kind],
            one.credits || "",
            REASONS[one.reason],
            one.proposed_by,
            words.states[one.status],
            one.decided_by,
          ],
        }))}
        title={words.latest}
      />
    </WorkPage>
  );
}

const CHOICES: Choice[] = [
  { decision: "approve", key: "a", label: words.approve, done: words.approved, reasons: [] },
  {
    ...{ decision: "refuse", key: "r", label: words.refuse, done: words.refused, danger: true },
    reasons: Object.entries(words.whyNot).map(([code, label]) => ({ code, label })),
  },
];

function Request({ found }: { found: ListedRequest }) {
  const facts = [
    [words.what, words.kinds[found.kind]],
    ...(found.kind === "credits" ? [[words.count, found.credits] as const] : []),
    [words.reason, REASONS[found.reason]],
  ] as const;
  return (
    <div className={css.body}>
      <h2>{words.label(words.kinds[found.kind], found.name || words.nobody)}</h2>
      <Facts facts={facts} />
    </div>
  );
}
