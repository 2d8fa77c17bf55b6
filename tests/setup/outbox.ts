import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { connect } from "#db/client.ts";
import { outbox as outboxTable } from "#db/schema/index.ts";
import { createMails } from "#worker/delivery/mail/mails.ts";
import { createOutboxStore } from "#worker/delivery/mail/outbox.store.ts";
import { createOutbox, type Message } from "#worker/delivery/mail/outbox.ts";
import { newId } from "#worker/platform/ids.ts";
import { contextOf, NOON } from "./context.ts";

export const db = connect(env.DB);
export const store = createOutboxStore(db, { keepBodies: true });
const mails = createMails(async () => {});

/** An outbox with a fake mailer and queue. */
export function outboxOf(send: (message: Message) => unknown = () => {}) {
  const sent: Message[] = [];
  const queued: string[][] = [];
  const outbox = createOutbox({
    store,
    async send(message) {
      await send(message);
      sent.push(message);
    },
    async enqueue(ids) {
      queued.push(ids);
    },
  });
  return { outbox, sent, queued };
}

export async function addMail(now = NOON): Promise<string> {
  const row = await mails.activation(await contextOf({ now }), {
    id: newId(),
    email: "anna@example.org",
    name: "Anna",
    language: "en",
    link: "http://localhost/x",
    code: "123456",
    hours: 48,
  });
  await db.insert(outboxTable).values(row);
  return row.id;
}
/** One optional and one mandatory mail. */
export async function addBoth(member: string): Promise<[optional: string, needed: string]> {
  const [optional, needed] = [await addMail(), await addMail()];
  const address = env.DB.prepare("UPDATE outbox SET account_id = ?, template = iif(?2, 'new_like', template) WHERE id = ?3");
  await env.DB.batch([address.bind(member, 1, optional), address.bind(member, 0, needed)]);
  return [optional, needed];
}
export const stateOf = async (id: string) => {
  const { status, attempts, lastError, nextAttemptAt, sentAt } = (await store.find(id)) ?? expect.unreachable();
  return { status, attempts, lastError, wait: nextAttemptAt - NOON, sentAt };
};
export const failing = (code: string) => () => {
  throw Object.assign(new Error("refused"), { code });
};
