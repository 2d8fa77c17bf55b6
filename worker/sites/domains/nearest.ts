/** Suggests a known word for a misspelt one; null without a close match. */
export function nearest(key: string, known: string[]): string | null {
  const [best] = known.map((name) => ({ name, edits: editsBetween(key.toLowerCase(), name) })).sort((a, b) => a.edits - b.edits);
  const most = Math.min(key.length - 1, Math.max(2, Math.floor(key.length / 3)));
  return best && best.edits <= most ? best.name : null;
}

/** Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const swap = (row[j] as number) + (letter === other[j] ? 0 : 1);
      next.push(Math.min(swap, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
