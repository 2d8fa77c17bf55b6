import { AFTER_ANSWER } from "#worker/platform/durations.ts";
import { log } from "#worker/platform/log.ts";
import type { Delivery } from "./receipts.sql.ts";
import type { ReceiptsStore } from "./receipts.store.ts";

interface Deps {
  receipts: Pick<ReceiptsStore, "deliverAll">;
  later(work: () => Promise<unknown>): void;
}

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Marks of messages that reached a browser: written together, and not at all where a read receipt came first. */
export function createDeliveries({ receipts, later }: Deps) {
  const waiting = new Map<string, Delivery>();
  let writesAt = 0;

  async function write(): Promise<void> {
    const all = [...waiting.values()];
    waiting.clear();
    try {
      await receipts.deliverAll(all);
    } catch (error) {
      // The reader's next fetch marks them.
      log("warn", "deliveries not marked", { error });
    }
  }

  return {
    add(delivery: Delivery): void {
      waiting.set(keyOf(delivery), delivery);
      const now = Date.now();
      if (now < writesAt) return;
      // A write that was promised and did not come is promised again; until then the reader's next fetch marks them.
      writesAt = now + AFTER_ANSWER;
      later(async () => {
        writesAt = 0;
        if (waiting.size > 0) await write();
      });
    },

    /** The read receipt has marked them. */
    drop(delivery: Pick<Delivery, "reader" | "conversation" | "seq">): void {
      const known = waiting.get(keyOf(delivery));
      if (known && known.seq <= delivery.seq) waiting.delete(keyOf(delivery));
    },
  };
}

function keyOf({ reader, conversation }: Pick<Delivery, "reader" | "conversation">): string {
  return `${conversation} ${reader}`;
}
