import type { LiveObjects } from "#worker/live/objects.ts";
import { jobsOf, type PushJob } from "./jobs.ts";

/** Never throws: push is an extra. */
type Notify = (jobs: PushJob[]) => Promise<void>;

/** What a member without a visible page is told live, the devices are told by push. The queue asks again. */
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
