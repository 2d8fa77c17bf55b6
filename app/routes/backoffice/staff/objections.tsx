import css from "#app/features/backoffice/decisions/case.module.css";
import { Pictures, Words } from "#app/features/backoffice/decisions/case-view.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/objections";

type Found = Awaited<ReturnType<typeof loader>>;
type Case = Found["cases"][number];

export function loader() {
  return findWork("appeal", staffEdge().backend.objectionCases({}));
}

export function ServerComponent({ loaderData: { count, items, cases } }: { loaderData: Found }) {
  const shown = items.flatMap((item): QueueItem[] => {
    const found = cases.find((one) => one.item === item.id);
    if (!found) return [];
    const label = WORDS.objection.label(found.reference);
    return [{ id: item.id, label, body: <Objection due={item.due_at} found={found} />, decision: item.decision }];
  });
  return <WorkPage choices={CHOICES} count={count} items={shown} page={PAGE} title={WORDS.objections} />;
}

const CHOICES: Choice[] = [
  { decision: "upheld", key: "a", label: WORDS.objection.uphold, done: WORDS.objection.upheld, reasons: [] },
  { decision: "reversed", key: "r", label: WORDS.objection.reverse, done: WORDS.objection.reversed, danger: true, reasons: [] },
];

function Objection({ found, due }: { found: Case; due: string }) {
  const [words, report] = [WORDS.objection, WORDS.report];
  return (
    <>
      <div>
        <h2>{words.what(found.name, found.kind, report.kinds[found.about])}</h2>
        <p>{words.decided(report.decisionReasons[found.reason], found.decided_at.slice(0, 10))}</p>
        <p className="muted small">
          {report.due(due.slice(0, 16).replace("T", " "))} {report.reference(found.reference)}
        </p>
        <a href={`/staff/members/${found.member}`}>{report.member}</a>
      </div>
      {found.added && (
        <div>
          <p className="muted small">{words.added}</p>
          <blockquote className={css.quote} dir="auto">
            {found.added}
          </blockquote>
        </div>
      )}
      <div>
        <p className="muted small">{words.says}</p>
        <blockquote className={css.quote} dir="auto">
          {found.objection}
        </blockquote>
      </div>
      <Pictures item={found.item} name={found.name} pictures={found.pictures} />
      <Words words={found.words} />
    </>
  );
}
