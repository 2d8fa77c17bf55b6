export interface Difference {
  path: string;
  /** Undefined for a field that came. */
  before: unknown;
  /** Undefined for a field that went. */
  after: unknown;
}

type Fields = Record<string, unknown>;

/** Field by field; items with an id are compared by it, other lists as a whole. */
export function differences(before: unknown, after: unknown, path = ""): Difference[] {
  const [one, other] = [fieldsOf(before), fieldsOf(after)];
  if (!one || !other) return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const inside = names.flatMap((name) => differences(one[name], other[name], path ? `${path}.${name}` : name));
  const moved = Array.isArray(before) && Array.isArray(after) && inside.length === 0 && !sameOrder(one, other);
  return moved ? [{ path: `${path} (order)`, before: Object.keys(one), after: Object.keys(other) }] : inside;
}

function sameOrder(one: Fields, other: Fields): boolean {
  return Object.keys(one).join() === Object.keys(other).join();
}

function fieldsOf(value: unknown): Fields | null {
  if (typeof value !== "object" || value === null) return null;
  if (!Array.isArray(value)) return value as Fields;
  const ids = value.map((item: { id?: unknown } | null) => item?.id);
  if (value.length === 0 || !ids.every((id) => typeof id === "string")) return null;
  return Object.fromEntries(value.map((item: { id: string }) => [item.id, item]));
}

export function describeDifference({ path, before, after }: Difference): string {
  if (before === undefined) return `+ ${path}: ${short(after)}`;
  if (after === undefined) return `- ${path}: ${short(before)}`;
  return `  ${path}: ${short(before)} → ${short(after)}`;
}

/** UTF-16 units of a value in a line. */
const LENGTH = 100;

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > LENGTH ? `${text.slice(0, LENGTH - 1)}…` : text;
}
