import { DurableObject } from "cloudflare:workers";

/** As in wrangler.toml. Delays in seconds. */
const CONSUMERS: Record<string, { retries: number; delay: number }> = {
  "liaison-mail": { retries: 5, delay: 30 },
  "liaison-push": { retries: 3, delay: 90 },
};
const AT_ONCE = 10;

type Deliver = (batch: MessageBatch<unknown>) => Promise<unknown>;

interface Kept extends Record<string, SqlStorageValue> {
  id: number;
  body: string;
  attempts: number;
  created_at: number;
}

/** Keeps the messages of one queue on disk until their consumer took them. At least once, as Cloudflare Queues. */
export abstract class KeptQueue extends DurableObject {
  readonly #sql: SqlStorage;

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env as never);
    this.#sql = ctx.storage.sql;
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS messages (
      id INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, body TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL, due_at INTEGER NOT NULL)`);
    this.#sql.exec("CREATE INDEX IF NOT EXISTS messages_due ON messages (due_at, id)");
  }

  protected abstract deliver(batch: MessageBatch<unknown>): Promise<unknown>;

  /** Resolves when the messages are on disk. Delays in seconds. */
  async keep(queue: string, messages: { body: string; delay: number }[]): Promise<void> {
    const now = Date.now();
    for (const { body, delay } of messages)
      this.#sql.exec(
        "INSERT INTO messages (queue, body, created_at, due_at) VALUES (?, ?, ?, ?)",
        queue,
        body,
        now,
        now + delay * 1000,
      );
    await this.wake();
  }

  /** Idempotent; the cron calls it in case an alarm was lost. */
  async wake(): Promise<void> {
    const due = this.#nextDue();
    if (due === null) return;
    const planned = await this.ctx.storage.getAlarm();
    if (planned === null || planned > due) await this.ctx.storage.setAlarm(due);
  }

  /** Never throws: the runtime gives an alarm up after six failures. */
  override async alarm(): Promise<void> {
    try {
      await deliverDue(this.#sql, (batch) => this.deliver(batch));
    } catch (error) {
      console.log(JSON.stringify({ level: "error", event: "queue failed", error: String(error) }));
      await this.ctx.storage.setAlarm(Date.now() + 30_000);
      return;
    }
    const due = this.#nextDue();
    if (due !== null) await this.ctx.storage.setAlarm(due);
  }

  #nextDue(): number | null {
    return this.#sql.exec<{ due: number | null }>("SELECT min(due_at) AS due FROM messages").one().due;
  }
}

async function deliverDue(sql: SqlStorage, deliver: Deliver): Promise<void> {
  const [head] = sql
    .exec<{ queue: string }>("SELECT queue FROM messages WHERE due_at <= ? ORDER BY due_at, id LIMIT 1", Date.now())
    .toArray();
  if (!head) return;
  const rows = sql
    .exec<Kept>(
      "SELECT id, body, attempts, created_at FROM messages WHERE queue = ? AND due_at <= ? ORDER BY due_at, id LIMIT ?",
      head.queue,
      Date.now(),
      AT_ONCE,
    )
    .toArray();
  const again = await againAfter(head.queue, rows, deliver);
  const { retries, delay } = CONSUMERS[head.queue] ?? { retries: 3, delay: 60 };
  for (const { id, attempts } of rows) {
    const wait = again.get(id);
    if (wait === undefined) sql.exec("DELETE FROM messages WHERE id = ?", id);
    else if (attempts >= retries) {
      sql.exec("DELETE FROM messages WHERE id = ?", id);
      console.log(JSON.stringify({ level: "warn", event: "queue message given up", queue: head.queue, attempts: attempts + 1 }));
    } else
      sql.exec("UPDATE messages SET attempts = attempts + 1, due_at = ? WHERE id = ?", Date.now() + (wait ?? delay) * 1000, id);
  }
}

/** Seconds to wait by id of a message that is to come again; null for the queue's own delay. */
async function againAfter(queue: string, rows: Kept[], deliver: Deliver): Promise<Map<number, number | null>> {
  const again = new Map<number, number | null>();
  const retry = (id: number) => (options?: QueueRetryOptions) => void again.set(id, options?.delaySeconds ?? null);
  const messages = rows.map(({ id, body, attempts, created_at }) => ({
    id: String(id),
    timestamp: new Date(created_at),
    body: JSON.parse(body) as unknown,
    attempts: attempts + 1,
    ack: () => void again.delete(id),
    retry: retry(id),
  }));
  const retryAll = (options?: QueueRetryOptions) => {
    for (const { id } of rows) retry(id)(options);
  };
  const batch = { queue, messages, ackAll: () => again.clear(), retryAll } as unknown as MessageBatch<unknown>;
  try {
    await deliver(batch);
  } catch (error) {
    console.log(JSON.stringify({ level: "error", event: "queue consumer failed", queue, error: String(error) }));
    retryAll();
  }
  return again;
}
