import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { D1Database } from "@cloudflare/workers-types";
import type { Ask } from "#scripts/domain/operator-key.ts";
import type { BroughtPhoto } from "./intake.ts";
import type { Report } from "./report.ts";

/** Whether a moderator sees each photo, one in ten, or none; or photos stay out. */
export const PHOTO_CHECKS = ["all", "sampled", "trusted", "later"] as const;
type PhotoCheck = (typeof PHOTO_CHECKS)[number];

const AT_ONCE = 4;
/** Of sampled photos one in so many is looked at by a moderator. */
const SAMPLE = 10;
const MOST_BYTES = 20_000_000;
const WITHIN_MS = 30_000;
const STEP = 100;
const MINUTE = 60_000;

interface Work {
  db: D1Database;
  ask: Ask;
  photos: BroughtPhoto[];
  check: PhotoCheck;
  /** A minute. */
  rate: number;
  /** Paths are relative to it. */
  file: string;
  report: Pick<Report, "refused">;
}

/** Each photo goes through the Worker's own pipeline. Started again, it leaves out what is there. */
export async function bringPhotos({ db, ask, photos, check, rate, file, report }: Work): Promise<void> {
  const there = await knownIds(
    db,
    photos.map(({ id }) => id),
  );
  const missing = photos.filter(({ id }) => !there.has(id));
  const minutes = Math.ceil(missing.length / rate);
  console.log(
    `▸ ${missing.length} photos (${there.size} are there) at ${rate} a minute: about ${minutes} minutes. Members can log in meanwhile.`,
  );
  const counts = { added: 0, refused: 0 };
  const since = Date.now();
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < missing.length; i = next++) {
      const due = since + (i / rate) * MINUTE;
      if (due > Date.now()) await sleep(due - Date.now());
      const one = missing[i] as BroughtPhoto;
      const reason = await bring(one, check === "trusted" || (check === "sampled" && i % SAMPLE !== 0));
      if (reason) {
        counts.refused++;
        console.log(`  line ${one.line}: photo refused: ${reason}`);
        report.refused(one.line, `photo: ${reason}`);
      } else counts.added++;
      if ((i + 1) % STEP === 0)
        console.log(`  ${i + 1} of ${missing.length} photos, ${Math.round((Date.now() - since) / 1000)} s`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.log(`✓ ${counts.added} photos brought, ${counts.refused} refused`);

  /** Null once it is there, else the reason. */
  async function bring({ member, id, photo }: BroughtPhoto, approved: boolean): Promise<string | null> {
    const bytes = await bytesOf(photo);
    if (typeof bytes === "string") return bytes;
    const query = `private=${Number(photo.private ?? false)}&approved=${Number(approved)}`;
    const answer = await ask(`photos/${member}/${id}?${query}`, { method: "PUT", body: bytes as BodyInit });
    const { refused } = (await answer.json()) as { refused: string | null };
    return refused;
  }

  async function bytesOf(photo: BroughtPhoto["photo"]): Promise<Uint8Array | string> {
    try {
      if ("path" in photo) return readFileSync(resolve(dirname(file), photo.path));
      const answer = await fetch(photo.url, { signal: AbortSignal.timeout(WITHIN_MS) });
      if (!answer.ok) return `${photo.url} answered ${answer.status}`;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return bytes.length > MOST_BYTES ? "is too large" : bytes;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

async function knownIds(db: D1Database, ids: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = 0; from < ids.length; from += 1_000) {
    const { results } = await db
      .prepare("SELECT id FROM photos WHERE id IN (SELECT value FROM json_each(?1))")
      .bind(JSON.stringify(ids.slice(from, from + 1_000)))
      .all<{ id: string }>();
    for (const { id } of results) found.add(id);
  }
  return found;
}
