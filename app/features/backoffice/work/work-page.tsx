import type { ReactNode } from "react";
import { formAction, orRefuse, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffPage } from "#app/features/backoffice/staff/page.tsx";
import { queueCounts } from "#app/features/backoffice/staff/pages.ts";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import type { WorkKind } from "#db/schema/attributes.ts";
import { contract } from "#worker/backoffice/work/work.contract.ts";
import { leaseOf, SOON } from "#worker/backoffice/work/work.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { Count } from "./clock.shared.tsx";
import type { Choice, QueueItem } from "./queue-items.ts";
import { WorkQueue } from "./work-queue.client.tsx";

/** One queue: its clock, the items in hand, and what `described` says of them. */
export function findWork<T extends object>(kind: WorkKind, described: Promise<T>) {
  return orRefuse(find(kind, described));
}

async function find<T extends object>(kind: WorkKind, described: Promise<T>) {
  const { backend, now } = staffEdge();
  const [queues, { items }, more] = await Promise.all([queueCounts(), backend.workMine({ kind }), described]);
  const found = queues.find((one) => one.kind === kind);
  const until = (ms: number) => items.filter(({ due_at }) => Date.parse(due_at) <= now() + ms).map(({ id }) => id);
  const late = until(0);
  const count = found && { ...found, late, soon: until(SOON).filter((id) => !late.includes(id)) };
  return { ...more, count, items };
}

/** Adds the input of a refused form and the refusal. */
function withForm(item: QueueItem): QueueItem {
  const { code, values, fields } = staffForm("decideWork", { id: item.id });
  if (code === null) return item;
  return { ...item, words: values.words, refused: { decision: values.decision ?? "", error: fields.words ?? null } };
}

interface Props {
  title: string;
  page: string;
  count: (Count & { kind: WorkKind; late: string[]; soon: string[] }) | undefined;
  items: QueueItem[];
  choices: Choice[];
  refusals?: Readonly<Record<string, string>>;
  children?: ReactNode;
}

export function WorkPage({ title, page, count, items, choices, refusals, children }: Props) {
  return (
    <StaffPage bare refusals={refusals} title={title}>
      <WorkQueue
        choices={choices}
        count={count}
        forms={{
          ...{ decide: formAction("decideWork", page), undo: formAction("undoWork", page) },
          ...{ take: formAction("takeWork", page), giveBack: formAction("returnWork", page) },
        }}
        items={items.map(withForm)}
        now={staffEdge().now()}
        page={page}
        paths={{ decide: contract.decideWork.path, undo: contract.undoWork.path }}
        title={title}
        words={{
          ...{
            ...WORDS.deciding,
            clock: WORDS.clock,
            timeLeft: WORDS.timeLeft,
            empty: WORDS.queue.empty,
            notForYou: WORDS.queue.notForYou,
          },
          take: WORDS.queue.take(count ? leaseOf(count.kind).most : 0),
        }}
      />
      {children}
    </StaffPage>
  );
}
