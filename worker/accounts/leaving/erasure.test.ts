import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { connect } from "#db/client.ts";
import { HOLDINGS } from "#db/holdings.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { InjectedFault, stopsOf, withFaults } from "#tests/setup/fault-injection.ts";
import { columnsOf, storageOf, tableNames, tracesOf } from "#tests/setup/held-data.ts";
import { addMemberWithData } from "#tests/setup/personal-data.ts";
import { TRACES } from "#tests/setup/personal-traces.ts";
import { scansOf } from "#tests/setup/query-plans.ts";
import { createLive } from "#worker/delivery/live/objects.ts";
import { createPhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import { createClockStore } from "#worker/platform/clock.store.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createArchives } from "./archives.ts";
import { createErasureStore } from "./erasure.store.ts";
import { createErasure, type ErasureDeps } from "./erasure.ts";
import { createLeavingStore } from "./leaving.store.ts";

const now = Date.now();
const { outbox, mails, domainsStore } = servicesOf(env);
const db = connect(env.DB);
const delivered: string[] = [];

function depsOf(): ErasureDeps {
  return {
    store: createErasureStore(db),
    relatedMembers: createLeavingStore(db).relatedMembers,
    pictures: createPhotoFiles(env.PHOTOS, env.IMAGES),
    eraseArchives: createArchives(env.PHOTOS).eraseAll,
    endReports: async () => {},
    steadyFor: async () => DAY,
    live: createLive(env),
    mails: { deletionDone: mails.deletionDone, dispatch: async (id) => void delivered.push(id) },
    domainOf: domainsStore.findById,
    originOf: () => "http://localhost",
  };
}

async function sendMails(at = now): Promise<void> {
  const { results } = await env.DB.prepare("SELECT id FROM outbox WHERE status = 'queued'").all<{ id: string }>();
  for (const { id } of results) await outbox.deliver(id, at + 1000);
}

const rowOf = (table: string, id: string) => env.DB.prepare(`SELECT * FROM ${table} WHERE id = ?`).bind(id).first();
const leave = (id: string, at = now - 15 * DAY) =>
  env.DB.prepare("UPDATE accounts SET status = 'deleted', deleted_at = ? WHERE id = ?").bind(at, id).run();

beforeEach(async () => {
  for (const table of ["outbox", "complaints", "idempotency", "sessions"]) await env.DB.exec(`DELETE FROM ${table}`);
  delivered.length = 0;
});

describe("what the database holds", () => {
  test("every table, and every column that survives an erasure, is listed", async () => {
    expect(Object.keys(HOLDINGS).toSorted()).toEqual(await tableNames());
    for (const [table, { members, erasure, download }] of Object.entries(HOLDINGS)) {
      const columns = await columnsOf(table);
      if (erasure !== "goes") expect(Object.keys(erasure).toSorted(), table).toEqual(columns.toSorted());
      const named = [...members, ...("by" in download ? [...download.by, ...(download.without ?? [])] : [])];
      for (const column of named) expect(columns, table).toContain(column);
      // Finds foreign keys to members in tables that declare none.
      const { results } = await env.DB.prepare(
        "SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE \"table\" IN ('accounts', 'profiles')",
      )
        .bind(table)
        .all<{ from: string }>();
      for (const { from } of results) expect(members, `${table}.${from}`).toContain(from);
      const likely = columns.filter((column) => /^(account|member|profile|sender|liker|liked|blocker|blocked)_id$/.test(column));
      for (const column of likely) expect(members, `${table}.${column}`).toContain(column);
      // The export contains no secrets, not even the member's own.
      const secret = columns.filter((column) => /hash$|^key$|_key$|^auth$|^p256dh$/.test(column) && column !== "public_key");
      if ("file" in download) for (const column of secret) expect(download.without, `${table}.${column}`).toContain(column);
    }
  });

  test("the member of these tests is in every table that has members", async () => {
    const { member } = await addMemberWithData(now);
    for (const [table, { members }] of Object.entries(HOLDINGS)) {
      if (members.length === 0) continue;
      const where = members.map((column) => `${column} = ?1`).join(" OR ");
      const count = await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).bind(member).first<number>("n");
      expect(count, table).toBeGreaterThan(0);
    }
    await leave(member);
    await createErasure(depsOf()).erase(member, now);
  });
});

