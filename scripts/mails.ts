// What became of the mails to a member, and one more try for those that were given up. Says whom a mail was for only by half
// unless asked, and never what was in it.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dirname, "..");
const USE = `Use: npm run mails -- [--to address] [--member id] [--failed] [--limit n] [--full] [--again id] [--remote | --data folder]

  --to       mails to this address       --failed  only those that were given up
  --member   mails to this account       --again   sends a mail again that was given up, within a minute
  --full     addresses in full           --remote  asks the deployed database, through wrangler`;

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

const asked = options();
const again = asked.again;
if (again !== undefined) {
  const changed = run(
    `UPDATE outbox SET status = 'queued', attempts = 0, last_error = NULL, next_attempt_at = ${Date.now()}
     WHERE id = ${quoted(again)} AND status = 'failed' AND text <> '' RETURNING id`,
  );
  if (changed.length === 0) fail("There is no such mail that was given up and of which the words are still kept (7 days).");
  console.log("It goes out with the next minute or two.");
} else {
  const where = [
    asked.to === undefined ? null : `recipient = ${quoted(asked.to.toLowerCase())}`,
    asked.member === undefined ? null : `account_id = ${quoted(asked.member)}`,
    asked.failed ? "status = 'failed'" : null,
  ].filter((one) => one !== null);
  const found = run(
    `SELECT id, created_at, template, recipient, status, attempts, last_error, next_attempt_at, sent_at FROM outbox
     ${where.length > 0 ? `WHERE ${where.join(" AND ")}` : ""} ORDER BY created_at DESC LIMIT ${limit()}`,
  ) as unknown as Row[];
  if (found.length === 0) console.log("No such mails.");
  else console.table(found.map(shown));
}

function shown({ id, created_at, template, recipient, status, attempts, last_error, next_attempt_at, sent_at }: Row) {
  return {
    id,
    created: time(created_at),
    template,
    to: asked.full ? recipient : masked(recipient),
    status,
    attempts,
    error: last_error ?? "",
    "sent or next try": sent_at !== null ? time(sent_at) : status === "queued" ? time(next_attempt_at) : "",
  };
}

/** `anna@example.org` as `a…@example.org`. */
function masked(address: string): string {
  return address.replace(/^(.)[^@]*@/, "$1…@");
}

function time(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

function run(sql: string): Record<string, unknown>[] {
  return asked.remote ? remote(sql) : local(sql);
}

/** The database of an instance on this machine, running or not: SQLite lets several at it. */
function local(sql: string): Record<string, unknown>[] {
  const folder = resolve(ROOT, asked.data);
  const [file] = globSync("d1/*/*.sqlite", { cwd: folder, exclude: (path) => path.endsWith("metadata.sqlite") });
  if (!file) fail(`There is no database in ${asked.data}. Run npm start once, or say --data or --remote.`);
  const db = new DatabaseSync(join(folder, file));
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

function remote(sql: string): Record<string, unknown>[] {
  const command = ["d1", "execute", "liaison", "--remote", "--json", "--command", sql];
  const { status, stdout, stderr } = spawnSync(join(ROOT, "node_modules/.bin/wrangler"), command, {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (status !== 0) fail(stderr || stdout);
  return (JSON.parse(stdout) as { results: Record<string, unknown>[] }[]).flatMap(({ results }) => results);
}

/** A text in SQL. Wrangler takes no parameters. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll("\0", "")}'`;
}

function limit(): number {
  const wanted = Number(asked.limit);
  return Number.isInteger(wanted) && wanted > 0 && wanted <= 1000 ? wanted : fail(USE);
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
        data: { type: "string", default: ".data/local" },
      },
    });
    return values;
  } catch {
    // an option that is not known
    return fail(USE);
  }
}

function fail(text: string): never {
  console.error(`\n✖ ${text}\n`);
  process.exit(1);
}
