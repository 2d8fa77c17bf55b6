import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Person } from "#app/features/backoffice/work/person.tsx";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import css from "#app/features/backoffice/work/work.module.css";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import { GestureDrawing } from "#app/features/discovery/verifications/gesture.tsx";
import { contract as ageCheckContract } from "#worker/backoffice/queues/age-check-queue.contract.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/age-checks";

type Found = Awaited<ReturnType<typeof loader>>;
type Check = Found["checks"][number];

export function loader() {
  return findWork("age", staffEdge().backend.ageCheckLooks({}));
}

const { ageCheck: words, verification } = WORDS;

export function ServerComponent({ loaderData: queue }: { loaderData: Found }) {
  const { items, checks } = queue;
  const shown = items.flatMap(({ id, decision, due_at }): QueueItem[] => {
    const check = checks.find((one) => one.item === id);
    if (!check) return [];
    const why = verification.gestures[check.gesture];
    return [
      {
        ...{ id, label: words.label(check.name), who: check.name, why, face: null, due: due_at, decision },
        body: <Compared check={check} />,
        person: (
          <Person
            {...{ name: check.name, who: check.name, site: check.site, face: null, member: check.member }}
            facts={[
              [WORDS.queue.due, <Time at={due_at} key="due" />],
              [verification.asked, why],
              [words.earlier, check.refused],
            ]}
          />
        ),
      },
    ];
  });
  return <WorkPage choices={CHOICES} items={shown} page={PAGE} queue={queue} title={WORDS.ageChecks} />;
}

const CHOICES: Choice[] = [
  { decision: "approve", key: "a", label: words.approve, done: words.approve, reasons: [] },
  {
    ...{ decision: "refuse", key: "r", label: words.refuse, done: words.refuse, danger: true },
    reasons: Object.entries(words.reasons).map(([code, label]) => ({ code, label })),
  },
  { decision: "under", key: "m", label: words.under, done: words.underDone, danger: true, reasons: [] },
];

/** The pose beside the document. */
function Compared({ check: { item, gesture, born_by } }: { check: Check }) {
  return (
    <div className={css.body}>
      <p>{words.compare(born_by)}</p>
      <div className={css.compared}>
        <GestureDrawing gesture={gesture} />
        <Picture alt={words.pose} item={item} picture="pose" />
        <Picture alt={words.document} item={item} picture="document" />
      </div>
    </div>
  );
}

function Picture({ item, picture, alt }: { item: string; picture: "pose" | "document"; alt: string }) {
  const file = `${ageCheckContract.ageCheckFile.path}?${new URLSearchParams({ item, picture })}`;
  return (
    <a href={file}>
      <img alt={alt} height={240} loading="lazy" src={file} />
    </a>
  );
}
