import type { Choice, QueueItem } from "./queue-items.ts";

/** Items of one member stand together. One that waits follows a decided one, if that decision ends it too. */
export function grouped(items: readonly QueueItem[], choices: readonly Choice[]): QueueItem[] {
  const first = new Map<string, number>();
  for (const [index, { id, member = id }] of items.entries()) if (!first.has(member)) first.set(member, index);
  const placeOf = ({ id, member = id }: QueueItem) => first.get(member) ?? 0;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other)).map((item) => following(item, items, choices));
}

function following(item: QueueItem, items: readonly QueueItem[], choices: readonly Choice[]): QueueItem {
  if (item.decision !== null) return item;
  const lead = items.find((one) => {
    const follows = choices.find(({ decision }) => decision === one.decision)?.follows;
    return follows !== undefined && item[follows] !== undefined && one[follows] === item[follows];
  });
  return lead ? { ...item, decision: lead.decision, lead: lead.id } : item;
}
