import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { HOLDINGS } from "#db/holdings.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { addMemberWithData, type Fixture } from "#tests/setup/personal-data.ts";
import { TRACES } from "#tests/setup/personal-traces.ts";
import { unzip } from "#tests/setup/zip.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { hashPassword } from "#worker/platform/password.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createArchives } from "./archives.ts";
import { createExportStore } from "./export.store.ts";
import { createExports, type ExportDeps } from "./export.ts";
import { createLeavingStore } from "./leaving.store.ts";

const now = Date.now();
const PASSWORD = "coffee-in-Amsterdam";
const { accountsStore, domainsStore, exports, mails } = servicesOf(env);
const store = createExportStore(connect(env.DB));
const archives = createArchives(env.PHOTOS);
const hash = await hashPassword(env.PASSWORD_PEPPER, PASSWORD);
let world: Fixture;

async function as(id: string, at = now): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id, now + 9 * DAY)), "liaison", at);
  return (await contextOf({ viewer, now: at })) as MemberContext;
}
const withPassword = (id: string) => env.DB.prepare("UPDATE accounts SET password_hash = ? WHERE id = ?").bind(hash, id).run();
const ask = async (id: string, at = now, password = PASSWORD) => exports.requestExport(await as(id, at), { password });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: AppError) => error.fields[0]?.code ?? error.code,
  );

async function archiveOf(id: string, at = now): Promise<Map<string, Uint8Array>> {
  const { export: made } = await exports.dataExport(await as(id, at));
  const file = await exports.file(id, made?.id ?? "", at);
  return unzip(new Uint8Array(await new Response(file?.body).arrayBuffer()));
}

beforeAll(async () => {
  world = await addMemberWithData(now);
  await env.DB.prepare("DELETE FROM data_exports").run();
  await withPassword(world.member);
});

test("an archive is made once a day for who knows the password, and a mail says when it is ready", async () => {
  const { member } = world;
  expect(await exports.dataExport(await as(member))).toEqual({ export: null, next_at: null });
  expect(await refusal(ask(member, now, "not hers"))).toBe("password_wrong");
  const both = await Promise.all([refusal(ask(member)), refusal(ask(member))]);
  expect(both.toSorted()).toEqual(["ok", "too_many_requests"]);
  const ready = async () => (await exports.dataExport(await as(member))).export?.status;
  await expect.poll(ready).toBe("ready");
  const state = await exports.dataExport(await as(member));
  expect(state).toEqual({
    export: {
      id: expect.any(String),
      status: "ready",
      size: expect.any(Number),
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + DAY).toISOString(),
    },
    next_at: new Date(now + DAY).toISOString(),
  });
  const { results } = await env.DB.prepare("SELECT recipient FROM outbox WHERE account_id = ? AND template = 'data_export'")
    .bind(member)
    .all();
  expect(results).toEqual([{ recipient: TRACES[0] }]);
});

test("the archive holds all data of the member and no secret", async () => {
  const { member, friend, conversation } = world;
  const files = await archiveOf(member);
  const text = (name: string) => new TextDecoder().decode(files.get(name));
  const names = Object.values(HOLDINGS).flatMap(({ download }) =>
    "file" in download && download.file !== "chats" ? [`${download.file}.json`] : [],
  );
  expect([...files.keys()].toSorted()).toEqual([...names, "chats/0001.json", "photos/01.webp", "README.html"].toSorted());
  for (const name of names) expect(JSON.parse(text(name)).length, name).toBeGreaterThan(0);
  expect(JSON.parse(text("account.json"))).toMatchObject([
    { email: TRACES[0], tracking: { network: "q7xnetwork" }, traffic_source: "q7xsource" },
  ]);
  expect(JSON.parse(text("profile.json"))).toMatchObject([
    { birth_date: "1987-03-14", about: "my q7xabout text", interests: ["tea"] },
  ]);
  expect(JSON.parse(text("likes.json"))).toHaveLength(2);
  expect(JSON.parse(text("blocked.json"))[0]).toMatchObject({ created_at: new Date(now).toISOString() });
  expect(JSON.parse(text("chats/0001.json"))).toMatchObject({
    conversation,
    with: { id: friend, name: "Friend" },
    started_by: "you",
    messages: [
      { from: "you", text: "Message 1", price: 1 },
      { from: "them", text: "Message 2" },
      { from: "you", text: "Message 3" },
    ],
  });
  expect(JSON.parse(text("chats/0001.json")).messages[1]).not.toHaveProperty("price");
  // When the other played a recording is shown to nobody.
  expect(text("chat-photos.json")).toContain('"duration"');
  expect(text("chat-photos.json")).not.toContain("played_at");
  expect(text("photos/01.webp")).toBe("q7xphoto");
  expect(text("README.html")).toContain('<html lang="en">');
  // The archive holds no hashes, tokens, codes or data of other members.
  const all = [...files.values()].map((bytes) => new TextDecoder().decode(bytes)).join("");
  for (const secret of [hash, `q7xkey-session-${member}`, `q7xkey-invite-${member}`, "archives/"])
    expect(all).not.toContain(secret);
});

