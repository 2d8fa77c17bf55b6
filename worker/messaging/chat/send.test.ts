import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { writeMessage as existing, runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { archiveDeps } from "#tests/setup/archived.ts";
import { contextOf } from "#tests/setup/context.ts";
import { ENTRIES } from "#tests/setup/entries.ts";
import { createLive } from "#worker/delivery/live/objects.ts";
import { createBlocksStore } from "#worker/discovery/blocks/blocks.store.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { newSessionToken } from "#worker/people/identity/session-token.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { createChatStore } from "./chat.store.ts";
import { createChat } from "./chat.ts";

// What ends a conversation commits between the two trips of a send: after the rule has looked, before the message is written.

const db = connect(env.DB);
const blocks = createBlocksStore(db);
const NOW = Date.now();

/** The context of a member's request, as the edge builds it. */
async function contextFor(memberId: string): Promise<MemberContext> {
  const token = newSessionToken(memberId);
  const hash = await sha256(token);
  await runSql(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, 'liaison', '', 0, ?)",
    hash,
    memberId,
    NOW + 3_600_000,
  );
  const viewer = await createAccountsStore(db).findViewer(hash, "liaison", NOW);
  return { ...(await contextOf({ now: NOW, viewer })), viewer } as MemberContext;
}

/** Sends a message while `meanwhile` happens: the code of the refusal, or "sent". */
async function send(from: string, to: string, meanwhile: () => Promise<unknown>, clientId = newId()): Promise<string> {
  const store = createChatStore(db);
  const after: Promise<unknown>[] = [];
  let happened = false;
  const chat = createChat({
    cursors: createCursors("test only"),
    ...archiveDeps,
    store: {
      ...store,
      async send(...args) {
        if (!happened) await meanwhile();
        happened = true;
        return store.send(...args);
      },
    },
    deliveries: { add() {}, waiting: () => null, drop() {} },
    live: createLive(env),
    after: (work) => void after.push(work),
  });
  try {
    await chat.sendMessage(await contextFor(from), { profile: to, text: "hello", client_id: clientId });
    return "sent";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  } finally {
    await Promise.all(after);
  }
}

const one = <T>(sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<T>();

/** What the member has paid and written, and what is left of conversations with nothing in them. */
async function traces(member: string) {
  return one(
    `SELECT (SELECT credits FROM accounts WHERE id = ?1) AS credits,
      (SELECT coalesce(sum(messages), 0) FROM ${ENTRIES} WHERE account_id = ?1 AND kind = 'message') AS debits,
      (SELECT count(*) FROM messages WHERE sender_id = ?1) AS messages,
      (SELECT count(*) FROM conversations c WHERE ?1 IN (member_a, member_b)
        AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation_id = c.id)) AS empty`,
    member,
  );
}
const NOTHING = { credits: 10, debits: 0, messages: 0, empty: 0 };

const pair = () => Promise.all([addMember(), addMember()]);

test.each([
  ["an old conversation", true],
  ["a new one", false],
])("a message in %s that meets the partner's block is refused as blocked, and nothing is paid", async (_, known) => {
  const [from, to] = await pair();
  if (known) await existing(to, from);
  expect(await send(from, to, () => blocks.block(to, from, "liaison", NOW))).toBe("blocked");
  expect(await traces(from)).toEqual(NOTHING);
  expect(await one("SELECT unread FROM accounts WHERE id = ?", to)).toEqual({ unread: 0 });
});

test.each([
  ["an old conversation", true],
  ["a new one", false],
])("a message in %s that meets the sender's own block, or the partner's leaving, costs nothing", async (_, known) => {
  for (const meanwhile of [
    (from: string, to: string) => blocks.block(from, to, "liaison", NOW),
    (_from: string, to: string) => runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", to),
  ]) {
    const [from, to] = await pair();
    if (known) await existing(to, from);
    expect(await send(from, to, () => meanwhile(from, to))).toBe("not_found");
    expect(await traces(from)).toEqual(NOTHING);
  }
});

test("a first message to who becomes unseen meanwhile finds nobody, and nothing is paid; a chat that has begun goes on", async () => {
  const [from, to] = await pair();
  const unseen = (owner: string) =>
    runSql("INSERT INTO unseen (viewer_id, owner_id, print) VALUES (?, ?, 'a print')", from, owner);
  expect(await send(from, to, () => unseen(to))).toBe("not_found");
  expect(await traces(from)).toEqual(NOTHING);
  const known = await addMember();
  await existing(known, from);
  expect(await send(from, known, () => unseen(known))).toBe("sent");
});

test("a first message that meets a new choice of who may write first is refused by it, and nothing is paid", async () => {
  const [from, to] = await pair();
  const chosen = () =>
    runSql("INSERT INTO preferences (account_id, first_messages, updated_at) VALUES (?, json_object('from', 'liked'), 0)", to);
  expect(await send(from, to, chosen)).toBe("first_message_refused");
  expect(await traces(from)).toEqual(NOTHING);
});

test("a message that loses its conversation and not its partner starts a new one, and is paid for once", async () => {
  const [from, to] = await pair();
  const conversation = await existing(to, from);
  const clientId = newId();
  const ended = () => runSql("DELETE FROM conversations WHERE id = ?", conversation);
  expect(await send(from, to, ended, clientId)).toBe("sent");
  expect(await send(from, to, async () => {}, clientId)).toBe("sent");
  expect(await traces(from)).toEqual({ credits: 9, debits: 1, messages: 1, empty: 0 });
});

test("what an outbox repeats after a block that was undone is neither sent nor charged again", async () => {
  const [from, to] = await pair();
  const sent = [newId(), newId(), newId()];
  for (const id of sent) expect(await send(from, to, async () => {}, id)).toBe("sent");
  await blocks.block(to, from, "liaison", NOW);
  await blocks.unblock(to, from);
  for (const id of sent) expect(await send(from, to, async () => {}, id)).toBe("idempotency_conflict");
  expect(await traces(from)).toEqual({ credits: 7, debits: 3, messages: 0, empty: 0 });
});

test("credits that are gone by the time of the write are refused as such, and leave no conversation behind", async () => {
  const [from, to] = await pair();
  const spent = () =>
    runSql(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, -10, 'adjustment', 't', 't', 0)",
      from,
    );
  expect(await send(from, to, spent)).toBe("not_enough_credits");
  expect(await traces(from)).toEqual({ ...NOTHING, credits: 0 });
});

test("many sends against one block: each message is there and paid for until then, or neither", async () => {
  const [from, to] = await pair();
  await existing(to, from);
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, n) => send(from, to, n === 3 ? () => blocks.block(to, from, "liaison", NOW) : async () => {})),
  );
  const debits = outcomes.filter((outcome) => outcome === "sent").length;
  expect(outcomes.filter((outcome) => outcome !== "sent" && outcome !== "blocked")).toEqual([]);
  expect(await traces(from)).toMatchObject({ credits: 10 - debits, debits, empty: 0 });
});
