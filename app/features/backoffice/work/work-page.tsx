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
import { Held, type Holders } from "./held.tsx";
import type { Choice, QueueItem } from "./queue-items.ts";
import css from "./work.module.css";
import { WorkQueue } from "./work-queue.client.tsx";

/** One queue: its clock, the items in hand, and what `described` says of them. */
export function findWork<T extends object>(kind: WorkKind, described: Promise<T>) {
  return orRefuse(find(kind, described));
}

async function find<T extends object>(kind: WorkKind, described: Promise<T>) {
  const { backend, now } = staffEdge();
  const [queues, { items }, { holders }, more] = await Promise.all([
    queueCounts(),
    backend.workMine({ kind }),
    backend.workHolders({ kind }),
    described,
  ]);
  const found = queues.find((one) => one.kind === kind);
  const until = (ms: number) => items.filter(({ due_at }) => Date.parse(due_at) <= now() + ms).map(({ id }) => id);
  const late = until(0);
  const count = found && { ...found, late, soon: until(SOON).filter((id) => !late.includes(id)) };
  return { ...more, count, items, holders };
}

/** Adds the input of a refused form and the refusal. */
function withForm(item: QueueItem): QueueItem {
  const { code, values, fields } = staffForm("decideWork", { id: item.id });
  if (code === null) return item;
  return {
    ...item,
    words: values.words,
    refused: { decision: values.decision ?? "", error: fields.words ?? fields.chosen ?? null },
  };
}

interface Queue {
  count: (Count & { kind: WorkKind; late: string[]; soon: string[] }) | undefined;
  items: { id: string; banned: boolean }[];
  holders: Holders;
}

/** The item, which says that its member is banned already. */
function withBan(item: QueueItem, { items }: Queue): QueueItem {
  if (!items.some(({ id, banned }) => id === item.id && banned)) return item;
  const words = WORDS.queue.banned;
  const person = (
    <>
      <p className={css.banned}>{words}</p>
      {item.person}
    </>
  );
  return { ...item, why: `${words}. ${item.why}`, person };
}

interface Props {
  title: string;
  page: string;
  items: QueueItem[];
  queue: Queue;
  choices: Choice[];
  refusals?: Readonly<Record<string, string>>;
  children?: ReactNode;
}

export function WorkPage({ title, page, queue, items, choices, refusals, children }: Props) {
  const { count, holders } = queue;
  return (
    <StaffPage bare refusals={refusals} title={title}>
      <WorkQueue
        choices={choices}
        count={count}
        forms={{
          ...{ decide: formAction("decideWork", page), undo: formAction("undoWork", page) },
          ...{ take: formAction("takeWork", page), giveBack: formAction("returnWork", page) },
        }}
        items={items.map((item) => withForm(withBan(item, queue)))}
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
      {holders.length > 0 && count && <Held holders={holders} kind={count.kind} page={page} />}
      {children}
    </StaffPage>
  );
}
