import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { connect } from "#db/client.ts";
import { staffAudit } from "#db/schema/index.ts";
import { addAgeCheck, addVerification, runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { deskItem } from "#tests/setup/desk-item.ts";
import { FIGURE_READS } from "#tests/setup/figure-reads.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { spokenFile } from "#tests/setup/recordings.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { createStaffBackend } from "#worker/server/staff/backend.ts";
import { STAFF_CALLS, type StaffCallName } from "#worker/server/staff/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { StaffMemberContext } from "./context.ts";
import { createStaffReads } from "./reads.ts";
import type { StaffCall } from "./staff-call.vocabulary.ts";

const db = connect(env.DB);
const rooms = servicesOf(env);
const CALLS = Object.entries(STAFF_CALLS) as [StaffCallName, StaffCall][];
const READS = CALLS.filter(([, { leaves }]) => "read" in leaves);

type Input = Record<string, unknown>;
type Row = [action: string, object: string, id: string | null];

let anna: string;
let photo: string;
let now: number;
let mo: StaffMemberContext;

const call = (ctx: StaffMemberContext, name: StaffCallName, input: Input) =>
  createStaffBackend(env, ctx, () => {})[name](input as never) as Promise<unknown>;
const codeOf = (work: Promise<unknown>) => work.then(() => "done").catch(({ code }: AppError) => code);
const rowsOf = ({ viewer }: StaffMemberContext) =>
  db.select().from(staffAudit).where(eq(staffAudit.staffId, viewer.id)).orderBy(staffAudit.id);

/** Rows that the call left, beside those of before. */
async function left(ctx: StaffMemberContext, name: StaffCallName, input: Input): Promise<Row[]> {
  const before = (await rowsOf(ctx)).length;
  await call(ctx, name, input);
  return (await rowsOf(ctx)).slice(before).map(({ action, objectKind, objectId }) => [action, objectKind, objectId]);
}

async function addPhoto(visibility: "public" | "private", status = "active"): Promise<string> {
  const id = newId();
  await env.PHOTOS.put(`key-${id}.card`, "photo", { httpMetadata: { contentType: "image/webp" } });
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?1, ?2, ?3, abs(random()), ?4, ?5, 1)",
    ...[id, anna, `key-${id}`, status, visibility],
  );
  return id;
}

async function leasedItem(kind: string): Promise<string> {
  await runSql("UPDATE work_items SET leased_by = ?, leased_until = ? WHERE kind = ?", mo.viewer.id, now + HOUR, kind);
  const id = await env.DB.prepare("SELECT id FROM work_items WHERE kind = ?").bind(kind).first<string>("id");
  return id ?? expect.unreachable(`no ${kind}`);
}

async function report(kind: "photo" | "message", object: string): Promise<string> {
  await env.DB.exec("DELETE FROM work_items WHERE kind = 'report'");
  const ctx = await memberContext(await addMember(), { now });
  await rooms.memberReports.report(ctx, { kind, object, reason: "fake", block: false });
  return leasedItem("report");
}

beforeEach(async () => {
  for (const table of ["work_items", "reports", "outbox", "message_reads", "photo_reads"])
    await env.DB.exec(`DELETE FROM ${table}`);
  now = Date.now();
  anna = await addMember({ name: `Anna${newId().slice(0, 8)}` });
  mo = staffContext("operator", now);
  photo = await addPhoto("private");
});

const queue = (id: string) => async (): Promise<[Input, Row]> => [{}, ["open queue", "work_queue", id]];

const page = (action: string) => async (): Promise<[Input, Row]> => [{}, [action, "deployment", null]];

