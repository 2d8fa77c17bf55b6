import { log } from "#worker/platform/log.ts";
import type { PushJob } from "./jobs.ts";
import type { Pushes } from "./pushes.ts";

/** In seconds; longer than a lease, so that a repeated batch finds it over. */
const AGAIN_AFTER = 90;

export async function consumePushes(batch: MessageBatch<PushJob>, pushes: Pick<Pushes, "deliver"> | null): Promise<void> {
  try {
    await pushes?.deliver(
      batch.messages.map(({ body }) => body),
      Date.now(),
    );
    batch.ackAll();
  } catch (error) {
    log("error", "pushes not delivered", { error });
    batch.retryAll({ delaySeconds: AGAIN_AFTER });
  }
}
