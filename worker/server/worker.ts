import { Hono } from "hono";
import { configured } from "#worker/backoffice/health/configuration.ts";
import { runTasks } from "#worker/backoffice/status/status.ts";
import { consumeMails, type MailJob } from "#worker/delivery/mail/mail.consumer.ts";
import type { PushJob } from "#worker/delivery/push/jobs.ts";
import { consumePushes } from "#worker/delivery/push/push.consumer.ts";
import { databasesOf, inDatabase } from "#worker/platform/databases.ts";
import type { CachedPages } from "./edge/cached-pages.ts";
import { address } from "./steps/address.ts";
import { ambientEdge } from "./steps/ambient-edge.ts";
import { author } from "./steps/author.ts";
import { bounce } from "./steps/bounce.ts";
import { cachedPage } from "./steps/cached-page.ts";
import { configuration } from "./steps/configuration.ts";
import { devPages } from "./steps/dev-pages.ts";
import { download } from "./steps/download.ts";
import { health } from "./steps/health.ts";
import { https } from "./steps/https.ts";
import { jsonApi } from "./steps/json-api.ts";
import { landerViews } from "./steps/lander-views.ts";
import { localTools } from "./steps/local-tools.ts";
import { maintenance } from "./steps/maintenance.ts";
import { media } from "./steps/media.ts";
import { noStaffPages } from "./steps/no-staff-pages.ts";
import { oldPath } from "./steps/old-path.ts";
import { operatorTransfer } from "./steps/operator-transfer.ts";
import { page } from "./steps/page.ts";
import { pageFailed } from "./steps/page-failed.ts";
import { pageMethods } from "./steps/page-methods.ts";
import { partner } from "./steps/partner.ts";
import { preview } from "./steps/preview.ts";
import { sameOrigin } from "./steps/same-origin.ts";
import { sharedFiles } from "./steps/shared-files.ts";
import { site } from "./steps/site.ts";
import { staffHost } from "./steps/staff-host.ts";
import { type FetchPage, pathOf, type Steps } from "./steps/step.ts";
import { cronTasks } from "./wiring/cron.ts";
import { servicesOf } from "./wiring/index.ts";
import { mailsOf, pushesOf } from "./wiring/queues.ts";

export function createWorker(fetchPage: FetchPage, cachedPages: CachedPages | null = null) {
  const steps = stepsOf(fetchPage, cachedPages);
  return {
    async fetch(request, unchecked, execution) {
      return steps.fetch(request, configured(unchecked).env, execution);
    },

    async queue(batch, unchecked) {
      const { env } = configured(unchecked);
      if (batch.queue.endsWith("-push")) await consumePushes(batch as MessageBatch<PushJob>, pushesOf(env));
      else await consumeMails(batch as MessageBatch<MailJob>, mailsOf(env));
    },

    async scheduled(event, unchecked) {
      const { env } = configured(unchecked);
      const run = async (name: string) => {
        const services = servicesOf(inDatabase(env, name));
        await runTasks(services.statusStore, cronTasks(services, event.scheduledTime), Date.now);
      };
      await Promise.all(databasesOf(env).map(run));
    },
  } satisfies ExportedHandler<Env, MailJob | PushJob>;
}

/** The policy of the Worker: a request goes from top to bottom, and the first step that answers ends it. */
function stepsOf(fetchPage: FetchPage, cachedPages: CachedPages | null) {
  const steps = new Hono<Steps>({ getPath: pathOf });
  if (__LOCAL__) steps.use(localTools);
  steps.use(configuration);
  steps.use(staffHost(fetchPage));
  steps.use(operatorTransfer(__LOCAL__));
  steps.use(landerViews);
  if (cachedPages) steps.use(cachedPage(cachedPages));

  steps.use(site);
  steps.use(https);
  steps.use(health);
  steps.use(media);

  steps.use(ambientEdge);
  steps.use(address);
  steps.use(preview);
  steps.use(noStaffPages(fetchPage));
  if (__LOCAL__) steps.use(devPages);
  steps.use(sharedFiles);
  steps.use(maintenance(fetchPage));
  steps.use(download);
  steps.use(partner);
  steps.use(jsonApi());

  steps.use(oldPath);
  steps.use(pageMethods);
  steps.use(sameOrigin);
  steps.use(author);
  steps.use(bounce);
  steps.use(page(fetchPage, cachedPages));
  steps.onError(pageFailed(fetchPage));
  return steps;
}
