import { log } from "#worker/platform/log.ts";
import type { Outbox } from "./outbox.ts";

/** Seconds. The sweep covers longer waits: a queue drops a message after its retry limit. */
const LONGEST_WAIT = 3600;

/** Acknowledges or retries each message separately. */
export async function consumeMails(batch: MessageBatch<{ id: string }>, outbox: Pick<Outbox, "deliver">): Promise<void> {
  for (const message of batch.messages) {
    try {
      const wait = await outbox.deliver(message.body.id, Date.now());
      if (wait === null) message.ack();
      else message.retry({ delaySeconds: Math.min(Math.ceil(wait / 1000), LONGEST_WAIT) });
    } catch (error) {
      // D1 did not answer. The mail row keeps its state for the retry.
      log("error", "mail not delivered", { mail: message.body.id, error });
      message.retry();
    }
  }
}
