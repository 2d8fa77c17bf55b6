// Adds up every balance, lot, payment, receipt and discount of a database. Changes nothing.
import { parseArgs } from "node:util";
import { audit } from "#db/audit.ts";
import { askedStore, StoreError } from "./database.ts";
import { fail, refusing } from "./terminal.ts";

const USE = `Use: npm run audit -- [--remote | --data folder]

  names the first entry, payment or receipt that does not add up, by each rule; ends with 1 if there is one
  --remote  the deployed database, through wrangler
  --database DB_2  of a pool that has a database of its own`;

const asked = options();

await refusing(
  async () => {
    const { db } = askedStore(asked);
    const { checks, findings, counted } = await audit(db);
    const read = `${counted.entries} entries, ${counted.payments} payments, ${counted.receipts} receipts`;
    for (const { check, what, why } of findings) console.error(`✖ ${check}: ${what} (${why})`);
    if (findings.length === 0) console.log(`✓ The books add up: ${checks} rules over ${read}.`);
    else fail(`${findings.length} of ${checks} rules do not hold over ${read}.`);
  },
  (error) => (error instanceof StoreError ? error.message : null),
);

function options() {
  try {
    const { values } = parseArgs({
      options: {
        remote: { type: "boolean", default: false },
        database: { type: "string", default: "DB" },
        data: { type: "string", default: ".data/local" },
      },
    });
    return values;
  } catch {
    // unknown option
    return fail(USE);
  }
}
