import { waitUntil } from "cloudflare:workers";
import { connect } from "#db/client.ts";
import { createLive } from "#worker/delivery/live/objects.ts";
import type { PushJob } from "#worker/delivery/push/jobs.ts";
import { pushKeysOf } from "#worker/delivery/push/vapid.ts";
import { withPushes } from "#worker/delivery/push/with-pushes.ts";
import { relayOf } from "#worker/messaging/calls/relay.ts";
import { messageRowOf } from "#worker/messaging/chat/archive.sql.ts";
import { createMessageArchive } from "#worker/messaging/chat/message-archive.ts";
import { foldedAddress } from "#worker/people/exclusions/identity-hashes.ts";
import type { Passwords } from "#worker/people/identity/passwords.ts";
import { createClockStore } from "#worker/platform/clock.store.ts";
import { hmac } from "#worker/platform/crypto.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import { bySession } from "#worker/platform/d1-session.ts";
import { keyIn } from "#worker/platform/databases.ts";
import { AFTER_ANSWER } from "#worker/platform/durations.ts";
import { createLimits } from "#worker/platform/limits.ts";
import { log } from "#worker/platform/log.ts";
import { comparable, hashPassword, passwordCost, verifyPassword } from "#worker/platform/password.ts";
import { createDirectoryStore } from "#worker/sites/domains/directory.store.ts";
import { type Domain, domainReader } from "#worker/sites/domains/domain-file.ts";
import { createDomainsStore } from "#worker/sites/domains/domains.store.ts";
import { originOf } from "#worker/sites/domains/origin.ts";

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
  // A key of its own also without the secret: nothing else is hashed with it.
  const contactsKey = env.CONTACTS_SECRET ?? hmac(env.PASSWORD_PEPPER, "instead of CONTACTS_SECRET");
  const cost = __LOCAL__ ? passwordCost(env.PASSWORD_COST) : undefined;
  const passwords: Passwords = {
    hash: (password) => hashPassword(env.PASSWORD_PEPPER, password, cost),
    verify: (phc, password) => verifyPassword(env.PASSWORD_PEPPER, phc, password, cost),
    comparable,
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
      domainReader({
        local: __LOCAL__,
        pushKey: pushKeys?.publicKey,
        staff: !!env.STAFF_HOST,
        relay: relayOf(env) !== null,
        database: env.DATABASE,
      }),
    ),
    directoryStore: createDirectoryStore(db),
    passwords,
    keyedHash: (text: string) => hmac(env.PASSWORD_PEPPER, text),
    /** Of the address in its one spelling. For lists of people who do not see a member, and nothing else. */
    addressPrint: async (email: string) => hmac(await contactsKey, foldedAddress(email)),
    originOf: (domain: Domain) => originOf(domain, env.LOCAL_PORT),
    after: (work: Promise<unknown>) => waitUntil(work),
    /** `work` gets the time at which it runs. */
    inTime: (ms: number, work: (now: number) => Promise<unknown>) => waitUntil(scheduler.wait(ms).then(() => work(Date.now()))),
    /** Starts after the response, so that its time discloses nothing. */
    later: (work: () => Promise<unknown>) => waitUntil(scheduler.wait(AFTER_ANSWER).then(work)),
  };
}
