import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { connect } from "#db/client.ts";
import rollback from "#docs/operating/rollback.md?raw";
import { LAST_SEQ, runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { addTalk, archived, move, NOW, textOf } from "#tests/setup/archived.ts";
import { unzip } from "#tests/setup/zip.ts";
import { createBlocksStore } from "#worker/discovery/blocks/blocks.store.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createArchives } from "./archives.ts";
import { createExportStore } from "./export.store.ts";
import { createExports, type ExportDeps } from "./export.ts";
import { createLeavingStore } from "./leaving.store.ts";

const { archive, archiveStore, archiving, domainsStore, erasure, mails } = servicesOf(env);

const seqs = async (conversation: string) => (await archived(conversation)).map(({ seq }) => seq);
const conversationOf = (id: string) =>
  env.DB.prepare(`SELECT archived_seq, ${LAST_SEQ} AS last_seq, oldest_at FROM conversations WHERE id = ?`).bind(id).first();
const removeUpTo = (seq: number, conversation: string, member: string) =>
  runSql("UPDATE participants SET removed_seq = ? WHERE conversation_id = ? AND member_id = ?", seq, conversation, member);

async function eraseMember(id: string): Promise<void> {
  await runSql("UPDATE accounts SET status = 'deleted', deleted_at = ?, activated_at = NULL WHERE id = ?", NOW - 15 * DAY, id);
  expect(await erasure.erase(id, NOW)).toBe("erased");
}

test("an erasure reaches the archive: what nobody sees any more goes, by the cron", async () => {
  const [member, friend] = [await addMember(), await addMember()];
  const id = await addTalk(member, friend, [40, 39, 38, 37]);
  await runSql("UPDATE messages SET hidden_from_receiver = 1 WHERE conversation_id = ? AND seq = 3", id);
  await move(id);
  await removeUpTo(2, id, friend);
  await eraseMember(member);
  expect(await seqs(id)).toEqual([1, 2, 3, 4]);
  await archiving.erase(NOW);
  expect((await archived(id)).map(({ seq, text }) => [seq, text])).toEqual([
    [3, ""],
    [4, textOf(4)],
  ]);
  await eraseMember(friend);
  expect(await conversationOf(id)).toBeNull();
  await archiving.erase(NOW);
  expect(await seqs(id)).toEqual([]);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM archive_erasures").first("n")).toBe(0);
});

test("messages that an erasure deleted in D1 count as archived, so that the audit finds no gap", async () => {
  const [member, friend] = [await addMember(), await addMember()];
  const id = await addTalk(member, friend, [3, 2, 1]);
  await removeUpTo(2, id, friend);
  await eraseMember(member);
  expect(await conversationOf(id)).toEqual({ archived_seq: 2, last_seq: 3, oldest_at: NOW - DAY });
  const { findings } = await audit(env.DB);
  expect(findings.filter(({ check }) => check.startsWith("messages"))).toEqual([]);
});

/** Rows in the three tables that refuse a repeated request. */
async function keptOf(member: string): Promise<number[]> {
  const counts = [
    "archive_senders WHERE member_id = ?1",
    "archived_keys JOIN archive_senders ON id = sender WHERE member_id = ?1",
  ];
  return Promise.all(
    [...counts, "archived_sends WHERE sender_id = ?1"].map(
      async (from) => (await env.DB.prepare(`SELECT count(*) AS n FROM ${from}`).bind(member).first<number>("n")) ?? -1,
    ),
  );
}

test("messages that are archived or deleted after the erasure of their sender leave nothing of that member", async () => {
  const [member, friend] = [await addMember(), await addMember()];
  const id = await addTalk(member, friend, [60, 59, 40, 39, 20, 19]);
  await move(id, 50);
  expect(await keptOf(member)).toEqual([1, 1, 1]);
  await eraseMember(member);
  expect(await keptOf(member)).toEqual([0, 0, 0]);
  expect(await move(id, 30)).toBe(2);
  expect(await keptOf(member), "archived").toEqual([0, 0, 0]);
  expect(await keptOf(friend)).toEqual([1, 2, 2]);
  await createBlocksStore(connect(env.DB)).block(friend, member, "liaison", NOW);
  expect(await conversationOf(id)).toBeNull();
  expect(await keptOf(member), "deleted by a block").toEqual([0, 0, 0]);
});

test("after a rollback one statement removes what an older build left of erased members", async () => {
  const [member, friend] = [await addMember(), await addMember()];
  await move(await addTalk(member, friend, [40, 39]));
  await eraseMember(member);
  await runSql("INSERT INTO archive_senders (member_id) VALUES (?)", member);
  await runSql("INSERT INTO archived_keys (sender, key) SELECT id, 47 FROM archive_senders WHERE member_id = ?", member);
  const statement = rollback.match(/DELETE FROM archive_senders[^;]+;/)?.[0] ?? expect.unreachable();
  await runSql(statement);
  expect([await keptOf(member), await keptOf(friend)]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
});

test("a download has the archived messages, and those that are archived while it is made", async () => {
  const [member, friend] = [await addMember(), await addMember()];
  const id = await addTalk(member, friend, [50, 49, 48, 40, 39, 1]);
  await move(id, 45);
  await removeUpTo(2, id, member);
  const [store, archives] = [createExportStore(connect(env.DB)), createArchives(env.PHOTOS)];
  const moving = createExports({
    ...({} as ExportDeps),
    ...{ mails, archives, domainOf: domainsStore.findById, originOf: () => "http://localhost" },
    memberOf: createLeavingStore(connect(env.DB)).member,
    archived: archive.page,
    store: {
      ...store,
      async said(...of: Parameters<typeof store.said>) {
        await move(id, 30);
        return store.said(...of);
      },
    },
  });
  const row = { id: newId(), accountId: member, key: archives.keyOf(member, "moving"), createdAt: NOW };
  await store.add(row, NOW - DAY);
  await moving.make(row.id, NOW);
  const made = await moving.file(member, row.id, NOW);
  const files = unzip(new Uint8Array(await new Response(made?.body).arrayBuffer()));
  const parts = ["chats/0001.json", "chats/0001-2.json", "chats/0001-3.json"].map((name) => files.get(name));
  const said = parts.flatMap((part) => JSON.parse(new TextDecoder().decode(part)).messages as { text: string }[]);
  expect(said.map(({ text }) => text)).toEqual([1, 3, 4, 5, 6].map(textOf));
  expect(await archiveStore.archivedSeq(id)).toBe(5);
});
