import { env } from "cloudflare:workers";
import type { PushJob } from "#worker/delivery/push/jobs.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { countedD1 } from "./query-cost.ts";

/** Services whose push jobs are stored instead of queued. Another database makes them anew. */
export function servicesWithPushes() {
  const jobs: PushJob[] = [];
  const sendBatch = async (batch: { body: PushJob }[]) => void jobs.push(...batch.map(({ body }) => body));
  const services = servicesOf({ ...env, DB: countedD1(env.DB).db, PUSH_QUEUE: { sendBatch } } as unknown as Env);
  return { services, jobsFor: (member: string) => jobs.filter(({ to }) => to === member) };
}