/** Of each read: what is asked, and the row that it must leave. */
const ASKED: Partial<Record<StaffCallName, () => Promise<[input: Input, ...rows: Row[]]>>> = {
  staffAudit: async () => [{}, ["open audit log", "audit", null]],
  staffPeople: async () => [{}, ["open people", "staff_member", null]],
  deskTalks: async () => {
    const { conversation } = await deskItem(mo);
    return [{}, ["open queue", "work_queue", "desk"], ["read messages", "work_item", `desk ${conversation}`]];
  },
  deskFigures: async () => [{}, ["open figures", "figures", "desk"]],
  ...{ staffSites: page("open sites"), webhooks: page("open webhooks"), siteNotices: page("open notices") },
  ...{ apiTokens: page("open tokens"), signupBans: page("open bans"), staffStatus: page("open status") },
  ...{ siteMails: page("open site mails"), siteEvents: page("open events") },
  ...{ photoLooks: queue("photo"), textLooks: queue("text"), verificationLooks: queue("verification") },
  ...{ ageCheckLooks: queue("age"), objectionCases: queue("appeal"), complaintCases: queue("complaint") },
  ...{ requestCases: queue("request"), refundProposals: queue("refund"), withdrawalCases: queue("withdrawal") },
  workList: async () => [{ kind: "text" }, ["open queue", "work_queue", "text"]],
  ...FIGURE_READS,
  staffSite: async () => [{ site: "liaison" }, ["open site", "deployment", "liaison"]],
  webhookLog: async () => {
    await runSql("INSERT INTO webhooks (id, url, events, secret, created_by, created_at) VALUES (?1, '', '[]', '', '', 1)", anna);
    return [{ id: anna }, ["open webhook log", "deployment", anna]];
  },
  staffSiteFiles: async () => [{ site: "liaison" }, ["open site", "deployment", "liaison"]],
  siteOffers: async () => [{ site: "liaison" }, ["open site", "deployment", "liaison"]],
  fraudPreview: async () => [{ id: anna }, ["preview fraud", "member", anna]],
  findMembers: async () => [{ query: anna }, ["search members", "member", anna]],
  memberLines: async () => [{ ids: `${anna}.nobody` }, ["list members", "member", anna]],
  memberList: async () => [{ site: "liaison" }, ["browse members", "member", null]],
  memberFileRows: async () => {
    const id = newId();
    await runSql("INSERT INTO member_files VALUES (?1, '{}', ?2, ?3, 'approved', 'other', ?3)", id, mo.viewer.id, now);
    return [{ file: id }, ["download members", "member", id]];
  },
  memberFile: async () => [{ id: anna }, ["open member", "member", anna]],
  memberPhoto: async () => [{ photo, size: "card" }, ["open photo", "photo", photo]],
  memberVoice: async () => {
    await say();
    await runSql("UPDATE profiles SET prompts = (SELECT value FROM held_texts WHERE member_id = ?1) WHERE id = ?1", anna);
    return [{ id: anna, question: "laugh" }, ["hear recording", "member", anna]];
  },
  textVoice: async () => {
    await say();
    const item = await leasedItem("text");
    return [{ item, number: 0 }, ["hear recording", "work_item", item]];
  },
  photoFile: async () => {
    await addPhoto("public", "inspection");
    const item = await leasedItem("photo");
    return [{ item, size: "card" }, ["open picture", "work_item", item]];
  },
  verificationFile: async () => {
    await addVerification(anna);
    const item = await leasedItem("verification");
    return [{ item, size: "card" }, ["open picture", "work_item", item]];
  },
  ageCheckFile: async () => {
    const item = await leasedItem(await addAgeCheck(anna));
    return [{ item, picture: "document" }, ["open picture", "work_item", item]];
  },
  casePicture: async () => {
    const shown = await addPhoto("public");
    await env.PHOTOS.put(`key-${shown}.full`, "pixels", { customMetadata: { profile: anna } });
    const item = await report("photo", shown);
    return [{ item, picture: 0 }, ["open picture", "work_item", item]];
  },
  noticePicture: async () => {
    const [photo, notice] = [await addPhoto("public"), newId()];
    await env.PHOTOS.put(`key-${photo}.full`, "pixels", { customMetadata: { profile: anna } });
    await runSql(
      `INSERT INTO complaints (id, reference, domain_id, kind, text, language, country, receipt, created_at)
       VALUES (?1, ?1, 'liaison', 'intimate_picture', '', 'en', 'NL', 0, 1)`,
      notice,
    );
    await runSql("INSERT INTO picture_notices (id, alerts) VALUES (?, 0)", notice);
    await runSql(
      "INSERT INTO noticed_photos (notice_id, photo_id, of, member_id, was_shown, state) VALUES (?1, ?2, 'profile', ?3, 1, 'hidden')",
      ...[notice, photo, anna],
    );
    const item = await leasedItem("complaint");
    return [{ item, photo }, ["open picture", "work_item", item]];
  },
  readMessages: async () => {
    const [item, reference] = await caseOfMessages();
    return [{ item }, ["read messages", "work_item", reference]];
  },
  reportCases: async () => {
    const [item, reference] = await caseOfMessages();
    await call(mo, "readMessages", { item });
    return [{}, ["open queue", "work_queue", "report"], ["read messages", "work_item", reference]];
  },
};

/** Anna answers a question aloud. */
async function say(): Promise<void> {
  const ctx = () => memberContext(anna, { now });
  await rooms.ownProfile.updateProfile(await ctx(), { prompts: [{ question: "laugh", answer: "Puns." }] });
  await rooms.voiceAnswers.sayAnswer(await ctx(), { question: "laugh", file: spokenFile() });
}

async function caseOfMessages(): Promise<[item: string, reference: string]> {
  const other = await addMember();
  const conversation = await writeMessage(anna, other);
  await env.DB.exec("DELETE FROM work_items WHERE kind = 'report'");
  const ctx = await memberContext(other, { now });
  const { reference } = await rooms.memberReports.report(ctx, {
    ...{ kind: "message" as const, object: `${conversation}/1`, reason: "scam" as const, block: false },
  });
  return [await leasedItem("report"), `report ${reference}`];
}