describe("erasure", () => {
  test("leaves nothing personal in D1, R2 or the object, and the partner's copy", async () => {
    const world = await addMemberWithData(now);
    const { member, friend, conversation } = world;
    await env.DB.prepare("UPDATE accounts SET password_hash = 'of a password' WHERE id = ?").bind(member).run();
    expect(new Set((await tracesOf(world)).map((line) => line.split(": ")[1]))).toEqual(new Set(TRACES));
    const balance = (await rowOf("accounts", member))?.credits;
    await leave(member);

    const stray = { full: new ArrayBuffer(1), card: new ArrayBuffer(1), thumb: new ArrayBuffer(1) };
    await createPhotoFiles(env.PHOTOS, env.IMAGES).keep("a-picture-without-a-row", stray, member);
    const erasure = createErasure(depsOf());
    expect(await erasure.erase(member, now)).toBe("waiting");
    // Only the last mail remains, until it is sent.
    expect(new Set((await tracesOf(world)).map((line) => line.split(": ")[0]))).toEqual(new Set(["outbox"]));
    expect(delivered).toHaveLength(1);
    expect((await env.DB.prepare("SELECT recipient, template FROM outbox").all()).results).toEqual([
      { recipient: TRACES[0], template: "deletion_done" },
    ]);
    await sendMails();
    expect(await erasure.erase(member, now)).toBe("erased");
    expect(await tracesOf(world)).toEqual([]);
    expect((await env.PHOTOS.list({ prefix: "a-picture-without-a-row" })).objects).toEqual([]);
    expect(await storageOf(member)).toBe("[]");

    expect(await rowOf("accounts", member)).toMatchObject({
      status: "erased",
      credits: balance,
      email: `erased ${member}`,
      password_hash: "",
    });
    expect(await rowOf("profiles", member)).toMatchObject({ status: "deleted", name: "", country: "", about: "" });
    const messages = await env.DB.prepare("SELECT text FROM messages WHERE conversation_id = ? ORDER BY seq")
      .bind(conversation)
      .all();
    expect(messages.results.map((row) => row.text)).toEqual(["Message 1", "Message 2", "Message 3"]);
    expect(await rowOf("accounts", friend)).toMatchObject({ unread: 0, new_likes: 0 });
    expect((await env.DB.prepare("SELECT sum(amount) AS sum FROM ledger WHERE account_id = ?").bind(member).first())?.sum).toBe(
      balance,
    );
  });

  test("interrupted at any point, before or after a step, it is carried on to the same end", async () => {
    // The next member reuses name and address: an erasure frees both.
    const steps = async (stop: number) => {
      const world = await addMemberWithData(now);
      await leave(world.member);
      const counter = { left: stop, taken: 0 };
      const interrupted = createErasure(withFaults(depsOf(), counter));
      await interrupted.erase(world.member, now).catch((error) => {
        if (!(error instanceof InjectedFault)) throw error;
      });
      const erasure = createErasure(depsOf());
      await erasure.erase(world.member, now);
      await sendMails();
      expect(await erasure.erase(world.member, now), `stopped at ${stop}`).toBe("erased");
      expect(await tracesOf(world), `stopped at ${stop}`).toEqual([]);
      const account = await rowOf("accounts", world.member);
      expect({ ...account, id: "", email: "" }, `stopped at ${stop}`).toMatchObject({
        status: "erased",
        unread: 0,
        new_likes: 0,
        tracking: "{}",
      });
      expect(await rowOf("accounts", world.friend)).toMatchObject({ unread: 0, new_likes: 0 });
      return counter.taken;
    };
    // An uninterrupted run counts the steps.
    const total = await steps(Number.POSITIVE_INFINITY);
    expect(total).toBeGreaterThan(20);
    for (const stop of stopsOf(total)) await steps(stop);
  });

  test("of two concurrent ticks one sends the mail, and no row remains", async () => {
    for (const held of ["relatedMembers", "deletionDone"] as const) {
      const world = await addMemberWithData(now);
      await leave(world.member);
      delivered.length = 0;
      const [reached, overtaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const hold = async <T>(work: Promise<T>) => {
        reached.resolve();
        await overtaken.promise;
        return work;
      };
      const deps = depsOf();
      if (held === "relatedMembers") deps.relatedMembers = (id) => hold(depsOf().relatedMembers(id));
      else deps.mails = { ...deps.mails, deletionDone: (...args) => hold(mails.deletionDone(...args)) };
      const slow = createErasure(deps).erase(world.member, now);
      await reached.promise;
      const quick = createErasure(depsOf());
      await quick.erase(world.member, now);
      await sendMails();
      expect(await quick.erase(world.member, now)).toBe("erased");
      overtaken.resolve();
      expect(await slow, held).toBe("erased");
      expect(delivered, held).toHaveLength(1);
      expect(await tracesOf(world), held).toEqual([]);
    }
  });

  test("reads no table of members, messages or mails whole", async () => {
    const { member } = await addMemberWithData(now);
    await leave(member);
    const scans = await scansOf(async (spied) => {
      const store = createErasureStore(connect(spied));
      const { relatedMembers } = createLeavingStore(connect(spied));
      const erasure = createErasure({ ...depsOf(), store, relatedMembers });
      await erasure.sweep(now);
      await sendMails();
      await erasure.erase(member, now);
    });
    // The domains table is small.
    expect(scans.filter((scan) => !/^SCAN domains$/.test(scan))).toEqual([]);
    expect((await rowOf("accounts", member))?.status).toBe("erased");
  });

  test("tells the latest relatedMembers and no more than a tick has requests for", async () => {
    const { member } = await addMemberWithData(now);
    await leave(member);
    const deps = depsOf();
    const tell = vi.fn(async () => true);
    const others = Array.from({ length: 900 }, (_, index) => `other ${index}`);
    const erasure = createErasure({ ...deps, live: { ...deps.live, tell }, relatedMembers: async () => others });
    await erasure.erase(member, now);
    expect(tell.mock.calls.length).toBeLessThanOrEqual(50);
    expect(tell).toHaveBeenCalledWith("other 0", expect.anything());
  });

  test("leaves active members and unknown ids alone", async () => {
    const erasure = createErasure(depsOf());
    const member = await addMember();
    expect(await erasure.erase(member, now)).toBe("refused");
    expect(await rowOf("accounts", member)).toMatchObject({ status: "active", email: `${member}@example.org` });
    expect(await erasure.erase("nobody", now)).toBe("refused");
  });

  test("an unconfirmed account is erased at once, without a mail", async () => {
    const id = await addMember({ status: "not_confirmed" });
    expect(await createErasure(depsOf()).erase(id, now)).toBe("erased");
    expect(delivered).toEqual([]);
    expect(await rowOf("accounts", id)).toMatchObject({ status: "erased" });
  });

  test("the last of two to leave takes the conversation along; what the other has removed goes before", async () => {
    const first = await addMemberWithData(now);
    await env.DB.prepare("UPDATE participants SET removed_seq = 2 WHERE member_id = ?").bind(first.friend).run();
    for (const id of [first.member, first.friend]) await leave(id);
    const erasure = createErasure(depsOf());
    await erasure.erase(first.member, now);
    const left = await env.DB.prepare("SELECT text FROM messages WHERE conversation_id = ?").bind(first.conversation).all();
    expect(left.results).toEqual([{ text: "Message 3" }]);
    await erasure.erase(first.friend, now);
    expect(await rowOf("conversations", first.conversation)).toBeNull();
  });

  test("the sweep erases accounts past their time, none that may still return or awaits a mail", async () => {
    await env.DB.exec("UPDATE accounts SET status = 'erased' WHERE status = 'deleted'");
    const [over, early, active] = [await addMember(), await addMember(), await addMember()];
    await env.DB.prepare("UPDATE accounts SET activated_at = 1").run();
    await leave(over, now - 14 * DAY - 3_700_000);
    await leave(early, now - 14 * DAY + 1000);
    const erasure = createErasure(depsOf());
    expect(await erasure.sweep(now)).toBe(1);
    expect(await erasure.sweep(now)).toBe(0);
    await sendMails();
    expect(await erasure.sweep(now)).toBe(1);
    expect(await rowOf("accounts", over)).toMatchObject({ status: "erased" });
    expect(await rowOf("accounts", early)).toMatchObject({ status: "deleted" });
    expect(await rowOf("accounts", active)).toMatchObject({ status: "active" });
  });

  test("a clock that jumps ahead, or that nobody looked at for long, erases nobody until it has gone on for a day", async () => {
    await env.DB.exec("UPDATE accounts SET status = 'erased' WHERE status = 'deleted'");
    const HOUR = DAY / 24;
    const [member, { steadyFor }] = [await addMember(), createClockStore(db)];
    const erasure = createErasure({ ...depsOf(), steadyFor: (at) => steadyFor("a test", at) });
    await env.DB.prepare("UPDATE accounts SET activated_at = NULL WHERE id = ?").bind(member).run();
    await leave(member, now);
    const run = async (from: number, to: number) => {
      for (let at = from; at <= to; at += HOUR / 2) await erasure.sweep(at);
      return (await rowOf("accounts", member))?.status;
    };
    await run(now, now + 2 * DAY);
    // A clock that runs a month ahead for 23 hours must erase nothing.
    expect(await run(now + 30 * DAY, now + 30 * DAY + 23 * HOUR)).toBe("deleted");
    expect(await run(now + 2 * DAY, now + 3 * DAY)).toBe("deleted");
    expect(await run(now + 14 * DAY, now + 14 * DAY + 23 * HOUR)).toBe("deleted");
    expect(await run(now + 14 * DAY + 24 * HOUR, now + 15 * DAY + 2 * HOUR)).toBe("erased");
  });

  test("erasures that always fail do not delay others", async () => {
    await env.DB.exec("UPDATE accounts SET status = 'erased' WHERE status = 'deleted'");
    const stuck = new Set<string>();
    for (let count = 0; count < 8; count++) stuck.add(await addMember());
    const free = await addMember();
    await env.DB.prepare("UPDATE accounts SET activated_at = NULL").run();
    for (const id of stuck) await leave(id, now - 20 * DAY);
    await leave(free);
    const deps = depsOf();
    const store = {
      ...deps.store,
      outside: async (id: string) => (stuck.has(id) ? Promise.reject(new Error("no")) : deps.store.outside(id)),
    };
    const erasure = createErasure({ ...deps, store });
    await erasure.sweep(now);
    await erasure.sweep(now + 60_000);
    expect(await rowOf("accounts", free)).toMatchObject({ status: "erased" });
  });
});
