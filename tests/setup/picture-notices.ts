import { env } from "cloudflare:workers";
import { beforeEach, expect } from "vitest";
import { connect } from "#db/client.ts";
import { workItems } from "#db/schema/index.ts";
import { createComplaintsStore } from "#worker/backoffice/complaints/complaints.store.ts";
import { createNoticeSearchesStore } from "#worker/backoffice/complaints/notice-searches.store.ts";
import { createPictureNoticesStore } from "#worker/backoffice/complaints/picture-notices.store.ts";
import { createPictureNotices } from "#worker/backoffice/complaints/picture-notices.ts";
import { createDecisionsStore } from "#worker/backoffice/decisions/decisions.store.ts";
import { createLetters } from "#worker/backoffice/decisions/letters.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import type { PhotoHash } from "#worker/discovery/photos/photo-hash.vocabulary.ts";
import { createPhotoHashesStore } from "#worker/discovery/photos/photo-hashes.store.ts";
import { HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { runSql } from "./actions.ts";
import { addMember } from "./add-member.ts";
import { contextOf, NOON } from "./context.ts";
import { staffContext } from "./staff-context.ts";

export const db = connect(env.DB);
export const services = servicesOf(env);
const { mails, limits, live } = services;
export const store = createPictureNoticesStore(db);
export const HASH: PhotoHash = [0x1234, 0x5678, 0x9abc, 0x4def];
export const ALIKE: PhotoHash = [0x1235, 0x5678, 0x9abc, 0x4def];
export const moderator = staffContext("moderator", NOON + HOUR);
let afterwards: Promise<unknown>[];
/** The same service of other databases. */
export const others: ReturnType<Parameters<typeof createPictureNotices>[0]["elsewhere"]> = [];
const written = {
  decisions: createDecisionsStore(db),
  writeTo: createLetters({ domainOf: services.domainsStore.findById, originOf: () => "http://localhost" }),
};
export const notices = createPictureNotices({
  ...written,
  ...{ store, complaints: createComplaintsStore(db), hashes: createPhotoHashesStore(db) },
  ...{ searches: createNoticeSearchesStore(db), keyedHash: async (text: string) => text, here: "DB" },
  ...{ mails, limits, live, elsewhere: () => others, after: (work) => void afterwards.push(work) },
  async readPicture(_, count) {
    await count();
    return HASH;
  },
});
export const picture = new File(["picture"], "me.jpg");

let place = 0;
export async function addPhoto(pool: string, hash: PhotoHash, of: "profile" | "chat" = "profile") {
  const [id, member] = [newId(), await addMember({ pool })];
  if (of === "profile")
    await runSql(
      "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?2, ?1, ?3, 'active', 0)",
      ...[id, member, place++],
    );
  else
    await runSql(
      `INSERT INTO chat_photos (id, key, sender_id, conversation_id, seq, client_id, status, created_at)
        VALUES (?1, ?1, ?2, ?1, 1, ?1, 'active', 0)`,
      ...[id, member],
    );
  await runSql(
    `INSERT INTO photo_hashes (id, pool, ${of === "chat" ? "chat_photo_id" : "photo_id"}, band0, band1, band2, band3) VALUES (?1, ?2, ?1, ?3, ?4, ?5, ?6)`,
    ...[id, pool, ...hash],
  );
  return { id, member };
}
export const stateOf = async ({ id }: { id: string }) =>
  (
    await env.DB.prepare("SELECT status FROM photos WHERE id = ?1 UNION ALL SELECT status FROM chat_photos WHERE id = ?1")
      .bind(id)
      .first<{ status: string }>()
  )?.status;

export async function noticed(more: object = { file: picture }, circumstances: { network?: string; now?: number } = {}) {
  const ctx = await contextOf({ now: NOON, ...circumstances });
  const said = { name: "Mieke Bos", email: `${newId()}@example.org`, good_faith: "on" };
  const answered = await notices.pictureNotice(ctx, { ...said, ...more });
  await Promise.all(afterwards);
  return answered;
}
export const refusal = (call: Promise<unknown>) =>
  call.then(() => "done").catch(({ code, fields }: AppError) => [code, ...fields.map(({ field }) => field)].join(" "));
export const itemOf = async () =>
  (await db.select().from(workItems)).find(({ kind }) => kind === "complaint") ?? expect.unreachable();
export async function decide(decision: string, words = "It is gone.", chosen = ""): Promise<void> {
  await services.work.takeWork(moderator, { kind: "complaint" });
  await services.work.decideWork(moderator, { id: (await itemOf()).id, decision, words, chosen });
  await services.work.sweep(NOON + HOUR + UNDO);
}

/** Each file calls it: files share modules. */
export function clearNotices(): void {
  beforeEach(async () => {
    afterwards = [];
    others.length = 0;
    for (const table of [
      "photo_hashes",
      "work_items",
      "complaints",
      "outbox",
      "blocked_pictures",
      "decisions",
      "photos",
      "chat_photos",
    ])
      await env.DB.exec(`DELETE FROM ${table}`);
  });
}
