import { sha256 } from "../lib/crypto.ts";
import { AppError, invalid } from "../lib/errors.ts";
import type { IdempotencyStore } from "./idempotency.store.ts";

/** What is sent for a write and, under the same key, sent again. */
export interface WriteAnswer {
  status: number;
  body: string | null;
  /** `Set-Cookie` lines that belong to the answer; never a session's. */
  cookies: string[];
}

interface Write {
  memberId: string;
  /** The header as it came. */
  key: string;
  /** A keyed hash of method, path and input: what makes two requests the same. */
  request: string;
  now: number;
}

/** Seconds until whoever repeats a write that is still under way should ask again. */
const IN_PROGRESS_RETRY = 1;
const KEY = /^[\x21-\x7e]{8,200}$/;

/**
 * Carries out a write once for a member's key, and answers repetitions within 24 hours with what it answered then.
 * A refusal is not kept: nothing was done, and what stood in the way (credits, say) may have changed.
 * @throws idempotency_conflict where the key stood for another request; conflict while the first is under way.
 */
export async function once(
  store: IdempotencyStore,
  { memberId, key, request, now }: Write,
  work: () => Promise<WriteAnswer>,
): Promise<WriteAnswer & { repeated: boolean }> {
  if (!KEY.test(key)) throw invalid({ field: "Idempotency-Key", code: "invalid_format" });
  const hash = await sha256(request);
  const { claimed, row } = await store.claim(memberId, key, hash, now);
  if (!claimed) {
    if (row.requestHash !== hash) throw new AppError("idempotency_conflict");
    if (row.status === null) throw new AppError("conflict", { retryAfter: IN_PROGRESS_RETRY });
    const kept = JSON.parse(row.answer as string) as Omit<WriteAnswer, "status">;
    return { status: row.status, ...kept, repeated: true };
  }
  let answer: WriteAnswer;
  try {
    answer = await work();
  } catch (error) {
    await store.release(memberId, key);
    throw error;
  }
  const { status, ...rest } = answer;
  await store.keep(memberId, key, status, JSON.stringify(rest));
  return { ...answer, repeated: false };
}
