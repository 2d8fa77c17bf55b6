import css from "./work.module.css";

export interface Count {
  waiting: number;
  overdue: number;
  due_soon: number;
  mine: number;
  free: number;
  barred: number;
}

interface Item {
  id: string;
  decision: string | null;
}

/** Each holds # for the number. */
export type ClockWords = Record<"waiting" | "overdue" | "soon" | "barred" | "others", string>;

/** `count` and `items` are as rendered; `decisionOf` knows what was decided and undone since. */
export function countNow<T extends Item>(
  count: Count & { late: readonly string[]; soon: readonly string[] },
  items: readonly T[],
  decisionOf: (item: T) => string | null,
): Count {
  const more = (ids?: readonly string[]) =>
    items
      .filter(({ id }) => !ids || ids.includes(id))
      .reduce((sum, item) => sum + Number(decisionOf(item) === null) - Number(item.decision === null), 0);
  return {
    ...{ free: count.free, barred: count.barred, mine: count.mine + more(), waiting: count.waiting + more() },
    ...{ overdue: count.overdue + more(count.late), due_soon: count.due_soon + more(count.soon) },
  };
}

export function Clock({ count, words }: { count: Count; words: ClockWords }) {
  const { waiting, overdue, due_soon: soon, mine, free, barred } = count;
  const others = waiting - mine - free - barred;
  const says = (text: string, number: number) => `${text.replace("#", String(number))} `;
  return (
    <p>
      {says(words.waiting, waiting)}
      {overdue > 0 && <span className={css.late}>{says(words.overdue, overdue)}</span>}
      {soon > 0 && <span className={css.soon}>{says(words.soon, soon)}</span>}
      {barred > 0 && says(words.barred, barred)}
      {others > 0 && says(words.others, others)}
    </p>
  );
}
