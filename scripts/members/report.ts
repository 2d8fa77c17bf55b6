import { closeSync, openSync, writeSync } from "node:fs";

/** Lines of a report that the terminal shows as well. */
const SHOWN = 20;

export type Report = ReturnType<typeof createReport>;

/** Writes each refused line and each thing left out, by line. */
export function createReport(path: string) {
  const file = openSync(path, "w");
  const counts = { refused: 0, changed: 0 };
  const add = (line: number, text: string) => {
    const told = `line ${line}: ${text}`;
    writeSync(file, `${told}\n`);
    if (counts.refused + counts.changed <= SHOWN) console.log(`  ${told}`);
  };
  return {
    refused(line: number, reason: string): void {
      counts.refused++;
      add(line, `refused: ${reason}`);
    },
    changed(line: number, text: string): void {
      counts.changed++;
      add(line, text);
    },
    told: () => `${counts.refused} refused, ${counts.changed} changed: ${path}`,
    counts,
    close: () => closeSync(file),
  };
}
