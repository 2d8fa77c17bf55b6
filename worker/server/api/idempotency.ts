import { sha256 } from "#worker/platform/crypto.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import type { IdempotencyStore } from "./idempotency.store.ts";

export interface WriteAnswer {
  status: number;
  body: string | null;
  /** Never a session's cookies. */
  cookies: string[];
}

interface Write {
  memberId: string;
  key: string;
  /** HMAC of method, path and input; equal for equal requests. */
  request: string;
  now: number;
}

interface Deps {
  store: IdempotencyStore;
  /** Null refuses at once instead of waiting for an earlier attempt. */
  wait: ((ms: number) => Promise<unknown>) | null;
}

/** In ms; the sum is below the timeout of any client or upstream. */
const WAITS = [250, 500, 1000, 2000];
/** In seconds. */
const ASK_AGAIN = 2;
const KEY = /^[\x21-\x7e]{8,200}$/;

/**
 * Repeats within 24 hours get the stored answer. Refusals are not stored: their cause may pass.
 * After a doubtful failure `work` runs again with the first attempt's time and must write the same rows.
 * @throws invalid, idempotency_conflict, in_progress
 */
export async function withKey(
  { store, wait }: Deps,
  { memberId, key, request, now }: Write,
  work: (firstTry: number) => Promise<WriteAnswer>,
): Promise<WriteAnswer & { repeated: boolean }> {
  if (!KEY.test(key)) throw invalid({ field: "Idempotency-Key", code: "invalid_format" });
  const hash = await sha256(request);
  let claim: Claim = await store.claim(memberId, key, hash, now);
  let waited = 0;
  for (const next of [...WAITS, null]) {
    const { row } = claim;
    if (claim.claimed) return { ...(await runClaimed(store, claim, work)), repeated: false };
    if (row.requestHash !== hash) throw new AppError("idempotency_conflict");
    if (row.status !== null) {
      const stored = JSON.parse(row.answer as string) as Omit<WriteAnswer, "status">;
      return { status: row.status, ...stored, repeated: true };
    }
    if (!wait || next === null) break;
    await wait(next);
    waited += next;
    // A look reads one row; only a free key is worth the writes of a claim.
    const seen = await store.find(memberId, key);
    const free = !seen || (seen.status === null && seen.leaseUntil <= now + waited);
    claim = free ? await store.claim(memberId, key, hash, now + waited) : { claimed: false, first: false, row: seen };
  }
  throw new AppError("in_progress", { retryAfter: ASK_AGAIN });
}

type Claim = Awaited<ReturnType<IdempotencyStore["claim"]>>;

async function runClaimed(store: IdempotencyStore, { row, first }: Claim, work: (firstTry: number) => Promise<WriteAnswer>) {
  let answer: WriteAnswer;
  try {
    answer = await work(row.createdAt);
  } catch (error) {
    // Only a first attempt's refusal proves that nothing was written; otherwise D1 may have committed.
    const refused = error instanceof AppError && error.status < 500;
    await (refused && first ? store.release(row) : store.leaveOpen(row)).catch((failure) => lost(failure));
    throw error;
  }
  const { status, ...rest } = answer;
  // A write is answered even if its answer cannot be stored: a retry finds its rows.
  await store.keep(row, status, JSON.stringify(rest)).catch((failure) => lost(failure));
  return answer;
}

function lost(error: unknown): void {
  log("warn", "idempotency key not updated", { error });
}
