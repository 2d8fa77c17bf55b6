import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { audit } from "#db/audit.ts";
import { migrate } from "#scripts/data.ts";
import { migrationsIn } from "#scripts/migrations/files.ts";
import { type Books, changedBooks, killedUpgrade, migrationsDone, opened, writeOldStore } from "#tests/setup/old-books.ts";
import type { Campaign } from "./campaign.ts";

/** In bytes of the write-ahead log: these kills come while the ledger is copied. */
const FIRST_KILL = 400_000;
const SECOND_KILL = 4_000_000;

export const upgrade: Campaign = {
  name: "upgrade",
  what: "a store from before the copied ledger is upgraded and killed meanwhile: balances, receipts and transactions stay",
  async run({ random, small }) {
    const size = small ? { members: 101, messages: 10_000, partners: 5 } : { members: 1_001, messages: 100_000, partners: 5 };
    const data = mkdtempSync(join(tmpdir(), "liaison-upgrade-"));
    const { file, before } = await writeOldStore(data, size);
    const copying = small ? [FIRST_KILL] : [FIRST_KILL, SECOND_KILL];
    const first = migrationsDone(file);
    // After each of these migrations, the later ones included.
    const later = random.shuffled(Array.from({ length: migrationsIn().length - first - 1 }, (_, n) => first + 1 + n));
    const points = later.slice(0, small ? 2 : 8).sort((one, other) => one - other);
    const found: string[] = [];
    const reached: number[] = [];
    for (const kill of [...copying.map((bytes) => ({ bytes })), ...points.map((migrations) => ({ migrations }))])
      if (await killedUpgrade(data, file, kill)) reached.push(migrationsDone(file));
    if (reached.length === 0) found.push("no upgrade was killed under way");
    const start = Date.now();
    await opened(data, (db) => migrate(db));
    const last = Date.now() - start;
    return {
      counts: {
        ...Object.fromEntries([...before].map(([table, rows]) => [table, rows.length])),
        "messages that are archived": countOf(before, "conversations", "archived_seq"),
        "credits of all members": countOf(before, "accounts", "credits"),
        "kills under way": reached.length,
        "migrations done at a kill": `${reached.join(", ")} of ${migrationsIn().length}`,
        "the last upgrade, in ms": last,
      },
      async problems() {
        const { findings } = await opened(data, (db) => audit(db));
        const books = findings.map(({ check, what, why }) => `audit of the upgraded: ${check}: ${what} (${why})`);
        return [...found, ...changedBooks(file, before), ...books];
      },
      async plant() {
        const db = new DatabaseSync(file);
        db.exec(
          "DROP TRIGGER receipts_no_update; UPDATE receipts SET amount = amount + 1 WHERE rowid = (SELECT min(rowid) FROM receipts)",
        );
        db.close();
        return "a receipt says one cent more";
      },
      end: () => rmSync(data, { recursive: true, force: true }),
    };
  },
};

function countOf(before: Books, table: string, column: string): number {
  return (before.get(table) ?? []).reduce((sum, row) => sum + Number(row[column]), 0);
}
