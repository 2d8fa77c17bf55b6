import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { outcomeOf } from "#tests/setup/accounts.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { accountsStore, likes, limits } = servicesOf(env);

let ann: string;
let bea: string;
let photo: string;
let annsSession: string;
let beasSession: string;
const prompt = { question: "laugh", answer: "Geese" };

async function send<T>(method: string, path: string, token: string, body?: unknown) {
  const headers = {
    cookie: `session=${token}`,
    "content-type": "application/json",
    "sec-fetch-site": "same-origin",
    origin: "http://localhost",
  };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const answer = await exports.default.fetch(new Request(`http://localhost/api/${path}`, init));
  return { status: answer.status, body: (await answer.json()) as T & { error: { fields?: { field: string; code: string }[] } } };
}
const like = (part: unknown) => send<CallOutput<"like">>("POST", "like.php", annsSession, { profile: bea, part });
const received = async () => (await send<CallOutput<"likes">>("GET", "likes.php?type=received", beasSession)).body.liked_by;
const sent = async () => (await send<CallOutput<"likes">>("GET", "likes.php?type=sent", annsSession)).body.profiles;
const member = async (token: string, id: string) => (await send<CallOutput<"member">>("GET", `member.php?id=${id}`, token)).body;
const chat = async (token: string, id: string) => (await send<CallOutput<"chat">>("GET", `chat.php?profile=${id}`, token)).body;

beforeEach(async () => {
  [ann, bea] = [await addMember(), await addMember()];
  [annsSession, beasSession] = [await logIn(ann), await logIn(bea)];
  photo = `photo-${bea}`;
  await runSql("UPDATE profiles SET prompts = ? WHERE id = ?", JSON.stringify([prompt]), bea);
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?1, ?2, ?1, 0, 'active', 'public', 0)",
    photo,
    bea,
  );
});

test("the liked member sees the answer as it was, in the likes, on the profile and in the chat", async () => {
  expect((await like({ question: "laugh" })).body).toEqual({ liked: true, match: false });
  await runSql("UPDATE profiles SET prompts = '[]' WHERE id = ?", bea);
  expect((await received())[0]?.part).toEqual({ prompt });
  expect((await sent())[0]?.part, "the liker, once it was taken back").toBe(null);
  expect((await member(beasSession, ann)).relation?.liked_part).toEqual({ prompt });
  expect((await member(annsSession, bea)).relation?.part).toEqual({ question: "laugh" });
  expect((await chat(beasSession, ann)).liked).toEqual([{ own: false, part: { prompt } }]);
  expect((await chat(annsSession, bea)).liked).toEqual([]);
  await runSql("UPDATE profiles SET prompts = ? WHERE id = ?", JSON.stringify([prompt]), bea);
  expect((await sent())[0]?.part).toEqual({ prompt });
  expect((await chat(annsSession, bea)).liked).toEqual([{ own: true, part: { prompt } }]);
});

test("a private photo is liked with access only, and an answer only where the domain shows answers", async () => {
  await runSql("UPDATE photos SET visibility = 'private' WHERE id = ?", photo);
  expect((await like({ photo })).status).toBe(422);
  const grant = "INSERT INTO photo_grants (owner_id, member_id, status, at) VALUES (?, ?, 'requested', 0)";
  await runSql(grant, bea, ann);
  expect((await like({ photo })).status).toBe(422);
  await runSql("UPDATE photo_grants SET status = 'granted' WHERE owner_id = ?", bea);
  expect((await like({ photo })).status).toBe(200);
  const viewer = await accountsStore.findViewer(await sha256(annsSession), "liaison", Date.now());
  const ctx = (await contextOf({ viewer, now: Date.now(), settings: { visible_profile_notes: [] } })) as MemberContext;
  expect(await outcomeOf(likes.like(ctx, { profile: bea, part: { question: "laugh" } }))).toBe("part: unknown_option");
});

test("an invisible member's like is not told in a conversation, before they are visible", async () => {
  await like({ question: "laugh" });
  await writeMessage(ann, bea);
  const notices = async () => {
    const { relation } = await member(beasSession, ann);
    return [(await chat(beasSession, ann)).liked, relation?.likes_me, relation?.liked_part];
  };
  await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", ann);
  expect(await notices()).toEqual([[], false, null]);
  expect((await chat(annsSession, bea)).liked).toEqual([{ own: true, part: { prompt } }]);
  await runSql("UPDATE profiles SET status = 'active' WHERE id = ?", ann);
  expect(await notices()).toEqual([[{ own: false, part: { prompt } }], true, { prompt }]);
});

test("changing what is liked counts against the limit of likes; repeating it does not", async () => {
  await like({ photo });
  for (let n = 0; n < 99; n++) await limits.hit(...limitOf("likes", { member: ann }), Date.now());
  expect((await like({ photo })).status).toBe(200);
  expect((await like({ question: "laugh" })).status).toBe(429);
  expect((await member(annsSession, bea)).relation?.part).toEqual({ photo });
});

test("a liked photo is shown to its owner only, until it is gone", async () => {
  await like({ photo });
  expect((await received())[0]?.part).toMatchObject({ photo: { status: "active" } });
  expect((await chat(beasSession, ann)).liked).toMatchObject([{ own: false, part: { photo: { status: "active" } } }]);
  expect((await sent())[0]?.part).toEqual({ photo: null });
  expect((await chat(annsSession, bea)).liked).toEqual([{ own: true, part: { photo: null } }]);
  await runSql("DELETE FROM photos WHERE id = ?", photo);
  expect((await received())[0]?.part).toEqual({ photo: null });
});

test("liking something else of the same profile replaces it and is no second like", async () => {
  await like(undefined);
  await like({ photo });
  expect((await member(annsSession, bea)).relation?.part).toEqual({ photo });
  await like({ question: "laugh" });
  await like(undefined);
  expect((await received()).map(({ part }) => part)).toEqual([{ prompt }]);
  expect(await env.DB.prepare("SELECT new_likes FROM accounts WHERE id = ?").bind(bea).first("new_likes")).toBe(1);
});

test("a part that the profile does not show cannot be liked, and the refusal writes nothing", async () => {
  const rejected = `no-${bea}`;
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?1, ?2, ?1, 1, 'rejected', 'public', 0)",
    rejected,
    bea,
  );
  for (const part of [{ photo: "nobodys" }, { photo: rejected }, { question: "travel" }]) {
    const { status, body } = await like(part);
    expect([status, body.error.fields]).toMatchObject([422, [{ field: "part", code: "unknown_option" }]]);
  }
  expect(await received()).toEqual([]);
});
