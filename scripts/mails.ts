// Lists a member's mails and requeues failed ones, for support. Masks addresses by default and never shows bodies.
import { parseArgs } from "node:util";
import { DATA } from "./data-folder.ts";
import { openStore, StoreError } from "./database.ts";
import { fail, limitFrom, masked, refusing, time } from "./terminal.ts";

const USE = `Use: npm run mails -- [--to address] [--member id] [--failed] [--limit n] [--full] [--again id] [--remote | --data folder]

  --to       mails to this address (reads all mails; with a member's id, --member reads theirs only)
  --failed   only those that were given up
  --member   mails to this account       --again   sends a mail again that was given up, within a minute
  --full     addresses in full           --remote  asks the deployed database, through wrangler
  --database DB_2  of a pool that has a database of its own`;

type Run = <T>(sql: string, values: (string | number)[]) => Promise<T[]>;

interface Row {
  id: string;
  created_at: number;
  template: string;
  recipient: string;
  status: string;
  attempts: number;
  last_error: string | null;
  next_attempt_at: number;
  sent_at: number | null;
}

const given = options();
await refusing(
  async () => {
    const { db } = openStore(given);
    const run = async <T>(sql: string, values: (string | number)[]) => {
      const { results } = await db
        .prepare(sql)
        .bind(...values)
        .all<T>();
      return results;
    };
    if (given.again !== undefined) await again(given.again, run);
    else await list(run);
  },
  (error) => (error instanceof StoreError ? error.message : null),
);

async function again(id: string, run: Run): Promise<void> {
  const changed = await run(
    `UPDATE outbox SET status = 'queued', attempts = 0, last_error = NULL, next_attempt_at = ?
     WHERE id = ? AND status = 'failed' AND text <> '' RETURNING id`,
    [Date.now(), id],
  );
  if (changed.length === 0) fail("There is no such mail that was given up and of which the words are still kept (7 days).");
  console.log("It goes out with the next minute or two.");
}

async function list(run: Run): Promise<void> {
  const where = [
    given.to === undefined ? null : { sql: "recipient = ?", value: given.to.toLowerCase() },
    given.member === undefined ? null : { sql: "account_id = ?", value: given.member },
    given.failed ? { sql: "status = ?", value: "failed" } : null,
  ].filter((one) => one !== null);
  const found = await run<Row>(
    `SELECT id, created_at, template, recipient, status, attempts, last_error, next_attempt_at, sent_at FROM outbox
     ${where.length > 0 ? `WHERE ${where.map(({ sql }) => sql).join(" AND ")}` : ""} ORDER BY created_at DESC LIMIT ?`,
    [...where.map(({ value }) => value), limitFrom(given.limit) ?? fail(USE)],
  );
  if (found.length === 0) console.log("No such mails.");
  else console.table(found.map(shown));
}

function shown({ id, created_at, template, recipient, status, attempts, last_error, next_attempt_at, sent_at }: Row) {
  return {
    id,
    created: time(created_at),
    template,
    to: given.full ? recipient : masked(recipient),
    status,
    attempts,
    error: last_error ?? "",
    "sent or next try": sent_at !== null ? time(sent_at) : status === "queued" ? time(next_attempt_at) : "",
  };
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: "string" },
        member: { type: "string" },
        failed: { type: "boolean", default: false },
        full: { type: "boolean", default: false },
        limit: { type: "string", default: "30" },
        again: { type: "string" },
        remote: { type: "boolean", default: false },
        database: { type: "string", default: "DB" },
        data: { type: "string", default: DATA },
      },
    });
    return values;
  } catch {
    // unknown option
    return fail(USE);
  }
}
