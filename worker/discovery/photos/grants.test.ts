import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { createExportStore } from "#worker/accounts/leaving/export.store.ts";
import type { LiveEvent } from "#worker/delivery/live/live.protocol.ts";
import type { Live } from "#worker/delivery/live/live.ts";
import { createMembersStore } from "#worker/discovery/members/members.store.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { REQUESTS_COUNTED } from "#worker/people/identity/grants.vocabulary.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createGrantsStore } from "./grants.store.ts";
import { createGrants } from "./grants.ts";

const { accountsStore, grants, identity, members, blocks } = servicesOf(env);
let owner: string;
let asker: string;

async function as(id: string, now = Date.now()): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id, now + DAY)), "liaison", now);
  return (await contextOf({ viewer, now, preview: ["private_photos"] })) as MemberContext;
}

const outcomeOf = (work: Promise<{ access: string | null }>) =>
  work.then(
    ({ access }) => access,
    (error: AppError) => error.fields[0]?.code ?? error.code,
  );
const request = async (now?: number, who = asker) => outcomeOf(grants.requestPhotoAccess(await as(who, now), { profile: owner }));
const decide = async (granted: boolean, now?: number) =>
  outcomeOf(grants.decidePhotoAccess(await as(owner, now), { profile: asker, granted }));
const revoke = async () => outcomeOf(grants.revokePhotoAccess(await as(owner), { profile: asker }));
const listed = async () => (await grants.photoAccess(await as(owner), {})).members.map(({ id, access }) => [id, access]);

const setStatus = (status: string) => runSql("UPDATE profiles SET status = ? WHERE id = ?", status, asker);
const downloaded = async () =>
  (await createExportStore(connect(env.DB)).rows("photo_grants", owner)).map(({ member_id }) => member_id);

/** Whom `act` tells of what: live events and pushes. */
async function toldBy(act: (rules: ReturnType<typeof createGrants>) => Promise<unknown>) {
  const notices: { to: string; events: LiveEvent[]; pushes: string[] }[] = [];
  const live: Live = {
    expect: async () => {},
    revoke: async () => {},
    tell: async (to, { events, pushes = [] }) => notices.push({ to, events, pushes: pushes.map(({ kind }) => kind) }),
  };
  const db = connect(env.DB);
  const cursors = { encode: () => "", decode: () => expect.unreachable() };
  await act(createGrants({ members: createMembersStore(db), store: createGrantsStore(db), cursors, live }));
  return notices.filter(({ events, pushes }) => events.length + pushes.length > 0);
}

/** The owner's live events. */
async function eventsOfRequest(): Promise<LiveEvent[]> {
  const told = await toldBy(async (rules) => rules.requestPhotoAccess(await as(asker), { profile: owner }));
  return told.flatMap(({ events }) => events);
}

/** What the asker's page of the owner has. */
async function seen(who = asker) {
  const { profile, relation } = (await members.member(await as(who), { id: owner })).value;
  return { shown: profile.photos.map((photo) => photo.private), hidden: profile.private_photos, access: relation?.photo_access };
}

async function addPhoto(visibility: string, position: number, status = "active"): Promise<void> {
  const sql =
    "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?1, ?2, ?1, ?3, ?4, ?5, 0)";
  await env.DB.prepare(sql).bind(`${owner}-${position}`, owner, position, status, visibility).run();
}

beforeEach(async () => {
  [owner, asker] = await Promise.all([addMember(), addMember()]);
  await addPhoto("public", 0);
  await addPhoto("private", 1);
  await addPhoto("private", 2);
  await addPhoto("private", 3, "inspection");
});

test("private photos are counted, asked for, shown and hidden again", async () => {
  expect(await seen()).toEqual({ shown: [false], hidden: 2, access: null });
  expect([await request(), await request()]).toEqual(["requested", "requested"]);
  expect((await as(owner)).viewer.photoRequests.all).toBe(1);
  expect(await seen()).toEqual({ shown: [false], hidden: 2, access: "requested" });
  expect(await listed()).toEqual([[asker, "requested"]]);
  expect(await decide(true)).toBe("granted");
  expect((await as(owner)).viewer.photoRequests.all).toBe(0);
  expect(await seen()).toEqual({ shown: [false, true, true], hidden: 0, access: "granted" });
  expect(await seen(await addMember()), "for nobody else").toEqual({ shown: [false], hidden: 2, access: null });
  expect(await request(), "who sees them need not ask").toBe("granted");
  expect([await revoke(), await revoke()]).toEqual([null, null]);
  expect(await seen()).toEqual({ shown: [false], hidden: 2, access: null });
  expect(await listed()).toEqual([]);
});

test("a request is news for the owner, photos shown are news for the asker, and a refusal is not", async () => {
  const answered = (granted: boolean) =>
    toldBy(async (rules) => rules.decidePhotoAccess(await as(owner), { profile: asker, granted }));
  const [ofAsker, ofOwner] = [asker, owner].map((profile) => ({ type: "photo_access", profile }));
  const asked = await toldBy(async (rules) => rules.requestPhotoAccess(await as(asker), { profile: owner }));
  expect(asked).toEqual([{ to: owner, events: [ofAsker, { type: "news" }], pushes: ["photo_request"] }]);
  expect(await answered(false)).toEqual([{ to: asker, events: [ofOwner], pushes: [] }]);
  expect(await answered(true)).toEqual([{ to: asker, events: [ofOwner, { type: "news" }], pushes: ["photo_answer"] }]);
  expect(await answered(true), "again").toEqual([]);
});

