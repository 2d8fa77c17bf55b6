import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outbox } from "#db/schema/index.ts";
import { contextOf } from "#tests/setup/context.ts";
import worker from "#tests/setup/worker.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createMails } from "./mails.ts";

const tick = (now: number) => worker.scheduled(createScheduledController({ scheduledTime: new Date(now) }), env);

test("a mail whose queue message was lost still arrives, by cron, queue and mailer", async () => {
  const ctx = await contextOf({ now: Date.now() - 2 * 60_000 });
  const row = await createMails(async () => {}).alreadyMember(ctx, {
    id: newId(),
    email: "anna@example.org",
    name: "Anna",
    language: "en",
  });
  await connect(env.DB).insert(outbox).values(row);
  await tick(Date.now());
  await expect.poll(() => servicesOf(env).outboxStore.find(row.id)).toMatchObject({ status: "sent", attempts: 1 });
});
