import { waitUntil } from "cloudflare:workers";
import { connect } from "#db/client.ts";
import { messageRowOf } from "#worker/chat/archive.sql.ts";
import { createMessageArchive } from "#worker/chat/message-archive.ts";
import { createDirectoryStore } from "#worker/domains/directory.store.ts";
import { type Domain, domainReader } from "#worker/domains/domain-file.ts";
import { createDomainsStore } from "#worker/domains/domains.store.ts";
import { originOf } from "#worker/domains/origin.ts";
import type { Passwords } from "#worker/identity/passwords.ts";
import { createClockStore } from "#worker/lib/clock.store.ts";
import { hmac } from "#worker/lib/crypto.ts";
import { createCursors } from "#worker/lib/cursor.ts";
import { bySession } from "#worker/lib/d1-session.ts";
import { keyIn } from "#worker/lib/databases.ts";
import { AFTER_ANSWER } from "#worker/lib/durations.ts";
import { createLimits } from "#worker/lib/limits.ts";
import { log } from "#worker/lib/log.ts";
import { hashPassword, passwordCost, verifyPassword } from "#worker/lib/password.ts";
import { createLive } from "#worker/live/objects.ts";
import type { PushJob } from "#worker/push/jobs.ts";
import { pushKeysOf } from "#worker/push/vapid.ts";
import { withPushes } from "#worker/push/with-pushes.ts";

export type Platform = ReturnType<typeof createPlatform>;

export function createPlatform(env: Env) {
  const db = connect(bySession(env.DB));
  const pushKeys = pushKeysOf(env);
  const notify = async (jobs: PushJob[]) => {
    if (!pushKeys || jobs.length === 0) return;
    try {
      await env.PUSH_QUEUE.sendBatch(jobs.map((job) => ({ body: { ...job, to: keyIn(env, job.to) } })));
    } catch (error) {
      log("warn", "pushes not queued", { error });
    }
  };
  const cost = __LOCAL__ ? passwordCost(env.PASSWORD_COST) : undefined;
  const passwords: Passwords = {
    hash: (password) => hashPassword(env.PASSWORD_PEPPER, password, cost),
    verify: (phc, password) => verifyPassword(env.PASSWORD_PEPPER, phc, password, cost),
  };
  return {
    env,
    db,
    live: withPushes(createLive(env), notify, waitUntil),
    pushKeys,
    archive: createMessageArchive(env, messageRowOf),
    cursors: createCursors(env.MEDIA_SECRET),
    limits: createLimits(env.LIMITS, env.PASSWORD_PEPPER),
    clock: createClockStore(db),
    domainsStore: createDomainsStore(
      db,
      domainReader({ local: __LOCAL__, pushKey: pushKeys?.publicKey, staff: !!env.STAFF_HOST, database: env.DATABASE }),
    ),
    directoryStore: createDirectoryStore(db),
    passwords,
    keyedHash: (text: string) => hmac(env.PASSWORD_PEPPER, text),
    originOf: (domain: Domain) => originOf(domain, env.LOCAL_PORT),
    after: (work: Promise<unknown>) => waitUntil(work),
    /** `work` gets the time at which it runs. */
    inTime: (ms: number, work: (now: number) => Promise<unknown>) => waitUntil(scheduler.wait(ms).then(() => work(Date.now()))),
    /** Starts after the response, so that its time discloses nothing. */
    later: (work: () => Promise<unknown>) => waitUntil(scheduler.wait(AFTER_ANSWER).then(work)),
  };
}
