// Adds up every balance, lot, payment, receipt and discount of a database. Changes nothing.
import { parseArgs } from "node:util";
import { audit, type OpenOrder } from "#db/audit.ts";
import { DATA } from "./data-folder.ts";
import { openStore, StoreError } from "./database.ts";
import { beside } from "./snapshot.ts";
import { fail, refusing } from "./terminal.ts";

const USE = `Use: npm run audit -- [--remote | --data folder]

  names the first entry, payment or receipt that does not add up, by each rule; ends with 1 if there is one
  names every order that we ended and that its provider may have been paid for
  --remote  the deployed database, through wrangler
  --database DB_2  of a pool that has a database of its own`;

const given = options();

await refusing(
  async () => {
    const { db } = openStore(given);
    const { checks, findings, orders, counted } = await beside(db, (db) =>
      audit(db, (check, number, of) => console.log(`  ${number} of ${of}: ${check}`)),
    );
    const read = `${counted.entries} entries, ${counted.payments} payments, ${counted.receipts} receipts`;
    tell(orders);
    for (const { check, what, why } of findings) console.error(`✖ ${check}: ${what} (${why})`);
    if (findings.length === 0) console.log(`✓ The books add up: ${checks} rules over ${read}.`);
    else fail(`${findings.length} of ${checks} rules do not hold over ${read}.`);
  },
  (error) => (error instanceof StoreError ? error.message : null),
);

function tell(orders: OpenOrder[]): void {
  const [first] = orders;
  if (!first) return;
  console.log(`▸ ${first.total} orders that we ended may have been paid. Their providers are asked until they say the end:`);
  for (const { payment, status, provider, reference, amount, currency, since } of orders)
    console.log(
      `  ${payment} ${status}, ${provider} ${reference ?? "without a number"}, ${amount} ${currency}, ${new Date(since).toISOString()}`,
    );
  if (first.total > orders.length) console.log(`  and ${first.total - orders.length} older ones`);
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
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
