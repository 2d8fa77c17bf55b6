import { type OtherServices, pushHostsOf } from "#worker/delivery/notifications/push-services.vocabulary.ts";
import { createLocalPushes } from "#worker/delivery/push/local-pushes.ts";
import { createPushStore } from "#worker/delivery/push/push.store.ts";
import { createPushes } from "#worker/delivery/push/pushes.ts";
import { createSender } from "#worker/delivery/push/sender.ts";
import { createVapid } from "#worker/delivery/push/vapid.ts";
import { keyIn } from "#worker/platform/databases.ts";
import type { Platform } from "./platform.ts";

export function otherServicesOf(env: Env): OtherServices {
  return { hosts: pushHostsOf(env), ...(__LOCAL__ && { local: env.PUSH_SERVICE }) };
}

/** Without keys, `pushes` is null and nothing is offered. */
export function createPushServices({ env, db, live, pushKeys, domainsStore }: Platform) {
  if (!pushKeys) return { pushes: null };
  const send = createSender({
    fetch: (url, init) => fetch(url, init),
    vapid: createVapid(pushKeys),
    otherServices: otherServicesOf(env),
    ...(__LOCAL__ && { keep: createLocalPushes(env.VISITORS, Date.now).keep }),
  });
  return {
    pushes: createPushes({
      store: createPushStore(db),
      send,
      enqueue: (jobs, delaySeconds) =>
        env.PUSH_QUEUE.sendBatch(
          jobs.map((job) => ({ body: { ...job, to: keyIn(env, job.to) } })),
          { delaySeconds },
        ),
      domainOf: domainsStore.findById,
      isLooking: live.looking,
    }),
  };
}
