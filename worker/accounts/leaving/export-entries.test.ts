import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { createExportStore } from "./export.store.ts";

const NOW = Date.now();
const store = createExportStore(connect(env.DB));

test("the entries of an archive are the balance, with messages that were not entered yet", async () => {
  const id = await addMember({ credits: 5 });
  const chat = await writeMessage(await addMember(), id);
  for (const seq of [2, 3])
    await runSql(
      `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, lot_id, created_at)
        SELECT ?1, ?2, ?3, ?3, ?4, 'text', 'Hello', 1, l.id, ?5 FROM lots l WHERE l.account_id = ?4`,
      ...[chat, seq, newId(), id, NOW],
    );
  const row = { id: newId(), accountId: id, key: "x", createdAt: NOW };
  await store.add(row, NOW - DAY);
  await store.claim(row.id, NOW + 5 * MINUTE, NOW);
  const entries = await store.rows("ledger", id);
  expect(entries.map(({ amount, messages }) => [amount, messages])).toEqual([
    [5, null],
    [-2, 2],
  ]);
});
