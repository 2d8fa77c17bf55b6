import { HOUR } from "#worker/platform/durations.ts";
import { log } from "#worker/platform/log.ts";
import type { PhotoFiles } from "./photo-files.ts";

/** In ms: no upload takes as long. */
const LOST = HOUR;
/** Of each hour: listing the bucket costs as much as a write. */
const AT_MINUTE = 23;
/** An invocation has 1,000 subrequests; one upload takes up to six. */
const AT_ONCE = 50;

interface Deps {
  pictures: Pick<PhotoFiles, "notesBefore" | "finish" | "erase">;
  /** Keys of all pictures that rows of the account name; null if this database does not know it. */
  keysOf(accountId: string): Promise<string[] | null>;
}

/** Uploads whose Worker ended between the pictures and the row, or between the row and the note. */
export function createUploads({ pictures, keysOf }: Deps) {
  return {
    /** Once an hour. */
    async sweep(now: number): Promise<void> {
      if (new Date(now).getUTCMinutes() !== AT_MINUTE) return;
      let left = AT_ONCE;
      for (const { key, profile } of await pictures.notesBefore(now - LOST)) {
        if (left === 0) return;
        try {
          const keys = await keysOf(profile);
          // Another database shares the bucket.
          if (keys === null) continue;
          left--;
          if (keys.includes(key)) await pictures.finish(key, profile);
          else await pictures.erase(key, profile);
        } catch (error) {
          log("error", "upload without a row not erased", { member: profile, error });
        }
      }
    },
  };
}
