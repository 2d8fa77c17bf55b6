import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { cookieStartedBy, logInWith, mailsTo } from "#tests/setup/accounts.ts";
import { addLike, readConversation, runSql, writeMessage } from "#tests/setup/actions.ts";
import { logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { addImported } from "#tests/setup/imported.ts";
import { api, open, person } from "#tests/setup/talk.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const services = servicesOf(env);

const one = <T>(sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<T>();
const profileOf = (id: string) => one<{ status: string; name: string }>("SELECT status, name FROM profiles WHERE id = ?", id);
const hashOf = async (id: string) =>
  (await one<{ hash: string }>("SELECT password_hash AS hash FROM accounts WHERE id = ?", id))?.hash ?? "";

async function agree(id: string) {
  const token = await logIn(id);
  const { status } = await api({ id, token }, "POST", "consents.php", { terms: true, sensitive_data: true });
  expect(status).toBe(200);
  return { id, token };
}

test("the old password logs in once; the same step puts our hash in its place", async () => {
  const id = await addImported();
  const email = `${id}@example.org`;
  expect(await logInWith(email, "abcd")).toBe("login_failed");
  expect(await hashOf(id)).toContain("bcrypt");
  const answer = await services.sessions.login(await contextOf(), { email, password: "abc" });
  expect(cookieStartedBy(answer)).toContain(id);
  expect(answer.value).toMatchObject({ status: "active", consents_due: ["terms", "sensitive_data"] });
  expect(await hashOf(id)).toMatch(/^\$argon2id\$/);
  expect(await one("SELECT hash_until FROM imported WHERE account_id = ?", id)).toEqual({ hash_until: null });
  expect(await logInWith(email, "abc")).toBe("accepted");
  expect(await logInWith(email, "abcd")).toBe("login_failed");
});

test("each kind of stored hash logs in: formulas, PHPass, PBKDF2, scrypt, argon2", async () => {
  for (const [password, hash] of [
    ["lètmein", "sha1$seasalt$cff36ea83f5706ce9aa7454e63e431fc726b2dc8"],
    ["a", { template: "md5($password)", hash: "0cc175b9c0f1b6a831c399e269772661" }],
    ["test12345", "$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0"],
    ["lètmein", "pbkdf2_sha256$24000$seasalt$V9DfCAVoweeLwxC/L2mb+7swhzF0XYdyQMqmusZqiTc="],
    ["password", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"],
  ] as const) {
    const id = await addImported(hash);
    expect(await logInWith(`${id}@example.org`, `${password}x`), String(hash)).toBe("login_failed");
    expect(await logInWith(`${id}@example.org`, password), String(hash)).toBe("accepted");
  }
});

test("a brought member is nowhere until the terms and consents of the first log-in", async () => {
  const here = await person({ credits: 10 });
  await runSql("UPDATE profiles SET gender = 'male', looking_for = 'female' WHERE id = ?", here.id);
  const id = await addImported();
  await addLike(id, here.id, NOON);
  const chat = await writeMessage(id, here.id, NOON);
  await runSql("UPDATE participants SET listed = 0, unread = 0 WHERE conversation_id = ?", chat);
  await runSql("UPDATE profiles SET main_photo = 'x', has_photo = 1 WHERE id = ?", id);
  const lists = async () => {
    const seen: Record<string, unknown> = {};
    seen.user = (await one("SELECT unread, new_likes AS likes FROM accounts WHERE id = ?", here.id)) ?? {};
    const found = await api<CallOutput<"members">>(here, "GET", "members.php?gender=female");
    seen.search = found.body.results.some((member) => member.id === id);
    seen.similar = (await services.members.similar(await contextOf(), { id: here.id })).results.some(
      (member) => member.id === id,
    );
    seen.deck = JSON.stringify((await api(here, "GET", "swipe.php")).body).includes(id);
    seen.likes = JSON.stringify((await api(here, "GET", "likes.php?type=received")).body).includes(id);
    seen.chats = JSON.stringify((await api(here, "GET", "chats.php")).body).includes(id);
    seen.page = (await api(here, "GET", `member.php?id=${id}`)).status;
    seen.bits = (await one<{ n: number }>("SELECT count(*) AS n FROM profile_bits"))?.n;
    return seen;
  };
  const before = await lists();
  expect(before).toMatchObject({ search: false, deck: false, similar: false, likes: false, chats: false, page: 404 });
  expect(before.user).toEqual({ unread: 0, likes: 0 });
  // Nobody pays for a message to somebody who never comes, nor for a first one.
  const send = { text: "Are you there?", client_id: newId() };
  for (const to of [{ conversation: chat }, { profile: id }])
    expect((await api(here, "POST", "chat.php", { ...send, ...to })).status, JSON.stringify(to)).toBe(404);
  expect(await one("SELECT credits FROM accounts WHERE id = ?", here.id)).toEqual({ credits: 10 });
  // A log-in alone, by a link, shows nobody.
  const token = await logIn(id);
  expect((await api({ id, token }, "POST", "consents.php", { terms: true })).status).toBe(422);
  expect((await profileOf(id))?.status).toBe("disabled");

  await agree(id);
  expect((await profileOf(id))?.status).toBe("active");
  expect(await one("SELECT arrived_at IS NOT NULL AS arrived FROM imported WHERE account_id = ?", id)).toEqual({ arrived: 1 });
  // Open pages hear of it after the answer.
  await expect.poll(async () => JSON.stringify((await api(here, "GET", "chats.php")).body)).toContain(id);
  const after = await lists();
  expect(after).toMatchObject({ search: true, likes: true, chats: true, page: 200, user: { unread: 1, likes: 1 } });
  expect(after.bits).toBeGreaterThan(Number(before.bits));
  expect((await api(here, "POST", "chat.php", { ...send, conversation: chat })).status).toBe(201);
});

test("two brought members find their chat when both have come, with what is unread", async () => {
  const [ann, bea] = [await addImported(), await addImported()];
  const chat = await writeMessage(ann, bea, NOON);
  await writeMessage(bea, ann, NOON + 1);
  await writeMessage(ann, bea, NOON + 2);
  await readConversation(chat, bea);
  await runSql("UPDATE participants SET listed = 0, unread = 0 WHERE conversation_id = ?", chat);
  const [first, second] = [await agree(ann), { id: bea, token: "" }];
  expect((await profileOf(ann))?.status).toBe("active");
  const chats = async (who: { id: string; token: string }) =>
    (await api<CallOutput<"chats">>(who, "GET", "chats.php")).body.chats;
  expect(await chats(first)).toEqual([]);
  second.token = (await agree(bea)).token;
  await expect.poll(() => chats(first)).toMatchObject([{ num_unread_messages: 1 }]);
  expect(await chats(second)).toMatchObject([{ num_unread_messages: 0 }]);
  expect((await open(second, `conversation=${chat}`)).messages).toHaveLength(3);
});

test("a hidden preference is kept, and nobody else's consent shows a profile", async () => {
  const [hidden, plain] = [await addImported(), await person()];
  await runSql("INSERT INTO preferences (account_id, invisible, updated_at) VALUES (?, 1, 0)", hidden);
  await agree(hidden);
  expect((await profileOf(hidden))?.status).toBe("hidden");
  await runSql("UPDATE profiles SET status = 'disabled' WHERE id = ?", plain.id);
  await runSql("UPDATE accounts SET terms_version = '' WHERE id = ?", plain.id);
  await agree(plain.id);
  expect((await profileOf(plain.id))?.status).toBe("disabled");
});

test("a hash that nobody used for a year goes, with a mail; a chosen password stays", async () => {
  const [gone, chosen, later] = [await addImported(), await addImported(), await addImported()];
  await runSql("UPDATE imported SET hash_until = ? WHERE account_id <> ?", NOON, later);
  await runSql("UPDATE accounts SET password_hash = '$argon2id$own' WHERE id = ?", chosen);
  await services.arrivals.sweep(NOON);
  expect(await hashOf(gone)).toBe("");
  expect(await hashOf(chosen)).toBe("$argon2id$own");
  expect(await hashOf(later)).toContain("bcrypt");
  const mails = await mailsTo(`${gone}@example.org`, "moved_password");
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("http://localhost/reset-password");
  expect(await logInWith(`${gone}@example.org`, "abc")).toBe("login_failed");
  await services.arrivals.sweep(NOON + DAY);
  expect(await mailsTo(`${gone}@example.org`, "moved_password")).toHaveLength(1);
});

test("an old address leads to the profile once visitors may see it, and tells nothing before", async () => {
  const id = await addImported();
  await runSql("INSERT INTO old_paths (domain_id, path, account_id) VALUES ('liaison', ?1, ?2)", `/user/${id}?tab=1`, id);
  const ask = async () => {
    const answer = await exports.default.fetch(new Request(`http://localhost/user/${id}?tab=1`), { redirect: "manual" });
    return [answer.status, answer.headers.get("location")];
  };
  expect(await ask()).toEqual([404, null]);
  await agree(id);
  expect(await ask()).toEqual([301, `/members/${id}`]);
  for (const set of ["gender = 'both'", "gender = 'female', shown_to_visitors = 0"]) {
    await runSql(`UPDATE profiles SET ${set} WHERE id = ?`, id);
    expect(await ask()).toEqual([404, null]);
  }
});