test("a refused member may ask again after 30 days, not before", async () => {
  const now = Date.now();
  await request(now);
  expect(await decide(false, now)).toBe("refused");
  expect(await request(now + 29 * DAY)).toBe("refused");
  expect((await as(owner)).viewer.photoRequests.all).toBe(0);
  expect(await request(now + 31 * DAY)).toBe("requested");
  expect(await decide(true)).toBe("granted");
});

test("a block ends requests and access, both ways, for good", async () => {
  for (const [blocker, blocked] of [
    [owner, asker],
    [asker, owner],
  ] as const) {
    await request();
    await decide(true);
    await blocks.block(await as(blocker), { profile: blocked });
    expect(await listed()).toEqual([]);
    expect(await request()).toBe(blocker === owner ? "blocked" : "not_found");
    await blocks.unblock(await as(blocker), { profile: blocked });
    expect(await seen(), "after the block").toEqual({ shown: [false], hidden: 2, access: null });
  }
});

test("nobody asks oneself, a member without private photos, or one who is away; and nothing is granted unasked", async () => {
  expect(await request(undefined, owner)).toBe("to_oneself");
  expect(await decide(true)).toBe("not_found");
  await env.DB.prepare("UPDATE photos SET visibility = 'public' WHERE profile_id = ?").bind(owner).run();
  expect(await request()).toBe("conflict");
  await env.DB.prepare("UPDATE profiles SET status = 'hidden' WHERE id = ?").bind(owner).run();
  expect(await request()).toBe("not_found");
  const off = { ...(await as(asker)) };
  off.domain = { ...off.domain, features: { ...off.domain.features, private_photos: false } };
  expect(await outcomeOf(grants.requestPhotoAccess(off, { profile: owner }))).toBe("forbidden");
});

test("an invisible asker is listed, announced and downloaded only once visible, unless the two have a conversation", async () => {
  const asked = [[asker, "requested"]];
  await setStatus("hidden");
  expect(await eventsOfRequest()).toEqual([]);
  expect((await seen()).access).toBe("requested");
  expect([await listed(), await downloaded()]).toEqual([[], []]);
  await setStatus("active");
  expect([await listed(), await downloaded()]).toEqual([asked, [asker]]);
  await setStatus("hidden");
  await writeMessage(asker, owner);
  expect(await listed()).toEqual(asked);
  await setStatus("deleted");
  expect(await listed()).toEqual([]);
});

test("the badge counts the requests that the list shows", async () => {
  await request();
  const off = async () => {
    const ctx = await as(owner);
    return { ...ctx, domain: { ...ctx.domain, settings: { ...ctx.domain.settings, fictional_profiles: false } } };
  };
  const counts = async () => {
    const ctx = await off();
    return [(await grants.photoAccess(ctx, {})).members.length, identity.user(ctx).photo_requests];
  };
  expect(await counts()).toEqual([1, 1]);
  for (const status of ["hidden", "deleted", "disabled"]) {
    await setStatus(status);
    expect(await counts(), status).toEqual([0, 0]);
  }
  await setStatus("active");
  await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", asker);
  expect(await counts()).toEqual([0, 0]);
  expect(identity.user(await as(owner)).photo_requests).toBe(1);
});

test("the list of a member with many askers comes in pages, requests first", async () => {
  const askers = await Promise.all(Array.from({ length: 30 }, () => addMember()));
  for (const [n, id] of askers.entries()) {
    const status = n < 3 ? "granted" : "requested";
    await env.DB.prepare("INSERT INTO photo_grants (owner_id, member_id, status, at) VALUES (?, ?, ?, ?)")
      .bind(owner, id, status, n)
      .run();
  }
  const ctx = await as(owner);
  const first = await grants.photoAccess(ctx, {});
  const second = await grants.photoAccess(ctx, { cursor: first.cursor ?? "" });
  const all = [...first.members, ...second.members];
  expect([first.members.length, second.members.length, second.cursor]).toEqual([24, 6, null]);
  expect(new Set(all.map(({ id }) => id))).toEqual(new Set(askers));
  expect(all.slice(-3).map(({ access }) => access)).toEqual(["granted", "granted", "granted"]);
});

test("many waiting requests cost a page hardly more than few", async () => {
  const d1 = countedD1(env.DB);
  const store = createAccountsStore(connect(d1.db));
  const session = await sha256(await logIn(owner, Date.now() + DAY));
  const rows = async () => {
    d1.take();
    const viewer = await store.findViewer(session, "liaison", Date.now());
    return [d1.take().rows, viewer?.photoRequests.all ?? 0] as const;
  };
  const [none] = await rows();
  await runSql(
    `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at,
        sensitive_version, sensitive_accepted_at, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
      SELECT id || i, pool, domain_id, id || i, '', language, status, terms_version, 0, sensitive_version, 0, 0
      FROM n, accounts WHERE id = ?`,
    owner,
  );
  await runSql(
    `INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, last_active_at, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
      SELECT ?1 || i, pool, 'Asker ' || i, ?1 || i, 'active', gender, looking_for, birth_date, country, last_active_at, i
      FROM n, profiles WHERE id = ?1`,
    owner,
  );
  await runSql(
    "INSERT INTO photo_grants (owner_id, member_id, status, at) SELECT ?1, id, 'requested', created_at FROM profiles WHERE id <> ?1 AND id LIKE ?1 || '%'",
    owner,
  );
  const [many, counted] = await rows();
  expect(counted).toBe(REQUESTS_COUNTED);
  expect(many - none).toBeLessThan(3 * REQUESTS_COUNTED);
});
