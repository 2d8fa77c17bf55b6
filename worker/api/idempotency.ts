import { sha256 } from "../lib/crypto.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
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

interface Deps {
  store: IdempotencyStore;
  /** Null for a write that must not wait for an earlier try: it is refused at once. */
  wait: ((ms: number) => Promise<unknown>) | null;
}

/** How long (ms) a retry waits between its looks at a try that is under way: in all less than any client or upstream gives us. */
const WAITS = [250, 500, 1000, 2000];
/** Seconds until a retry that has waited in vain should come again. */
const ASK_AGAIN = 2;
const KEY = /^[\x21-\x7e]{8,200}$/;

/**
 * Carries out a write once for a member's key, and answers repetitions within 24 hours with what it answered then. A retry that
 * meets an earlier try under way waits for its answer. `work` is told when the first try came: it is called again, with the
 * same time, where a try failed after it may have written, so that what it writes has to be the same rows.
 * A refusal is not kept as an answer: what stood in the way (credits, say) may have changed.
 * @throws idempotency_conflict where the key stood for another request; in_progress where the first try takes too long.
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
      const kept = JSON.parse(row.answer as string) as Omit<WriteAnswer, "status">;
      return { status: row.status, ...kept, repeated: true };
    }
    if (!wait || next === null) break;
    await wait(next);
    waited += next;
    // A look is one row read; only a key that is free again is worth the writes of a claim.
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
    // A rule's refusal is definite for its own try. After anything else D1 may have committed all the same, and so may a try
    // before this one have: the key then stays, with the time of the first.
    const refused = error instanceof AppError && error.status < 500;
    await (refused && first ? store.release(row) : store.leaveOpen(row)).catch((failure) => lost(failure));
    throw error;
  }
  const { status, ...rest } = answer;
  // What was done is answered, also where the answer can not be kept: a retry finds its rows there.
  await store.keep(row, status, JSON.stringify(rest)).catch((failure) => lost(failure));
  return answer;
}

function lost(error: unknown): void {
  log("warn", "idempotency key not updated", { error });
}
