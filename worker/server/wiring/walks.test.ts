import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { sql } from "#db/sql.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { createWalkStore, type Walk } from "#worker/platform/walk.store.ts";
import { cronTasks } from "./cron.ts";
import { createWalks, RUNS, WALKS } from "./walks.ts";

const NOW = Date.now();
const d1 = countedD1(env.DB);
const store = createWalkStore(connect(d1.db));
const placeOf = (name: string) => env.DB.prepare("SELECT place FROM sweeps WHERE name = ?").bind(name).first<number>("place");
const count = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${sql}`)
    .bind(...values)
    .first<number>("n");

/** Steps until the end of the table is reached and the next step would begin anew. */
async function round(name: string): Promise<void> {
  const walk = WALKS.find((one) => one.name === name) ?? expect.unreachable(name);
  do await store.step(walk, NOW);
  while ((await placeOf(walk.name)) ?? 0);
}

test("emptied drafts go after 30 days, texts stay", async () => {
  const [anna, ben, cleo, dan] = [await addMember(), await addMember(), await addMember(), await addMember()];
  const draft = (other: string, text: string, age: number) =>
    runSql(
      "INSERT INTO chat_drafts (member_id, other_id, text, updated_at) VALUES (?, ?, ?, ?)",
      anna,
      other,
      text,
      NOW - age * DAY,
    );
  await draft(ben, "", 31);
  await draft(cleo, "", 29);
  await draft(dan, "still to be sent", 200);
  await round("emptied drafts");
  const left = await env.DB.prepare("SELECT other_id FROM chat_drafts WHERE member_id = ?").bind(anna).all();
  expect(left.results.map(({ other_id }) => other_id).sort()).toEqual([cleo, dan].sort());
});

test("times of changes of gender go 30 days after the last one, and stay until then", async () => {
  const times = { old: [NOW - 60 * DAY, NOW - 31 * DAY], both: [NOW - 31 * DAY, NOW - 29 * DAY], none: [] };
  const ids = new Map<string, string>();
  for (const [name, at] of Object.entries(times)) {
    ids.set(name, await addMember());
    await runSql("UPDATE profiles SET self_changes = ? WHERE id = ?", JSON.stringify(at), ids.get(name) as string);
  }
  await round("old changes of gender");
  const left = async (name: string) =>
    env.DB.prepare("SELECT self_changes FROM profiles WHERE id = ?").bind(ids.get(name)).first<string>("self_changes");
  expect([await left("old"), await left("both"), await left("none")]).toEqual(["[]", JSON.stringify(times.both), "[]"]);
});

test("a request for private photos that nobody answers goes after 90 days, an answer stays", async () => {
  const owner = await addMember();
  const grants = [
    ["requested", 91],
    ["requested", 89],
    ["granted", 400],
    ["refused", 400],
  ] as const;
  for (const [status, age] of grants)
    await runSql(
      "INSERT INTO photo_grants (owner_id, member_id, status, at) VALUES (?, ?, ?, ?)",
      ...[owner, await addMember(), status, NOW - age * DAY],
    );
  await round("waiting photo requests");
  const { results } = await env.DB.prepare("SELECT status FROM photo_grants WHERE owner_id = ? ORDER BY at").bind(owner).all();
  expect(results.map(({ status }) => status)).toEqual(["granted", "refused", "requested"]);
});

test("a consent goes four years after a newer one replaced it; the newest stays, however old", async () => {
  const anna = await addMember();
  const accepted = (kind: string, version: string, years: number) =>
    runSql(
      "INSERT INTO consents (account_id, kind, version, language, accepted_at) VALUES (?, ?, ?, 'en', ?)",
      ...[anna, kind, version, NOW - years * 365 * DAY],
    );
  await accepted("terms", "one", 9);
  await accepted("terms", "two", 5);
  await accepted("terms", "three", 1);
  await accepted("sensitive_data", "one", 9);
  await round("replaced consents");
  const { results } = await env.DB.prepare("SELECT kind || ' ' || version AS of FROM consents WHERE account_id = ? ORDER BY of")
    .bind(anna)
    .all();
  expect(results.map(({ of }) => of)).toEqual(["sensitive_data one", "terms three", "terms two"]);
});

/** A chat of two messages, the second with a picture. */
async function addChat(age: number): Promise<{ id: string; one: string; other: string }> {
  const [one, other] = [await addMember(), await addMember()];
  await writeMessage(one, other, NOW - age * DAY);
  const id = await writeMessage(other, one, NOW - age * DAY, "photo");
  await runSql(
    `INSERT INTO chat_photos (id, key, sender_id, conversation_id, seq, client_id, status, width, height, created_at)
      SELECT id, 'key' || id, sender_id, conversation_id, seq, client_id, 'active', 1, 1, created_at FROM messages
      WHERE conversation_id = ? AND seq = 2`,
    id,
  );
  await runSql(
    "UPDATE participants SET last_text = 'secret', last_sender = ?, last_seq = 2 WHERE conversation_id = ?",
    other,
    id,
  );
  await runSql("UPDATE participants SET last_at = ? WHERE conversation_id = ?", NOW - age * DAY, id);
  return { id, one, other };
}

const remove = (conversation: string, member: string) =>
  runSql(
    "UPDATE participants SET removed_seq = 2, listed = 0, unread = 0 WHERE conversation_id = ? AND member_id = ?",
    ...[conversation, member],
  );

test("a chat that both removed goes with its pictures 90 days after its last message, and only then", async () => {
  const [both, young, ofOne, reported] = [await addChat(91), await addChat(89), await addChat(91), await addChat(91)];
  const ofErased = await addChat(91);
  await runSql("UPDATE accounts SET status = 'erased' WHERE id = ?", ofErased.one);
  for (const { id, one, other } of [both, young, reported, ofErased]) for (const member of [one, other]) await remove(id, member);
  await remove(ofOne.id, ofOne.one);
  await runSql(
    `INSERT INTO reports (id, reference, domain_id, pool, reporter_id, reported_id, kind, object_id, reason, created_at, due_at)
      VALUES (?1, ?1, 'liaison', 'liaison', ?2, ?3, 'profile', ?3, 'other', ?4, ?4)`,
    ...[newId(), reported.one, reported.other, NOW],
  );
  await round("chats that both removed");
  const messages = async ({ id }: { id: string }) => count("messages WHERE conversation_id = ?", id);
  expect([await messages(both), await messages(young), await messages(ofOne), await messages(reported)]).toEqual([0, 2, 2, 2]);
  const head = await env.DB.prepare("SELECT archived_seq, last_seq, oldest_at FROM conversations WHERE id = ?")
    .bind(both.id)
    .first();
  expect(head).toEqual({ archived_seq: 2, last_seq: 2, oldest_at: null });
  expect(await count("participants WHERE conversation_id = ? AND last_text = '' AND last_sender IS NULL", both.id)).toBe(2);
  expect(await count("chat_photos WHERE conversation_id = ? AND status = 'gone'", both.id)).toBe(1);
  // A repeated send is refused, and the archive of older messages is erased.
  expect(await count("archived_sends WHERE sender_id IN (?, ?)", both.one, both.other)).toBe(2);
  expect(await count("archived_sends WHERE sender_id IN (?, ?)", ofErased.one, ofErased.other), "of the erased one").toBe(1);
  expect(await count("archive_erasures WHERE conversation_id = ? AND up_to_seq = 2", both.id)).toBe(1);
  await runSql("DELETE FROM archive_erasures WHERE conversation_id = ?", both.id);
  await round("chats that both removed");
  expect(await count("archive_erasures WHERE conversation_id = ?", both.id), "a later round leaves it alone").toBe(0);
  // A message begins the chat anew.
  await writeMessage(both.one, both.other, NOW);
  expect(await messages(both)).toBe(1);
});

test("visits and swipes go after 30 days, of each member", async () => {
  const [anna, ben] = [await addMember(), await addMember()];
  for (const [one, other] of [
    [anna, ben],
    [ben, anna],
  ]) {
    await runSql(
      "INSERT INTO visits (visited_id, visitor_id, at) VALUES (?, ?, ?)",
      one,
      other,
      NOW - (one === anna ? 31 : 29) * DAY,
    );
    for (const age of [31, 29])
      await runSql("INSERT INTO swipes (member_id, profile_id, liked, at) VALUES (?, ?, 0, ?)", ...[one, other, NOW - age * DAY]);
  }
  await round("old visits and swipes");
  expect(await count("visits WHERE visited_id = ?", anna)).toBe(0);
  expect(await count("visits WHERE visited_id = ?", ben)).toBe(1);
  for (const one of [anna, ben]) expect(await count("swipes WHERE member_id = ? AND at < ?", one, NOW - 30 * DAY)).toBe(0);
  for (const one of [anna, ben]) expect(await count("swipes WHERE member_id = ?", one)).toBe(1);
});

test("the row of an ended session goes 31 days after its end", async () => {
  const anna = await addMember();
  const add = (expires: number) =>
    runSql(
      "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, 'liaison', '', 0, ?)",
      ...[newId(), anna, expires],
    );
  for (const age of [32, 30, -1]) await add(NOW - age * DAY);
  await round("old sessions");
  const { results } = await env.DB.prepare("SELECT expires_at AS at FROM sessions WHERE account_id = ? ORDER BY at")
    .bind(anna)
    .all();
  expect(results.map(({ at }) => at)).toEqual([NOW - 30 * DAY, NOW + DAY]);
});

test("names, addresses and words of a closed statement go three years after its end; kind, day and outcome stay", async () => {
  const years = (age: number) => NOW - age * 365 * DAY;
  const complain = async (closed: number | null, answered: number | null) => {
    const id = newId();
    await runSql(
      `INSERT INTO complaints (id, reference, domain_id, kind, name, email, link, text, language, country, complaint_key, receipt, created_at,
          answer, answered_at, closed_at, outcome)
        VALUES (?1, ?1, 'liaison', 'illegal_content', 'Ann', 'ann@example.com', 'a', 'words', 'en', 'NL', ?1, 1, 0, ?2, ?3, ?4, NULL)`,
      ...[id, answered === null ? null : "Dear Ann", answered, closed],
    );
    await runSql("INSERT INTO picture_notices (id, bands) VALUES (?, '[1,2,3,4]')", id);
    return id;
  };
  const withdraw = async (closed: number | null) => {
    const id = newId();
    await runSql(
      `INSERT INTO withdrawals (id, reference, domain_id, own, name, contract, email, orders, language, country, form_key, receipt, status,
          created_at, closed_at)
        VALUES (?1, ?1, 'liaison', 0, 'Ann', 'ann@example.com', 'ann@example.com', '[]', 'en', 'NL', ?1, 1, ?2, 0, ?3)`,
      ...[id, closed === null ? "waiting" : "refused", closed],
    );
    return id;
  };
  const gone = [await complain(years(4), null), await complain(null, years(4)), await withdraw(years(4))];
  const kept = [await complain(years(2), null), await complain(null, null), await withdraw(years(2)), await withdraw(null)];
  for (const name of ["closed notices of pictures", "closed complaints", "closed withdrawals"]) await round(name);
  const said = async (id: string) => {
    const parts = [
      "SELECT coalesce(name, '') || coalesce(email, '') || coalesce(link, '') || text || coalesce(answer, '') AS said FROM complaints WHERE id = ?1",
      "SELECT name || contract || email FROM withdrawals WHERE id = ?1",
      "SELECT coalesce(bands, '') FROM picture_notices WHERE id = ?1",
    ];
    const { results } = await env.DB.prepare(parts.join(" UNION ALL ")).bind(id).all<{ said: string }>();
    return results.map((row) => row.said).join("");
  };
  for (const id of gone) expect(await said(id)).toBe("");
  for (const id of kept) expect(await said(id)).toContain("ann@example.com");
  expect(await count("complaints WHERE id IN (?, ?) AND kind = 'illegal_content'", ...gone.slice(0, 2))).toBe(2);
  for (const table of ["work_items", "picture_notices", "complaints", "withdrawals"]) await runSql(`DELETE FROM ${table}`);
});

test("a walk reads a bounded number of rows, goes on where it stopped, and writes nothing where nothing is", async () => {
  const table = "departures";
  const walk: Walk = { name: "test", retention: 0, table: sql`departures`, work: () => [] };
  await runSql(`DELETE FROM ${table}`);
  d1.takeWritten();
  await store.step(walk, NOW);
  expect(d1.takeWritten()).toBe(0);
  await runSql(
    `INSERT INTO departures (id, domain_id, reason, days, paid_user, day)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5100) SELECT i, '', '', 0, 0, '' FROM n`,
  );
  const first = (await env.DB.prepare("SELECT min(rowid) AS id FROM departures").first<number>("id")) ?? 0;
  d1.take();
  await store.step(walk, NOW);
  expect(d1.take().rows).toBeLessThan(5100);
  expect(await placeOf("test")).toBe(first + 4999);
  await store.step(walk, NOW);
  expect(await placeOf("test")).toBe(0);
  await runSql(`DELETE FROM ${table}`);
});

test("each walk has its turn within as many minutes as there are walks, and runs of messages when they are asked for", async () => {
  const asked: string[] = [];
  const walks = createWalks({ step: async ({ name }) => void asked.push(name) });
  for (let minute = 0; minute < WALKS.length; minute++) await walks.sweep(NOW + minute * MINUTE);
  expect(asked.sort()).toEqual(WALKS.map(({ name }) => name).sort());
  await walks.endRuns(NOW);
  expect(asked.at(-1)).toBe(RUNS.name);
});

test("runs of messages that cannot be ended keep no walk from its turn", async () => {
  const walks = createWalks({
    step: async ({ name }) => (name === RUNS.name ? Promise.reject(new Error("no such index")) : undefined),
  });
  const tasks = cronTasks({ walks } as Parameters<typeof cronTasks>[0], NOW);
  const outcomes = await Promise.allSettled([tasks["runs of messages"](), tasks["what no index finds"]()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});
