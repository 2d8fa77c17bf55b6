import { log } from "#worker/platform/log.ts";
import type { Delivery } from "./receipts.sql.ts";
import type { ReceiptsStore } from "./receipts.store.ts";

/** In ms: most messages are read, or followed by the next one, before. The platform ends work 30 s after an answer. */
const WRITTEN_AFTER = 20_000;

interface Deps {
  receipts: Pick<ReceiptsStore, "deliverAll">;
  inTime(ms: number, work: () => Promise<unknown>): void;
}

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Receipts of messages that reached a browser. The next message or a read receipt writes them with its own rows, else a later write. */
export function createDeliveries({ receipts, inTime }: Deps) {
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
      writesAt = now + WRITTEN_AFTER;
      inTime(WRITTEN_AFTER, async () => {
        writesAt = 0;
        if (waiting.size > 0) await write();
      });
    },

    /** For a write of the reader's side that happens anyway; `drop` follows it. */
    waiting: (reader: string, conversation: string): Delivery | null => waiting.get(keyOf({ reader, conversation })) ?? null,

    /** Another write has marked them. */
    drop(delivery: Pick<Delivery, "reader" | "conversation" | "seq">): void {
      const known = waiting.get(keyOf(delivery));
      if (known && known.seq <= delivery.seq) waiting.delete(keyOf(delivery));
    },
  };
}

function keyOf({ reader, conversation }: Pick<Delivery, "reader" | "conversation">): string {
  return `${conversation} ${reader}`;
}
