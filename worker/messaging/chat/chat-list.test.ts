import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { PLAIN_LETTERS, searchKey } from "#worker/messaging/chat/search-key.ts";
import type { CallOutput } from "#worker/server/calls.ts";

let anna: string;
let token: string;

async function api<T>(method: string, path: string, body?: object, session = token) {
  const headers = { cookie: `session=${session}`, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await exports.default.fetch(new Request(`http://localhost/api/${path}`, init));
  return { status: answer.status, body: (await answer.json()) as T };
}

async function chats(query = "") {
  return (await api<CallOutput<"chats">>("GET", `chats.php${query}`)).body;
}

const namesOf = ({ chats: rows }: CallOutput<"chats">) => rows.map(({ profile }) => profile.name);

/** A member with a conversation with Anna. */
async function partner(name: string, at: number): Promise<{ id: string; conversation: string }> {
  const id = await addMember({ name });
  await runSql("UPDATE profiles SET name_key = ? WHERE id = ?", name.normalize("NFKC").toLowerCase(), id);
  return { id, conversation: await writeMessage(id, anna, at) };
}

beforeAll(async () => {
  anna = await addMember();
  token = await logIn(anna);
});

test("a search finds the beginning of a name in any case and with or without accents, in the order of names", async () => {
  for (const [at, name] of ["Zoë", "ZOEY", "zoltan", "Izo", "Łukasz", "Æsa"].entries()) await partner(name, at + 1);
  expect(namesOf(await chats("?name=zO"))).toEqual(["Zoë", "ZOEY", "zoltan"]);
  expect(namesOf(await chats(`?name=${encodeURIComponent(" ZOÉ ")}`))).toEqual(["Zoë", "ZOEY"]);
  expect(namesOf(await chats("?name=luk"))).toEqual(["Łukasz"]);
  expect(namesOf(await chats("?name=aes"))).toEqual(["Æsa"]);
  expect(namesOf(await chats("?name=nobody"))).toEqual([]);
  expect(namesOf(await chats("?name=%25"))).toEqual([]);
  expect((await chats("?name=%20")).chats.length).toBe(6);
});

test("the database folds the same letters as the search", async () => {
  const letters = Object.values(PLAIN_LETTERS).join("");
  const { conversation } = await partner(letters, 7);
  const name = "SELECT other_name FROM participants WHERE conversation_id = ? AND member_id = ?";
  const key = () => env.DB.prepare(name).bind(conversation, anna).first<string>("other_name");
  expect(await key()).toBe(searchKey(letters));
  // A new row has the name as well.
  await runSql("DELETE FROM participants WHERE conversation_id = ? AND member_id = ?", conversation, anna);
  await runSql(
    "INSERT INTO participants (conversation_id, member_id, other_id, last_at) SELECT ?1, ?2, iif(member_a = ?2, member_b, member_a), 7 FROM conversations WHERE id = ?1",
    ...[conversation, anna],
  );
  expect(await key()).toBe(searchKey(letters));
});

test("a search goes on page by page, and its cursor fits no other search", async () => {
  for (let n = 0; n < 31; n++) await partner(`page${String(n).padStart(2, "0")}`, 100 + n);
  const first = await chats("?name=page");
  expect(first.chats.length).toBe(30);
  const cursor = encodeURIComponent(first.cursor ?? "");
  const second = await chats(`?name=page&cursor=${cursor}`);
  expect([namesOf(second), second.cursor]).toEqual([["page30"], null]);
  expect((await api("GET", `chats.php?name=pag&cursor=${cursor}`)).status).toBe(422);
  expect((await api("GET", `chats.php?cursor=${cursor}`)).status).toBe(422);
});

test("a search finds neither deleted members nor blocked ones nor removed chats", async () => {
  const [gone, blocked, removed, visible] = [
    await partner("hidden1", 1),
    await partner("hidden2", 1),
    await partner("hidden3", 1),
    await partner("hidden4", 1),
  ];
  await runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", gone.id);
  await runSql("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", blocked.id, anna);
  await api("DELETE", "chat.php", { conversation: removed.conversation });
  const found = await chats("?name=hidden");
  expect(found.chats.map(({ profile }) => profile.id)).toEqual([visible.id]);
});

test("the trip of a member who is no longer visible is not told in a chat, and of a deleted one no town stays", async () => {
  const { id, conversation } = await partner("gone", 1);
  const stay = { country: "NL", region: "NL-GR", city: "Groningen", from: "2026-12-01", until: "2026-12-02" };
  await runSql("UPDATE profiles SET stay = ? WHERE id = ?", JSON.stringify(stay), id);
  const shown = async () => (await api<CallOutput<"chat">>("GET", `chat.php?conversation=${conversation}`)).body.profile;
  expect((await shown()).trip).toEqual(stay);
  const listed = async () => (await chats("?name=gone")).chats[0]?.profile;
  expect((await listed())?.trip).toEqual(stay);
  for (const status of ["hidden", "disabled"]) {
    await runSql("UPDATE profiles SET status = ? WHERE id = ?", status, id);
    expect([await shown(), await listed()]).toMatchObject([{ trip: null }, { trip: null }]);
  }
  await runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", id);
  expect(await shown()).toMatchObject({ city: null, trip: null });
});

test("a muted chat says so in the list and in the conversation, until it is unmuted; an outsider mutes nothing", async () => {
  const { conversation } = await partner("mute", 1);
  const outsider = await logIn(await addMember());
  const mute = (muted: boolean, session = token) => api("POST", "chat-mute.php", { conversation, muted }, session);
  const shown = async () => {
    const { body } = await api<CallOutput<"chat">>("GET", `chat.php?conversation=${conversation}`);
    return [(await chats("?name=mute")).chats[0]?.muted, body.conversation?.muted];
  };
  expect((await mute(true, outsider)).status).toBe(404);
  expect(await shown()).toEqual([false, false]);
  expect((await mute(true)).body).toEqual({ muted: true });
  expect(await shown()).toEqual([true, true]);
  // It still counts as unread.
  expect((await chats("?name=mute")).chats[0]?.num_unread_messages).toBe(1);
  await mute(false);
  expect(await shown()).toEqual([false, false]);
});

test("the list names the chat in which something new was read last", async () => {
  const [first, second] = [await partner("first", 1), await partner("second", 1)];
  const read = (conversation: string) => api("POST", "chat-read.php", { conversation, seq: 1 });
  await api("GET", `chat.php?conversation=${first.conversation}&list=1&opened=1`);
  expect(await chats()).toMatchObject({ last_chat_opened_profile: null, last_chat_opened_date: null });
  await read(second.conversation);
  await read(first.conversation);
  const { last_chat_opened_profile: profile, last_chat_opened_date: date } = await chats();
  expect(profile).toBe(first.id);
  expect(Date.now() - Date.parse(date ?? "")).toBeLessThan(60_000);
});
