import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { changedBooks, idOf, killedUpgrade, opened, writeOldStore } from "#tests/setup/old-books.ts";
import { migrate } from "./data.ts";

const MESSAGES = 6_000;
/** In bytes: of the write-ahead log, more than the migration writes before it copies. */
const UNDER_WAY = 400_000;

test("books with refunds, chargebacks, debts and a half archive are the same after the upgrade, also one that is killed", async () => {
  const data = mkdtempSync(join(tmpdir(), "liaison-upgrade-"));
  try {
    const { file, before } = await writeOldStore(data, { members: 40, messages: MESSAGES, partners: 3 });
    expect(before.get("messages")?.length).toBeGreaterThan(MESSAGES / 2);
    expect(before.get("debts")?.length).toBeGreaterThan(5);
    expect(before.get("refunds")?.length).toBeGreaterThan(5);

    expect(await killedUpgrade(data, file, { bytes: UNDER_WAY }), "killed while it wrote").toBe(true);
    await opened(data, (db) => migrate(db));
    await opened(data, async (db) => expect((await audit(db)).findings).toEqual([]));
    expect(changedBooks(file, before)).toEqual([]);

    // What was spent before and after is taken back alike.
    const upgraded = new DatabaseSync(file);
    const member = idOf(2);
    const lot = upgraded.prepare("SELECT id FROM lots WHERE account_id = ? AND open = 1 ORDER BY id LIMIT 1").get(member)
      ?.id as number;
    upgraded
      .prepare(
        "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, lot_id) VALUES (?, -1, 'message', 'new', 'new', 9, ?)",
      )
      .run(member, lot);
    for (const n of [2, 3])
      upgraded.prepare("UPDATE payments SET status = 'chargeback', updated_at = 9 WHERE account_id = ?").run(idOf(n));
    upgraded.close();
    await opened(data, async (db) => expect((await audit(db)).findings).toEqual([]));
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
