import { Words } from "#app/features/backoffice/decisions/case-view.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import type { Choice, QueueItem } from "#app/features/backoffice/work/queue-items.ts";
import { findWork, WorkPage } from "#app/features/backoffice/work/work-page.tsx";
import { STATEMENT_TEXT } from "#worker/people/reports/decisions.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: true };

const PAGE = "/staff/texts";

type Found = Awaited<ReturnType<typeof loader>>;
type Look = Found["texts"][number];

export function loader() {
  return findWork("text", staffEdge().backend.textLooks({}));
}

export function ServerComponent({ loaderData: { count, items, texts } }: { loaderData: Found }) {
  const shown = items.flatMap(({ id, decision, due_at, words: written }): QueueItem[] => {
    const look = texts.find((one) => one.item === id);
    if (!look) return [];
    return [{ id, label: words.label(look.name), body: <Held due={due_at} look={look} />, decision, words: written }];
  });
  return <WorkPage choices={CHOICES} count={count} items={shown} page={PAGE} title={WORDS.texts} />;
}

const { text: words } = WORDS;

const CHOICES: Choice[] = [
  { decision: "approve", key: "a", label: words.approve, done: words.approved, reasons: [] },
  {
    ...{ decision: "refuse", key: "r", label: words.refuse, done: words.refused, danger: true },
    reasons: Object.entries(WORDS.report.decisionReasons).map(([code, label]) => ({ code, label })),
    words: { label: words.statement, hint: words.statementHint, max: STATEMENT_TEXT.max, required: false },
  },
];

function Held({ look, due }: { look: Look; due: string }) {
  const { name, age, site, field, lines, before, causes, strikes } = look;
  return (
    <>
      <div>
        <h2>{`${WORDS.photo.who(name, age)}: ${words.fields[field]}`}</h2>
        <p>
          <strong>{causes.map((cause) => words.causes[cause]).join(" ")}</strong>
        </p>
        <p className="muted small">{`${site}. ${words.strikes(strikes)} ${WORDS.report.due(due.slice(0, 16).replace("T", " "))}`}</p>
      </div>
      <div>
        <p className="muted small">{words.held}</p>
        <Words words={lines} />
      </div>
      <div>
        <p className="muted small">{before.length > 0 ? words.before : words.nothing}</p>
        <Words words={before} />
      </div>
    </>
  );
}