test("only the owner can fetch the archive, for a day; then R2 has no object", async () => {
  const { member, friend } = world;
  const id = (await exports.dataExport(await as(member))).export?.id ?? "";
  expect(await exports.file(friend, id, now)).toBeNull();
  expect(await exports.file(member, newId(), now)).toBeNull();
  const key = await env.DB.prepare("SELECT key FROM data_exports WHERE id = ?").bind(id).first<string>("key");
  expect(await env.PHOTOS.head(key ?? "")).not.toBeNull();
  expect(await exports.file(member, id, now + DAY)).toBeNull();
  await exports.sweep(now + DAY);
  expect(await env.PHOTOS.head(key ?? "")).toBeNull();
  expect(await exports.dataExport(await as(member))).toEqual({ export: null, next_at: null });
});

test("an interrupted archive is finished by the sweep, and fails after an hour", async () => {
  const id = await addMember();
  const row = { id: newId(), accountId: id, key: archives.keyOf(id, "x"), createdAt: now };
  expect(await store.add(row, now - DAY)).toBe(true);
  expect(await store.claim(row.id, now + 5 * MINUTE, now)).not.toBeNull();
  // The lease blocks a second run until it expires.
  await exports.sweep(now + MINUTE);
  expect((await store.latest(id))?.status).toBe("queued");
  await exports.sweep(now + 5 * MINUTE);
  expect((await store.latest(id))?.status).toBe("ready");

  const other = { ...row, id: newId(), accountId: await addMember() };
  await store.add(other, now - DAY);
  await exports.sweep(now + 61 * MINUTE);
  expect((await store.latest(other.accountId))?.status).toBe("failed");
});

test("an archive that two runs make after an expired lease is finished once and stays", async () => {
  const id = await addMember();
  const row = { id: newId(), accountId: id, key: archives.keyOf(id, "slow"), createdAt: now };
  await store.add(row, now - DAY);
  const overtaken = Promise.withResolvers<void>();
  const slow = createExports({
    ...({} as ExportDeps),
    ...{ store, mails, domainOf: domainsStore.findById, originOf: () => "http://localhost" },
    memberOf: createLeavingStore(connect(env.DB)).member,
    archives: {
      ...archives,
      async write(key, chunks) {
        await overtaken.promise;
        return archives.write(key, chunks);
      },
    },
  }).make(row.id, now);
  await exports.sweep(now + 6 * MINUTE);
  overtaken.resolve();
  await slow;
  expect((await store.latest(id))?.status).toBe("ready");
  expect(await exports.file(id, row.id, now + 7 * MINUTE)).not.toBeNull();
  const { results } = await env.DB.prepare("SELECT 1 FROM outbox WHERE account_id = ? AND template = 'data_export'")
    .bind(id)
    .all();
  expect(results).toHaveLength(1);
});

test("a member erased during the export leaves no archive", async () => {
  const id = await addMember();
  const row = { id: newId(), accountId: id, key: archives.keyOf(id, "x"), createdAt: now };
  await store.add(row, now - DAY);
  await env.DB.prepare(
    "CREATE TRIGGER gone AFTER UPDATE OF expires_at ON data_exports WHEN NEW.id = '" +
      row.id +
      "' BEGIN DELETE FROM data_exports WHERE id = NEW.id; END",
  ).run();
  await exports.make(row.id, now);
  await env.DB.prepare("DROP TRIGGER gone").run();
  expect((await env.PHOTOS.list({ prefix: `archives/${id}/` })).objects).toEqual([]);
});

