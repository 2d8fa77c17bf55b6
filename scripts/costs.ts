// Prints what a month costs, from counted acts (scripts/costs/measured.json) and list prices (scripts/costs/prices.json).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { billOf, limitsOf, type Prices, type Size, sumOf } from "./costs/bill.ts";
import { actsOfDay, type Measured, RUNS } from "./costs/usage.ts";
import { fail } from "./terminal.ts";

/** Messages per second of one process with Worker, database and objects (`npm run bench -- --only messages`, docs/scale.md). */
const PER_SECOND = { messages: 100 };

const { members, daily, months } = options();
const measured = read<Measured>("measured.json");
const prices = read<Prices>("prices.json");
const size: Size = { members, daily, months };

console.log(`Acts counted on ${measured.on}, prices in US dollars as of ${prices.on}, 1 USD = ${prices.eur} EUR.`);
console.log("\nAssumed: a member's day");
for (const [act, times] of Object.entries(actsOfDay(measured))) console.log(`  ${number(times).padStart(8)}  ${act}`);

console.log(`\n${number(members)} members, ${number(daily)} of them a day, messages of ${months} months`);
const lines = billOf(measured, prices, size);
for (const { label, amount, usd } of lines) row(label, number(amount), money(usd));
row("Together a month, USD", "", money(sumOf(lines)));
row("Together a month, EUR", "", money(sumOf(lines) * prices.eur));
row("EUR for 1,000 members", "", money((sumOf(lines) * prices.eur * 1000) / members));
for (const run of RUNS) {
  const bill = sumOf(billOf(measured, prices, { ...size, run }));
  row(`EUR for 1,000 members, messages an entry: ${number(run)}`, "", money((bill * prices.eur * 1000) / members));
}

console.log("\nWhere one unit ends");
for (const { what, holds, load, needed } of limitsOf(measured, size, PER_SECOND))
  row(what, `${number(load)} of ${number(holds)}`, `${number(needed)} ×`);

function row(label: string, amount: string, last: string): void {
  console.log(`  ${label.padEnd(60)} ${amount.padStart(32)} ${last.padStart(14)}`);
}

function number(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 2 : 0 });
}

function money(usd: number): string {
  return usd.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, "costs", name), "utf8"));
}

function options(): Size {
  try {
    const { values } = parseArgs({
      options: {
        members: { type: "string", default: "1000" },
        daily: { type: "string" },
        months: { type: "string", default: "12" },
      },
    });
    const members = Number(values.members);
    const daily = Number(values.daily ?? members / 10);
    const months = Number(values.months);
    if ([members, daily, months].every((value) => Number.isFinite(value) && value > 0)) return { members, daily, months };
  } catch {
    // unknown option
  }
  return fail("Use: npm run costs [-- --members 10000000 --daily 1000000 --months 12]");
}