test("every call of the staff says what it leaves in the audit log, or why nothing", () => {
  expect(READS.length).toBeGreaterThan(20);
  for (const [name, { leaves, method }] of CALLS) {
    if ("change" in leaves) expect([name, method]).toEqual([name, "POST"]);
    if ("nothing" in leaves) expect([name, leaves.nothing.length > 10]).toEqual([name, true]);
  }
  expect(READS.map(([name]) => name).sort(), "each read is made below").toEqual(Object.keys(ASKED).sort());
});

test.each(READS.map(([name]) => name))("%s leaves its row at each time", async (name) => {
  const asked = ASKED[name] ?? expect.unreachable();
  const [input, ...rows] = await asked();
  for (const time of ["the first time", "the second"]) expect([time, await left(mo, name, input)]).toEqual([time, rows]);
});

test("a read that cannot be noted is not answered, and one that finds nothing leaves no row", async () => {
  expect(await codeOf(call(mo, "memberFile", { id: "nobody" }))).toBe("not_found");
  expect(await rowsOf(mo)).toEqual([]);
  await env.DB.exec("CREATE TRIGGER log_is_full BEFORE INSERT ON staff_audit BEGIN SELECT RAISE(ABORT, 'full'); END");
  try {
    for (const [name, input] of [
      ["memberFile", { id: anna }],
      ["memberPhoto", { photo, size: "card" }],
    ] as const)
      await expect(call(mo, name, input)).rejects.toThrow();
  } finally {
    await env.DB.exec("DROP TRIGGER log_is_full");
  }
});

test("lines of nobody leave a row with a print, as a search of nobody", async () => {
  expect(await left(mo, "memberLines", { ids: "nobody.either" })).toEqual([
    ["list members", "member", expect.stringMatching(/^print [\w-]{16}$/)],
  ]);
  expect(await left(mo, "memberLines", { ids: "" })).toEqual([]);
});

test("an alarm that cannot be written is tried again at the next refusal", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const hits: string[] = [];
  let full = true;
  let told = 0;
  const reads = createStaffReads({
    store: { noteAll: async () => {} },
    people: {
      tell: async () => {
        if (full) throw new Error("D1 is away");
        told++;
      },
    },
    mails: { toOperators: async () => [], dispatch: async () => {} },
    limits: {
      async hit(key) {
        const allowed = key.startsWith("staff alarm") && !hits.includes(key);
        if (allowed) hits.push(key);
        return { allowed, retryAfterMs: 1 };
      },
      release: async (key) => void hits.splice(hits.indexOf(key), 1),
    },
    keyedHash: async (text) => text,
  });
  const refusal = () => codeOf(reads.admit(mo, "staffFiles"));
  expect([await refusal(), told]).toEqual(["too_many_requests", 0]);
  full = false;
  expect([await refusal(), await refusal(), told]).toEqual(["too_many_requests", "too_many_requests", 1]);
});

test("a search notes its kind and a print that is the same for the same words, and never the words", async () => {
  const email = `${anna}@example.org`;
  await runSql("UPDATE accounts SET email = ? WHERE id = ?", email, anna);
  const searched = async (query: string, ctx = mo) => {
    await call(ctx, "findMembers", { query });
    const { objectId, reason } = (await rowsOf(ctx)).at(-1) ?? expect.unreachable();
    return [reason, objectId];
  };
  const byAddress = await searched(email);
  expect(byAddress).toEqual(["address", expect.stringMatching(/^print [\w-]{16}$/)]);
  expect(await searched(` ${email.toUpperCase()}`, staffContext("support", now))).toEqual(byAddress);
  expect(await searched(anna)).toEqual(["id", anna]);
  expect(await searched("Somebody"), "of nobody").toEqual(["name", expect.stringMatching(/^print /)]);
  expect(await searched(newId()), "an id of nobody may be a name").toEqual(["name", expect.stringMatching(/^print /)]);
  expect(JSON.stringify(await db.select().from(staffAudit))).not.toContain(email);
});

test("a private photo from a file is shown to its member as read once a day, and one that all see is not", async () => {
  const shown = await addPhoto("public");
  expect(await left(mo, "memberPhoto", { photo: shown, size: "card" })).toEqual([]);
  for (const ctx of [mo, mo]) await call(ctx, "memberPhoto", { photo, size: "card" });
  const reads = async () => (await rooms.decisions.decisions(await memberContext(anna, { now }))).photo_reads;
  expect(await reads()).toEqual([{ at: new Date(now).toISOString(), photos: 1 }]);
  await call(mo, "memberPhoto", { photo: await addPhoto("private"), size: "card" });
  expect(await reads()).toEqual([{ at: new Date(now).toISOString(), photos: 2 }]);
});
