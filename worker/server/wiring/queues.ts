import type { consumeMails } from "#worker/delivery/mail/mail.consumer.ts";
import type { PushJob } from "#worker/delivery/push/jobs.ts";
import type { Pushes } from "#worker/delivery/push/pushes.ts";
import { ofKey } from "#worker/platform/databases.ts";
import { servicesOf } from "./index.ts";

export function mailsOf(env: Env): Parameters<typeof consumeMails>[1] {
  return {
    async deliver(key, now) {
      const { env: its, id } = ofKey(env, key);
      return servicesOf(its).outbox.deliver(id, now);
    },
    async tell(keys, now) {
      let mails = 0;
      const byDatabase = Map.groupBy(
        keys.map((key) => ofKey(env, key)),
        (member) => member.env,
      );
      for (const [its, members] of byDatabase)
        mails += (
          await servicesOf(its).notificationMails.tell(
            members.map(({ id }) => id),
            now,
          )
        ).mails;
      return { mails };
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
