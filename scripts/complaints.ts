import { parseArgs } from "node:util";
import { connect } from "#db/client.ts";
import { COMPLAINT_OUTCOMES } from "#db/schema/attributes.ts";
import { type ComplaintLine, type ComplaintRow, createComplaintsStore } from "#worker/backoffice/complaints/complaints.store.ts";
import { createAnswers, stateOf } from "#worker/backoffice/complaints/complaints.ts";
import { createMails } from "#worker/delivery/mail/mails.ts";
import { AppError } from "#worker/platform/errors.ts";
import { EncodingError } from "#worker/platform/utf8.ts";
import { domainReader } from "#worker/sites/domains/domain-file.ts";
import { createDomainsStore } from "#worker/sites/domains/domains.store.ts";
import { originOf } from "#worker/sites/domains/origin.ts";
import { DATA } from "./data-folder.ts";
import { servedPort } from "./data-lock.ts";
import { openStore, StoreError } from "./database.ts";
import { isDeployed } from "./own/own-store.ts";
import { fail, limitFrom, masked, refusing, time } from "./terminal.ts";
import { readText } from "./text-file.ts";

const USE = `Use: npm run complaints -- list [--all] [--limit n]
     npm run complaints -- show <reference> [--full]
     npm run complaints -- answer <reference> --text "…"     or --file answer.txt
     npm run complaints -- close <reference>                 each with [--remote | --data folder]

  --outcome what the answer says: ${COMPLAINT_OUTCOMES.join(", ")} (default)
  --all     also what is answered or closed    --full    names and addresses in full
  --port    of the local server, for the link in the mail (default: the running one with this data, or 8787)
  --remote  the deployed database, through wrangler
  --database DB_2  of a pool that has a database of its own`;

const NO_ADDRESS = "No address was given, so nobody is written to.";

const { verb, reference, options } = readArguments();
await refusing(
  async () => {
    const { db } = openStore(options);
    const database = connect(db);
    const store = createComplaintsStore(database);
    // The script reaches no queue: the cron takes the mail within two minutes.
    const mails = createMails(async () => {});
    const complaints = createAnswers({ store, mails });
    if (verb === "list") {
      list(await store.list(options.all ? "all" : "open", limitFrom(options.limit) ?? fail(USE)));
      return;
    }
    const complaint = await complaints.find(reference);
    if (verb === "show") {
      show(complaint);
      return;
    }
    if ((verb === "close" || verb === "answer") && complaint.kind === "intimate_picture")
      fail("Pictures wait for this decision: decide at /staff/complaints.");
    if (verb === "close") {
      await complaints.close(reference, Date.now());
      console.log(`✓ ${complaint.reference} is closed. Nobody is written to.`);
      return;
    }
    const domain = await createDomainsStore(database, domainReader({ local: !isDeployed(options) })).findById(complaint.domainId);
    if (!domain) fail(`The domain ${complaint.domainId} is gone: there is nobody to write in the name of.`);
    const origin = originOf(domain, isDeployed(options) ? undefined : (options.port ?? servedPort(options.data)));
    const words = options.file === undefined ? (options.text ?? "") : readText(options.file);
    const ctx = { domain, origin, country: complaint.country, now: Date.now() };
    const { mailed } = await complaints.answer(ctx, reference, words, outcome());
    console.log(
      `✓ ${complaint.reference} is answered. ${mailed ? "The mail goes out with the next minute or two." : NO_ADDRESS}`,
    );
  },
  (error) => (error instanceof StoreError ? error.message : refusalOf(error)),
);

/** Null for an unexpected failure. */
function refusalOf(error: unknown): string | null {
  if (error instanceof AppError) {
    if (error.code === "not_found") return `There is no complaint ${reference}.`;
    if (error.code === "conflict") return `${reference} is answered or closed already.`;
    const [field] = error.fields ?? [];
    return field?.code === "too_long" ? `An answer has ${field.params?.max} characters at most.` : "An answer needs some words.";
  }
  if (error instanceof EncodingError) return `${options.file} ${error.message}.`;
  return error instanceof Error && "code" in error && error.code === "ENOENT" ? `There is no file ${options.file}.` : null;
}

function list(rows: ComplaintLine[]): void {
  const none = options.all ? "No complaints." : "No complaint waits for an answer.";
  if (rows.length === 0) console.log(none);
  else console.table(rows.map(shown));
}

function shown(row: ComplaintLine) {
  return {
    reference: row.reference,
    received: time(row.createdAt),
    kind: row.kind,
    domain: row.domainId,
    language: row.language,
    state: stateOf(row),
    "can be written to": row.reachable ? "yes" : "no",
    begins: row.beginning.replace(/\s+/g, " "),
  };
}

function show(row: ComplaintRow): void {
  const { email, name } = row;
  const from = options.full ? `${name ?? ""} ${email ?? ""}` : `${name?.replace(/(?<=^.).*/u, "…") ?? ""} ${masked(email ?? "")}`;
  const lines = {
    Reference: row.reference,
    State: row.outcome ?? stateOf(row),
    Kind: row.kind,
    Received: time(row.createdAt),
    Domain: row.domainId,
    Country: row.country,
    Language: row.language,
    From: from.trim() || "nobody who said so",
    Member: row.accountId ?? "not logged in, or erased since",
    About: row.link ?? "",
  };
  for (const [name, value] of Object.entries(lines)) console.log(`${`${name}:`.padEnd(11)}${value}`);
  console.log(`\n${row.text}`);
  if (row.answer !== null) console.log(`\nAnswered ${time(row.answeredAt ?? 0)}:\n\n${row.answer}`);
}

function outcome() {
  return COMPLAINT_OUTCOMES.find((one) => one === options.outcome) ?? fail(USE);
}

function readArguments() {
  try {
    const { values: options, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        all: { type: "boolean", default: false },
        full: { type: "boolean", default: false },
        limit: { type: "string", default: "50" },
        text: { type: "string" },
        file: { type: "string" },
        outcome: { type: "string", default: "answered" },
        port: { type: "string" },
        remote: { type: "boolean", default: false },
        database: { type: "string", default: "DB" },
        data: { type: "string", default: DATA },
      },
    });
    const [verb = "", reference = "", ...more] = positionals;
    const said = verb !== "answer" || (options.text === undefined) !== (options.file === undefined);
    const named = verb === "list" ? reference === "" : /^(show|answer|close)$/.test(verb) && reference !== "";
    if (named && said && more.length === 0) return { verb, reference: reference.toUpperCase(), options };
  } catch {
    // unknown option
  }
  return fail(USE);
}