test("25 photos of 700 KB and 5,000 messages fill an archive, in parts of R2's size", async () => {
  const { member } = await (async () => {
    await env.DB.prepare("UPDATE accounts SET email = id WHERE id = ?").bind(world.member).run();
    await env.DB.prepare("UPDATE profiles SET name_key = id WHERE id = ?").bind(world.member).run();
    return addMemberWithData(now);
  })();
  const photo = crypto.getRandomValues(new Uint8Array(65_536));
  const large = new Uint8Array(700_000).map((_, index) => photo[index % 65_536] as number);
  for (let n = 1; n < 25; n++) {
    await env.PHOTOS.put(`big${n}.full`, large);
    await env.DB.prepare(
      "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, ?, 'active', 0)",
    )
      .bind(newId(), member, `big${n}`, n)
      .run();
  }
  await env.DB.prepare(`INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)
    WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    SELECT c.id, i, c.id || i, 'many' || i, ?1, 'text', 'Message number ' || i || ' with some words in it', 1, ?2 FROM n, conversations c
    WHERE c.member_a = ?1 OR c.member_b = ?1`)
    .bind(member, now)
    .run();
  await env.DB.prepare("DELETE FROM data_exports WHERE account_id = ?").bind(member).run();
  const row = { id: newId(), accountId: member, key: archives.keyOf(member, "big"), createdAt: now };
  await store.add(row, now - DAY);
  await exports.make(row.id, now);
  const files = await archiveOf(member);
  expect([...files.keys()].filter((name) => name.startsWith("photos/"))).toHaveLength(25);
  const said = ["chats/0001.json", "chats/0001-2.json", "chats/0001-3.json"].flatMap(
    (name) => JSON.parse(new TextDecoder().decode(files.get(name))).messages,
  );
  expect(said).toHaveLength(5000);
});

test("the export reveals no invisible member, and neither read receipts nor visits of others", async () => {
  const { member, friend, conversation } = world;
  const run = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();
  await run("DELETE FROM data_exports WHERE account_id = ?", member);
  await run("UPDATE messages SET delivered_at = ?1, read_at = ?1 WHERE conversation_id = ?2", now, conversation);
  const archive = async () => {
    const row = { id: newId(), accountId: member, key: archives.keyOf(member, newId()), createdAt: now };
    expect(await store.add(row, now + 1)).toBe(true);
    await exports.make(row.id, now);
    const made = await exports.file(member, row.id, now);
    const files = unzip(new Uint8Array(await new Response(made?.body).arrayBuffer()));
    await run("DELETE FROM data_exports WHERE account_id = ?", member);
    const read = (file: string) => JSON.parse(new TextDecoder().decode(files.get(file)));
    const messages: Record<string, string | null>[] = read("chats/0001.json").messages;
    const likes: { liker_id: string }[] = read("likes.json");
    return {
      receipts: messages.map((said) => `${said.from} ${said.delivered_at !== null} ${said.read_at !== null}`),
      said: messages.map(({ text }) => text),
      likes,
      likers: likes.map((like) => like.liker_id).toSorted(),
    };
  };

  const open = await archive();
  expect(open.receipts).toEqual(["you true true", "them true true", "you true true"]);
  expect(open.likers).toEqual([member, friend].toSorted());
  for (const like of open.likes) expect(Object.keys(like).toSorted()).toEqual(["created_at", "liked_id", "liker_id", "target"]);
  await run("INSERT INTO preferences (account_id, show_read, updated_at) VALUES (?, 0, 0)", friend);
  expect((await archive()).receipts).toEqual(["you true false", "them true true", "you true false"]);
  await run("UPDATE preferences SET show_online = 0 WHERE account_id = ?", friend);
  expect((await archive()).receipts).toEqual(["you false false", "them true true", "you false false"]);
  await run("UPDATE profiles SET status = 'hidden' WHERE id = ?", friend);
  const hidden = await archive();
  expect(hidden.likers).toEqual([member]);
  // After removing a chat, only the member's own earlier messages remain in the archive.
  expect(hidden.said).toEqual(["Message 1", "Message 2", "Message 3"]);
  await run("UPDATE participants SET removed_seq = 2 WHERE conversation_id = ? AND member_id = ?", conversation, member);
  expect((await archive()).said).toEqual(["Message 1", "Message 3"]);
});

test("an archive has no more entries than ZIP counts without ZIP64, README.html included", async () => {
  const entriesWith = async (photos: number) => {
    const made = { entries: 0, written: false };
    const counted = createExports({
      ...({} as ExportDeps),
      ...{ mails, domainOf: domainsStore.findById, originOf: () => "http://localhost" },
      memberOf: createLeavingStore(connect(env.DB)).member,
      store: {
        ...store,
        claim: async (id: string) => ({ ...row, id }),
        finish: async () => "gone",
        rows: async () => [],
        talks: async () => [],
        photoKeys: async () => Array.from({ length: photos }, (_, position) => ({ key: "k", position })),
      } as unknown as ExportDeps["store"],
      archives: {
        ...archives,
        photo: async () => new Uint8Array(1),
        async write(_, files) {
          for await (const _file of files) made.entries++;
          made.written = true;
          return 0;
        },
      },
    });
    const row = { accountId: await addMember(), key: "archives/many" };
    await counted.make(newId(), now);
    return made;
  };
  const { entries: others } = await entriesWith(0);
  expect(others).toBeGreaterThan(5);
  expect(await entriesWith(65_534 - others)).toEqual({ entries: 65_534, written: true });
  expect(await entriesWith(65_535 - others)).toEqual({ entries: 65_534, written: false });
});
