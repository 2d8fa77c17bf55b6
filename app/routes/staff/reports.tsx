import { CaseView } from "#app/features/decisions/case-view.tsx";
import { orRefuse } from "#app/features/staff/gate.ts";
import { StaffPage } from "#app/features/staff/page.tsx";
import { WORDS } from "#app/features/staff/words.ts";
import { QueueHead } from "#app/features/work/queue-head.tsx";
import { type Choice, type QueueItem, WorkQueue } from "#app/features/work/work-queue.client.tsx";
import { STATEMENT_TEXT } from "#worker/decisions/decisions.vocabulary.ts";
import { staffEdge } from "#worker/edge/edge.ts";
import { contract } from "#worker/work/work.contract.ts";

export const handle = { scripts: true };

const PAGE = "/staff/reports";

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  const { backend } = staffEdge();
  const [{ queues }, { items }, { cases }] = await Promise.all([
    backend.workCounts({}),
    backend.workMine({ kind: "report" }),
    backend.reportCases({}),
  ]);
  return { count: queues.find(({ kind }) => kind === "report"), items, cases };
}

export async function loader(): Promise<Found> {
  return orRefuse(find());
}

export function ServerComponent({ loaderData: { count, items, cases } }: { loaderData: Found }) {
  const words = WORDS.report;
  const shown = items.flatMap((item): QueueItem[] => {
    const found = cases.find((one) => one.item === item.id);
    if (!found) return [];
    const label = words.label(found.reference);
    return [
      {
        id: item.id,
        label,
        body: <CaseView due={item.due_at} found={found} page={PAGE} />,
        decision: item.decision,
        words: item.words,
      },
    ];
  });
  return (
    <StaffPage title={WORDS.reports}>
      {count && <QueueHead count={count} page={PAGE} />}
      <WorkQueue
        choices={CHOICES}
        items={shown}
        page={PAGE}
        paths={{ decide: contract.decideWork.path, undo: contract.undoWork.path }}
        words={WORDS.deciding}
      />
    </StaffPage>
  );
}

const REASONS = Object.entries(WORDS.report.decisionReasons).map(([code, label]) => ({ code, label }));

const STATEMENT = {
  label: WORDS.report.statement,
  hint: WORDS.report.statementHint,
  max: STATEMENT_TEXT.max,
  required: false,
};

const CHOICES: Choice[] = Object.entries(WORDS.report.decisions).map(([decision, [key, label]]) => ({
  ...{ decision, key, label, done: label },
  danger: decision === "ban",
  ...(decision === "no_violation" ? { reasons: [] } : { reasons: REASONS, words: STATEMENT }),
}));
