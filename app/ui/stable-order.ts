/** Known ids keep their places; a new one stands behind its predecessor in `ids`. */
export function stableOrder(shown: readonly string[], ids: readonly string[]): string[] {
  const there = new Set(ids);
  const order = shown.filter((id) => there.has(id));
  const known = new Set(order);
  ids.forEach((id, index) => {
    if (known.has(id)) return;
    const before = ids[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  return order;
}
