import type { ReactNode } from "react";
import { formAction, orRefuse, staffForm } from "#app/features/staff/gate.ts";
import { StaffPage } from "#app/features/staff/page.tsx";
import { WORDS } from "#app/features/staff/words.ts";
import type { WorkKind } from "#db/schema/attributes.ts";
import { staffEdge } from "#worker/edge/edge.ts";
import { contract } from "#worker/work/work.contract.ts";
import { QueueHead, type QueueHeadProps } from "./queue-head.tsx";
import type { Choice, QueueItem } from "./queue-items.ts";
import { WorkQueue } from "./work-queue.client.tsx";

/** One queue: its clock, the items in hand, and what `described` says of them. */
export function findWork<T extends object>(kind: WorkKind, described: Promise<T>) {
  return orRefuse(find(kind, described));
}

async function find<T extends object>(kind: WorkKind, described: Promise<T>) {
  const { backend } = staffEdge();
  const [{ queues }, { items }, more] = await Promise.all([backend.workCounts({}), backend.workMine({ kind }), described]);
  return { ...more, count: queues.find((one) => one.kind === kind), items };
}

/** What was typed into a refused form, and why it was refused. */
function withForm(item: QueueItem): QueueItem {
  const { code, values, fields } = staffForm("decideWork", { id: item.id });
  if (code === null) return item;
  return { ...item, words: values.words, refused: { decision: values.decision ?? "", error: fields.words ?? null } };
}

interface Props {
  title: string;
  page: string;
  count: QueueHeadProps["count"] | undefined;
  items: QueueItem[];
  choices: Choice[];
  refusals?: Readonly<Record<string, string>>;
  children?: ReactNode;
}

export function WorkPage({ title, page, count, items, choices, refusals, children }: Props) {
  return (
    <StaffPage refusals={refusals} title={title}>
      {count && <QueueHead count={count} page={page} />}
      <WorkQueue
        choices={choices}
        forms={{ decide: formAction("decideWork", page), undo: formAction("undoWork", page) }}
        items={items.map(withForm)}
        paths={{ decide: contract.decideWork.path, undo: contract.undoWork.path }}
        words={WORDS.deciding}
      />
      {children}
    </StaffPage>
  );
}
