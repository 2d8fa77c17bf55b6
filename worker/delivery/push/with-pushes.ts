import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { jobsOf, type PushJob } from "./jobs.ts";

/** Never throws: push is an extra. */
type Notify = (jobs: PushJob[]) => Promise<void>;

/** Repeats live events as push messages for members without a visible page. The queue checks again. */
export function withPushes(live: LiveObjects, notify: Notify, after: (work: Promise<unknown>) => void): LiveObjects {
  return {
    ...live,
    async tell(memberId, news) {
      const reach = await live.tell(memberId, news);
      const jobs = [...(reach.looking || news.devices === false ? [] : jobsOf(memberId, news.events)), ...(news.pushes ?? [])];
      if (jobs.length > 0) after(notify(jobs));
      return reach;
    },
  };
}
