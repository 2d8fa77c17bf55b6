import { log } from "#worker/platform/log.ts";
import type { NotificationMails } from "./notification-mails.ts";
import type { Outbox } from "./outbox.ts";

/** Seconds. The sweep covers longer waits: a queue drops a message after its retry limit. */
const LONGEST_WAIT = 3600;

/** The id of a mail to deliver, or ids of members whose news is due. */
export type MailJob = { id: string } | { members: string[] };

type Deps = Pick<Outbox, "deliver"> & Pick<NotificationMails, "tell">;

/** Acknowledges or retries each message separately. */
export async function consumeMails(batch: MessageBatch<MailJob>, { deliver, tell }: Deps): Promise<void> {
  for (const message of batch.messages) {
    const { body } = message;
    try {
      if ("members" in body) await tell(body.members, Date.now());
      const wait = "id" in body ? await deliver(body.id, Date.now()) : null;
      if (wait === null) message.ack();
      else message.retry({ delaySeconds: Math.min(Math.ceil(wait / 1000), LONGEST_WAIT) });
    } catch (error) {
      // D1 did not answer. The mail row keeps its state for the retry.
      log("error", "mail not delivered", { mail: "id" in body ? body.id : null, error });
      message.retry();
    }
  }
}
