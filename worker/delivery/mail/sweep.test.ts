import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outbox } from "#db/schema/index.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import worker from "#tests/setup/worker.ts";
import { DAY } from "#worker/platform/durations.ts";
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

test("sessions that only mark known devices are deleted when no cookie can show them any more", async () => {
  const id = await addMember();
  const now = Date.now();
  const ended = (hash: string, expiresAt: number) =>
    env.DB.prepare(
      "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, 'liaison', '', 0, ?)",
    ).bind(hash, id, expiresAt);
  await env.DB.batch([ended("long ago", now - 32 * DAY), ended("lately", now - 30 * DAY), ended("open", now + DAY)]);
  await tick(now);
  const { results } = await env.DB.prepare("SELECT token_hash FROM sessions WHERE account_id = ? ORDER BY expires_at")
    .bind(id)
    .all();
  expect(results.map((row) => row.token_hash)).toEqual(["lately", "open"]);
});
