import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { archiveDeps } from "#tests/setup/archived.ts";
import { contextOf } from "#tests/setup/context.ts";
import { createLive } from "#worker/delivery/live/objects.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { newSessionToken } from "#worker/people/identity/session-token.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import { newId } from "#worker/platform/ids.ts";
import { createChatStore } from "./chat.store.ts";
import { createChat } from "./chat.ts";

const db = connect(env.DB);
const NOW = Date.now();
const after: Promise<unknown>[] = [];
const chat = createChat({
  cursors: createCursors("test only"),
  ...archiveDeps,
  store: createChatStore(db),
  deliveries: { add() {}, waiting: () => null, drop() {} },
  live: createLive(env),
  after: (work) => void after.push(work),
});

async function contextFor(memberId: string, icebreaker_credits: number | null): Promise<MemberContext> {
  const hash = await sha256(newSessionToken(memberId));
  await runSql(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, 'liaison', '', 0, ?)",
    hash,
    memberId,
    NOW + 3_600_000,
  );
  const viewer = await createAccountsStore(db).findViewer(hash, "liaison", NOW);
  return { ...(await contextOf({ now: NOW, viewer, settings: { icebreaker_credits } })), viewer } as MemberContext;
}

test.each([
  [null, 1],
  [3, 3],
  [0, 0],
])("with icebreaker_credits %j an opening line costs %i credits and opens a conversation", async (setting, price) => {
  const [from, to] = [await addMember({ credits: 10 }), await addMember()];
  const ctx = await contextFor(from, setting);
  expect((await chat.chat(ctx, { profile: to })).icebreaker_price).toBe(price);
  const input = { profile: to, icebreaker: "3", client_id: newId() } as const;
  const { message, credits } = await chat.sendMessage(ctx, input);
  expect(message).toMatchObject({ type: "icebreaker", price, text: "What is the nicest thing that happened to you this week?" });
  expect(credits).toBe(10 - price);
  expect((await chat.sendMessage(ctx, input)).message.id, "a repeat sends nothing more").toBe(message.id);
  const { results } = await env.DB.prepare("SELECT kind, amount FROM ledger WHERE account_id = ? AND kind <> 'adjustment'")
    .bind(from)
    .all();
  expect(results).toEqual(price > 0 ? [{ kind: "icebreaker", amount: -price }] : []);
  expect((await chat.chat(ctx, { profile: to })).icebreaker_price).toBeNull();
  const again = chat.sendMessage(ctx, { ...input, client_id: newId() });
  await expect(again, "only at the start").rejects.toMatchObject({ code: "conflict" });
  await Promise.all(after);
});

test("a line and a text together are refused, and neither too", async () => {
  const [from, to] = [await addMember(), await addMember()];
  const ctx = await contextFor(from, null);
  const both = chat.sendMessage(ctx, { profile: to, icebreaker: "1", text: "Hi", client_id: newId() });
  await expect(both).rejects.toMatchObject({ code: "invalid" });
  await expect(chat.sendMessage(ctx, { profile: to, client_id: newId() })).rejects.toMatchObject({ code: "invalid" });
});
