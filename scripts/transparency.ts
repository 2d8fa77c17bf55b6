// Prints the numbers of a transparency report (DSA articles 15 and 24). Changes nothing, names nobody.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { eq } from "drizzle-orm";
import { connect } from "#db/client.ts";
import { domains } from "#db/schema/index.ts";
import { type Transparency, transparency } from "#db/transparency.ts";
import { type TemplatePart, transparencyTemplate } from "#db/transparency-template.ts";
import { DATA } from "./data-folder.ts";
import { openStore, StoreError } from "./database.ts";
import { fail, refusing } from "./terminal.ts";

const USE = `Use: npm run transparency -- --from 2026-01-01 --to 2026-12-31 [--domain id]
                                [--json | --csv | --template folder] [--remote | --data folder]

  counts what came in from the first day to the last, both included (UTC), and what has become of it by now
  --domain  one site instead of all              --json, --csv  instead of Markdown
  --template     writes the Commission's template (Regulation (EU) 2024/2835) as CSV, the parts that the store knows
  --remote  the deployed database, through wrangler
  --database DB_2  of a pool that has a database of its own`;

const DAY = 24 * 3600 * 1000;
const TITLES: Record<keyof Transparency, string> = {
  complaints: "Notices of illegal content (article 16) and consumers' complaints",
  reports: "Reports by members, by reason",
  content: "Reports by members, by reported content",
  decisions: "Decisions against members (article 17)",
  objections: "Objections to decisions (article 20)",
  alone: "Decided by one person although two are the rule (setting one_person)",
  photos: "Photos looked at before they were shown",
  texts: "Texts of profiles that a program held back, and a person decided",
  members: "Members of this moment (article 24)",
};

const { options, from, until } = readArguments();
await refusing(
  async () => {
    const { db } = openStore(options);
    const database = connect(db);
    const { domain = null } = options;
    if (domain !== null && !(await database.select({ id: domains.id }).from(domains).where(eq(domains.id, domain)).get()))
      fail(`There is no domain ${domain}.`);
    const period = { from, until, domain, now: Date.now() };
    if (options.template !== undefined)
      return writeParts(options.template, await transparencyTemplate(database, period, domain ?? ""));
    const report = await transparency(database, period);
    if (options.json) console.log(JSON.stringify({ from: options.from, to: options.to, domain, ...report }, null, 2));
    else console.log(options.csv ? csvOf(report) : markdownOf(report, domain));
  },
  (error) => (error instanceof StoreError ? error.message : null),
);

function sectionsOf(report: Transparency) {
  return (Object.keys(TITLES) as (keyof Transparency)[]).map((name) => ({ name, rows: report[name] }));
}

function markdownOf(report: Transparency, domain: string | null): string {
  const parts = sectionsOf(report).map(({ name, rows }) => {
    const [first] = rows;
    if (!first) return `## ${TITLES[name]}\n\nNone.`;
    const names = Object.keys(first);
    const line = (cells: unknown[]) => `| ${cells.join(" | ")} |`;
    const table = [
      names.map((one) => one.replaceAll("_", " ")),
      names.map(() => "---"),
      ...rows.map((row) => names.map((one) => row[one] ?? "–")),
    ];
    return `## ${TITLES[name]}\n\n${table.map(line).join("\n")}`;
  });
  return [`# Transparency report, ${options.from} to ${options.to}${domain === null ? "" : `, ${domain}`}`, ...parts].join(
    "\n\n",
  );
}

/** One line a number. Every cell is a code, a number or empty, so none needs quotes. */
function csvOf(report: Transparency): string {
  const lines = sectionsOf(report).flatMap(({ name, rows }) =>
    rows.flatMap((row) => {
      const codes = Object.values(row).filter((value) => typeof value === "string");
      const numbers = Object.entries(row).filter(([, value]) => typeof value === "number");
      return numbers.map(([measure, value]) => [name, codes[0] ?? "", codes[1] ?? "", measure, value].join(","));
    }),
  );
  return ["section,of,reason,measure,value", ...lines].join("\n");
}

/** RFC 4180. */
function writeParts(folder: string, parts: TemplatePart[]): void {
  const cell = (value: string | number | null) =>
    /[",\n]/.test(`${value}`) ? `"${`${value}`.replaceAll('"', '""')}"` : `${value ?? ""}`;
  mkdirSync(folder, { recursive: true });
  for (const { name, columns, rows } of parts) {
    const file = join(resolve(folder), `${name}.csv`);
    writeFileSync(file, `${[columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`);
    console.log(`✓ ${file}`);
  }
}

/** Midnight UTC in ms; NaN for a day that does not exist. */
function dayOf(text: string | undefined): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text ?? "") ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? Number.NaN : at;
}

function readArguments() {
  try {
    const { values: options } = parseArgs({
      options: {
        from: { type: "string" },
        to: { type: "string" },
        domain: { type: "string" },
        json: { type: "boolean", default: false },
        csv: { type: "boolean", default: false },
        template: { type: "string" },
        remote: { type: "boolean", default: false },
        database: { type: "string", default: "DB" },
        data: { type: "string", default: DATA },
      },
    });
    const [from, until] = [dayOf(options.from), dayOf(options.to) + DAY];
    const forms = [options.json, options.csv, options.template !== undefined].filter(Boolean);
    if (from < until && forms.length < 2) return { options, from, until };
  } catch {
    // unknown option
  }
  return fail(USE);
}
