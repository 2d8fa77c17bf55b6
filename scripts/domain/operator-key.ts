import { setTimeout as sleep } from "node:timers/promises";
import type { D1Database } from "@cloudflare/workers-types";
import { sha256 } from "#worker/platform/crypto.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { DomainError } from "./options.ts";

/** In ms; a killed command leaves its key behind. */
const VALID = 6 * 3_600_000;
const ATTEMPTS = 3;
/** In ms. */
const AGAIN = 200;
export const GONE = 410;

/** `gone`: what is there no more (410) is an answer as well. */
export type Ask = (path: string, init?: RequestInit & { gone?: boolean }) => Promise<Response>;

/** A kept connection may have ended while the command was at work. Each request may be repeated. */
async function fetchAgain(ask: () => Promise<Response>): Promise<Response | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(AGAIN);
    const answer = await ask().catch(() => null);
    if (answer) return answer;
  }
  return null;
}

/** Write access to the database gives access to photos and old messages through its Worker. */
export async function withOperatorKey<T>(db: D1Database, origin: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const key = newSecret(32);
  const [hash, now] = [await sha256(key), Date.now()];
  await db.batch([
    db.prepare("DELETE FROM operator_keys WHERE expires_at <= ?1").bind(now),
    db.prepare("INSERT INTO operator_keys (hash, expires_at) VALUES (?1, ?2)").bind(hash, now + VALID),
  ]);
  try {
    return await work(async (path, { gone = false, ...init } = {}) => {
      const url = `${origin}/operator/${path}`;
      // On a machine of one's own the command stands where the proxy does, which ends TLS.
      const headers = { ...init.headers, authorization: `Bearer ${key}`, "x-forwarded-proto": "https" };
      const answer = await fetchAgain(() => fetch(url, { ...init, headers }));
      if (!answer) throw new DomainError(`No answer from ${origin}. Start the product (npm start), or say --port or --host.`);
      if (!answer.ok && !(gone && answer.status === GONE))
        throw new DomainError(`${origin} answered ${answer.status} to ${path}. Does this product run there, on this database?`);
      return answer;
    });
  } finally {
    await db.prepare("DELETE FROM operator_keys WHERE hash = ?1").bind(hash).run();
  }
}
