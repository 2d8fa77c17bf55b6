import css from "#app/features/backoffice/decisions/case.module.css";
import { Pictures, Recordings, Words } from "#app/features/backoffice/decisions/case-view.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { faceUrl, Person } from "#app/features/backoffice/work/person.tsx";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import work from "#app/features/backoffice/work/work.module.css";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/objections";

type Found = Awaited<ReturnType<typeof loader>>;
type Case = Found["cases"][number];

export function loader() {
  return findWork("appeal", staffEdge().backend.objectionCases({}));
}

export function ServerComponent({ loaderData: queue }: { loaderData: Found }) {
  const { items, cases } = queue;
  const shown = items.flatMap((item): QueueItem[] => {
    const found = cases.find((one) => one.item === item.id);
    if (!found) return [];
    const [words, report] = [WORDS.objection, WORDS.report];
    const { name, face, member, reference } = found;
    return [
      {
        ...{ id: item.id, label: words.label(reference), who: name, why: words.what(found.kind, report.kinds[found.about]) },
        ...{ face: faceUrl(face), due: item.due_at, body: <Objection found={found} />, decision: item.decision },
        person: (
          <Person
            {...{ name, site: words.label(reference), face, member }}
            facts={[
              [WORDS.queue.due, <Time at={item.due_at} key="due" />],
              [words.decided, <Time at={found.decided_at} key="decided" />],
              [words.because, report.decisionReasons[found.reason]],
            ]}
          />
        ),
      },
    ];
  });
  return <WorkPage choices={CHOICES} items={shown} queue={queue} page={PAGE} title={WORDS.objections} />;
}

const CHOICES: Choice[] = [
  { decision: "upheld", key: "a", label: WORDS.objection.uphold, done: WORDS.objection.upheld, reasons: [] },
  { decision: "reversed", key: "r", label: WORDS.objection.reverse, done: WORDS.objection.reversed, danger: true, reasons: [] },
];

function Objection({ found }: { found: Case }) {
  const words = WORDS.objection;
  return (
    <div className={work.body}>
      <h2>{words.what(found.kind, WORDS.report.kinds[found.about])}</h2>
      {found.added && (
        <>
          <p className="muted small">{words.added}</p>
          <blockquote className={css.quote} dir="auto">
            {found.added}
          </blockquote>
        </>
      )}
      <p className="muted small">{words.says}</p>
      <blockquote className={css.quote} dir="auto">
        {found.objection}
      </blockquote>
      <Pictures {...found} />
      <Recordings {...found} />
      <Words words={found.words} />
    </div>
  );
}
