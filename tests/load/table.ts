/** Prints rows under a heading, columns aligned; numbers to the right. */
export function printTable(title: string, head: string[], rows: (string | number)[][]): void {
  const all = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ");
  console.log(`\n${title}`);
  console.log(line(head));
  console.log(widths.map((width) => "─".repeat(width)).join("  "));
  for (const row of all.slice(1)) console.log(line(row));
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

/** The value that this share of the values does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
