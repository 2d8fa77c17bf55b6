// Settles refunds that the provider leaves to the operator, and gives back debits without a message. Until November 2026 a
// message concurrent with a block was charged and never written.
import { parseArgs } from "node:util";
import { decideRefund, type OpenRefund, openRefunds } from "#db/open-refunds.ts";
import { giveBack, type LostDebit, lostDebits } from "#db/refunds.ts";
import { money } from "#worker/platform/money.ts";
import { DATA } from "./data-folder.ts";
import { openStore, StoreError } from "./database.ts";
import { fail, refusing, time } from "./terminal.ts";

const USE = `Use: npm run refunds -- [--paid refund | --refused refund | --give-back --until 2026-11-22T14:00Z | --give-back --entry 12 …]
                       [--remote | --data folder]

  shows the money that members have asked back and no provider has confirmed, then the debits for messages that are not in the
  database, and why that may be
  --paid       you have returned this money yourself, in the provider's own pages: the product books it within ten minutes, writes
               the credit note and mails the member. The first word about a refund stands
  --refused    this money cannot be returned: the member has the credits back
  --give-back  with --until: gives back those that met a block before then, once, however often it runs. Say when the version
               that mends the fault was deployed: a message since then was there, also where a block came right after it.
               With --entry: gives back these entries, whatever became of their message.
  --remote     asks the deployed database, through wrangler
  --database DB_2  of a pool that has a database of its own`;

const MEANING: Record<LostDebit["why"], string> = {
  block: "met a block within 30 s: never written, or deleted by the block after seconds",
  later_block: "unclear: a later block of this member may have deleted the message",
  erasure: "unclear: the erasure of a partner may have deleted the message",
  no_trace: "unclear: nothing is known to have deleted it, but a block that was taken back leaves no trace",
};

const given = options();
const entries = given.entry?.map((one) => (/^[1-9]\d{0,14}$/.test(one) ? Number(one) : fail(USE)));
const until = given.until === undefined ? undefined : Date.parse(given.until);
if (given["give-back"] ? (entries === undefined) === (until === undefined) : entries || until !== undefined) fail(USE);
if (Number.isNaN(until)) fail(USE);

await refusing(refund, (error) => (error instanceof StoreError ? error.message : null));

async function refund(): Promise<void> {
  const { db } = openStore(given);
  if (given.paid !== undefined || given.refused !== undefined) return decide(db);
  await listOpen(db);
  const { results: found } = await db.prepare(lostDebits()).all<LostDebit>();
  if (found.length === 0) console.log("Every debit has its message, or was given back.");
  else console.table(found.map(({ at, why, ...debit }) => ({ ...debit, at: time(at), why: MEANING[why] })));
  if (given["give-back"]) {
    const statement = giveBack(Date.now(), entries ? { entries } : { until: until as number });
    const { results: given } = await db.prepare(statement).all<{ member: string; credits: number }>();
    const members = new Set(given.map(({ member }) => member)).size;
    const sum = given.reduce((all, { credits }) => all + credits, 0);
    console.log(`Given back: ${sum} credits for ${given.length} messages, to ${members} members.`);
  } else if (found.some(({ why }) => why === "block")) {
    console.log(
      "Nothing was changed. --give-back --until gives back those that met a block; the unclear ones, if you decide so, --entry by --entry.",
    );
  }
}

async function listOpen(db: D1Database): Promise<void> {
  const { results: open } = await db.prepare(openRefunds()).all<OpenRefund>();
  if (open.length === 0) return console.log("No money waits to be returned.");
  console.log(
    "Asked back and not confirmed by the provider. Return what is not returned there, then say --paid with the refund.",
  );
  console.table(
    open.map(({ since, amount, ...refund }) => ({ ...refund, amount: money(amount, refund.currency, "en"), since: time(since) })),
  );
}

async function decide(db: D1Database): Promise<void> {
  const id = String(given.paid ?? given.refused);
  if ((given.paid !== undefined && given.refused !== undefined) || given["give-back"] || !/^[0-9a-z]{1,40}$/.test(id)) fail(USE);
  const statement = decideRefund(id, given.paid === undefined ? "failed" : "done", Date.now());
  const { results } = await db.prepare(statement).all();
  if (results.length === 0) fail(`There is no open refund ${id}, or its outcome was said before. npm run refunds shows them.`);
  console.log(`Noted. The product books it within ten minutes${given.paid === undefined ? "" : " and mails the member"}.`);
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        "give-back": { type: "boolean", default: false },
        paid: { type: "string" },
        refused: { type: "string" },
        until: { type: "string" },
        entry: { type: "string", multiple: true },
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
