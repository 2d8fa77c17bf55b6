import { parseArgs } from "node:util";
import { connect } from "#db/client.ts";
import { percentOf } from "#worker/billing/discounts/built-in.ts";
import { type AddedCode, createCodesStore, type ListedCode } from "#worker/billing/discounts/codes.store.ts";
import { normalCode } from "#worker/billing/discounts/codes.ts";
import { newCode } from "#worker/billing/discounts/new-code.ts";
import { readDomainFiles } from "./data.ts";
import { DATA } from "./data-folder.ts";
import { openStore, StoreError } from "./database.ts";
import { fail, orFail, refusing, time } from "./terminal.ts";

const USE = `Use: npm run codes -- list <domain>
     npm run codes -- add <domain> <code> --percent 20 [--until 2026-12-31T23:00Z] [--country AT] [--account <id>]
                      [--minimum 2499 --currency EUR] [--methods card,ideal] [--validity once-per-user|once|unlimited]
     npm run codes -- end <domain> <code>                    each with [--remote | --data folder]

  --percent   0.1 to 99, one decimal at most    --minimum   in the currency's smallest unit, before the discount
  --validity  once-per-user (default): each member in one order; once: one order of anybody; unlimited
  --remote    the deployed database, through wrangler
  --database DB_2  of a pool that has a database of its own`;

const { verb, wanted, code, options } = readArguments();
const domain =
  orFail(readDomainFiles).find(({ id, hosts }) => id === wanted || hosts.includes(wanted)) ??
  fail(`There is no domain "${wanted}" in db/domains.`);

await refusing(
  async () => {
    const { db } = openStore(options);
    const store = createCodesStore(connect(db));
    if (verb === "list") {
      const codes = await store.list(domain.id);
      if (codes.length === 0) console.log(`${domain.id} has no codes of its own.`);
      else console.table(codes.map(shown));
    } else if (verb === "add") {
      if (!(await store.add(row()))) fail(`${domain.id} has a code ${code} already; an ended code does not come back.`);
      console.log(
        `✓ ${code} takes ${options.percent} % off on ${domain.id}. A link to any page with ?discountcode=${code} keeps it.`,
      );
    } else {
      if (!(await store.end(domain.id, code))) fail(`${domain.id} has no code ${code} that is active.`);
      console.log(`✓ ${code} has ended. Orders that were begun with it keep it.`);
    }
  },
  (error) => (error instanceof StoreError ? error.message : null),
);

function row(): AddedCode {
  const { percent = "", until, country, account, minimum, currency, methods, validity } = options;
  const made = newCode(
    { code, percent, until, country, account, minimum, currency, methods, validity },
    domain as NonNullable<typeof domain>,
    Date.now(),
  );
  return "message" in made ? fail(made.message) : made;
}

function shown({ code, percentage, expiresAt, status, validity, reserved, used, ...rest }: ListedCode) {
  const { country, currency, minimumOrder, methods, accountId } = rest;
  const ended = status === "inactive" || (expiresAt !== null && expiresAt <= Date.now());
  return {
    code,
    percent: percentOf(percentage),
    state: ended ? "ended" : "active",
    until: expiresAt === null ? "" : time(expiresAt),
    validity,
    for: [country, currency, minimumOrder && `from ${minimumOrder}`, methods?.join(" "), accountId].filter(Boolean).join(", "),
    "open orders": reserved,
    "paid orders": used,
  };
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        percent: { type: "string" },
        until: { type: "string" },
        country: { type: "string" },
        account: { type: "string" },
        minimum: { type: "string" },
        currency: { type: "string" },
        methods: { type: "string" },
        validity: { type: "string", default: "once-per-user" },
        remote: { type: "boolean", default: false },
        database: { type: "string", default: "DB" },
        data: { type: "string", default: DATA },
      },
    });
    const [verb, wanted, code = ""] = positionals;
    const words = verb === "list" ? 2 : 3;
    if (wanted && positionals.length === words && (verb === "list" || verb === "add" || verb === "end"))
      return { verb, wanted, code: normalCode(code), options: values };
  } catch {
    // unknown option
  }
  return fail(USE);
}
