import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { audit } from "#db/audit.ts";
import { migrate } from "#scripts/data.ts";
import { type Books, changedBooks, killedUpgrade, opened, writeOldStore } from "#tests/setup/old-books.ts";
import type { Campaign } from "./campaign.ts";

const MB = 1_000_000;
/** In bytes of the write-ahead log: the first kill comes before the first copy is whole, the last ones at random. */
const FIRST_KILL = 400_000;
const LAST_KILL = 60 * MB;

export const upgrade: Campaign = {
  name: "upgrade",
  what: "a store from before the copied ledger is upgraded and killed meanwhile: balances, receipts and transactions stay",
  async run({ random, small }) {
    const [kills, size] = small
      ? [3, { members: 101, messages: 10_000, partners: 5 }]
      : [12, { members: 1_001, messages: 100_000, partners: 5 }];
    const data = mkdtempSync(join(tmpdir(), "liaison-upgrade-"));
    const { file, before } = await writeOldStore(data, size);
    const found: string[] = [];
    const reached = new Set<number>();
    let killed = 0;
    for (let n = 0; n < kills; n++) {
      const underWay = n === 0 ? FIRST_KILL : FIRST_KILL + random.below(small ? MB : LAST_KILL);
      if (!(await killedUpgrade(data, file, underWay))) continue;
      killed++;
      reached.add(await opened(data, migrationsDone));
    }
    if (killed === 0) found.push("no upgrade was killed under way");
    const start = Date.now();
    await opened(data, (db) => migrate(db));
    const last = Date.now() - start;
    return {
      counts: {
        ...Object.fromEntries([...before].map(([table, rows]) => [table, rows.length])),
        "messages that are archived": countOf(before, "conversations", "archived_seq"),
        "credits of all members": countOf(before, "accounts", "credits"),
        "kills under way": killed,
        "migrations done at a kill": [...reached].sort((a, b) => a - b).join(", "),
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

async function migrationsDone(db: Parameters<typeof migrate>[0]): Promise<number> {
  return (await db.prepare("SELECT count(*) AS n FROM d1_migrations").first<number>("n")) ?? 0;
}
