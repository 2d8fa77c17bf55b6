import type { Outbox } from "./outbox.ts";

/** Delivers the mails of a queue batch; each message is acknowledged or retried for itself. */
export async function consumeMails(batch: MessageBatch<{ id: string }>, outbox: Outbox): Promise<void> {
  for (const message of batch.messages) {
    const wait = await outbox.deliver(message.body.id, Date.now());
    if (wait === null) message.ack();
    else message.retry({ delaySeconds: Math.min(Math.ceil(wait / 1000), 43_200) });
  }
}
