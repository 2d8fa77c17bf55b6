import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { newId } from "#worker/platform/ids.ts";
import { createOutboxStore } from "./outbox.store.ts";

test("a mail to a member writes six rows, is sent by two, forgets its recipient by one, and goes by one", async () => {
  const d1 = countedD1(env.DB);
  const store = createOutboxStore(connect(d1.db), { keepBodies: false });
  const id = newId();
  await d1.db
    .prepare(
      `INSERT INTO outbox (id, account_id, domain_id, template, recipient, sender, subject, text, html, status, next_attempt_at, created_at)
        VALUES (?, ?, 'liaison', 'message', 'anna@example.org', 's', 's', 't', 'h', 'queued', 1, 1)`,
    )
    .bind(id, await addMember())
    .run();
  expect(d1.takeWritten(), "with its key, when it is due and was made, its member, and who remembers").toBe(6);
  await store.markSent(id, 2);
  expect(d1.takeWritten()).toBe(2);
  await store.wipeRecipients(2, 1);
  expect(d1.takeWritten()).toBe(1);
  await store.deleteRows(2, 1);
  expect(d1.takeWritten()).toBe(1);
});
