import { log } from "../lib/log.ts";
import type { Outbox } from "./outbox.ts";

/** Longer waits are left to the sweep: a queue forgets a message after so many retries, D1 does not. */
const LONGEST_WAIT = 3600;

/** Delivers the mails of a queue batch; each message is acknowledged or retried for itself. */
export async function consumeMails(batch: MessageBatch<{ id: string }>, outbox: Outbox): Promise<void> {
  for (const message of batch.messages) {
    try {
      const wait = await outbox.deliver(message.body.id, Date.now());
      if (wait === null) message.ack();
      else message.retry({ delaySeconds: Math.min(Math.ceil(wait / 1000), LONGEST_WAIT) });
    } catch (error) {
      // D1 did not answer: the row tells the next one what is to be done.
      log("error", "mail not delivered", { mail: message.body.id, error });
      message.retry();
    }
  }
}
