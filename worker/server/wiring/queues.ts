import type { Outbox } from "#worker/delivery/mail/outbox.ts";
import type { PushJob } from "#worker/delivery/push/jobs.ts";
import type { Pushes } from "#worker/delivery/push/pushes.ts";
import { ofKey } from "#worker/platform/databases.ts";
import { servicesOf } from "./index.ts";

export function mailsOf(env: Env): Pick<Outbox, "deliver"> {
  return {
    async deliver(key, now) {
      const { env: its, id } = ofKey(env, key);
      return servicesOf(its).outbox.deliver(id, now);
    },
  };
}

/** A failing database fails the batch when the others are done: a repeated job finds its push sent. */
export function pushesOf(env: Env): Pick<Pushes, "deliver"> {
  return {
    async deliver(jobs, now) {
      const parts = new Map<Env, PushJob[]>();
      for (const job of jobs) {
        const { env: its, id } = ofKey(env, job.to);
        parts.set(its, [...(parts.get(its) ?? []), { ...job, to: id }]);
      }
      const results = await Promise.allSettled([...parts].map(async ([its, part]) => servicesOf(its).pushes?.deliver(part, now)));
      const failed = results.find((result) => result.status === "rejected");
      if (failed) throw failed.reason;
    },
  };
}
