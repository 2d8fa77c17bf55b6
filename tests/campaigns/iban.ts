import { ibanIn } from "#tests/setup/iban.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import type { Campaign, Tools } from "./campaign.ts";
import { type Begun, networkAt, ownNumber, signDebit, startDebit, verifyDebits, withSmsPerDay } from "./debits.ts";
import { addMembers, inParallel, type Member } from "./members.ts";
import { say } from "./orders.ts";
import { outcomeOf, type Product } from "./product.ts";
import type { Random } from "./random.ts";
import { tallied } from "./spending.ts";

/** Within thirty days, in cents, and the cheapest package. */
const [MOST, CHEAPEST] = [150_00, 12_49];
const PACKAGES = ["c25", "c60", "c150", "c400"];
/** Length of an account within its country, some of them new in SEPA. */
const SEPA: [country: string, digits: number][] = [
  ["AL", 24],
  ["ME", 18],
  ["MD", 20],
  ["MK", 15],
  ["RS", 18],
  ["DE", 18],
  ["BE", 12],
  ["ES", 20],
  ["AT", 16],
  ["FI", 14],
];
const OUTSIDE: [country: string, digits: number][] = [
  ["TR", 22],
  ["UA", 25],
  ["SA", 20],
  ["BR", 23],
];
/** Check digits that nobody gives out, by the right ones of the same remainder. */
const SAME_REMAINDER: Record<string, string> = { "97": "00", "98": "01", "02": "99" };

const digits = (random: Random, count: number) => Array.from({ length: count }, () => random.below(10)).join("");

const grouped = (iban: string, by: string) => iban.replace(/(.{4})(?=.)/g, `$1${by}`);
const DASHES = [..."-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u02d7\u2043\ufe58\ufe63\uff0d\u30fc"];
/** One bank account, as members write it. */
const WAYS: ((iban: string, random: Random) => string)[] = [
  (iban) => iban,
  (iban) => grouped(iban, " "),
  (iban) => grouped(iban, "\u00a0"),
  (iban) => grouped(iban, "\u202f").toLowerCase(),
  (iban) => `IBAN ${grouped(iban, " ")}`,
  (iban) => `iban: ${iban.toLowerCase()}`,
  (iban) => `\ufeffIBAN:${grouped(iban, "\u2009")}\u200b`,
  (iban) => grouped(iban, "."),
  (iban, random) => grouped(iban, random.pick(DASHES)),
  (iban, random) => iban.slice(0, 4) + random.pick(DASHES) + iban.slice(4).replace(/(...)(?=.)/g, `$1${random.pick(DASHES)}`),
  (iban) => iban.replace(/[0-9A-Z]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) as number) + 0xfee0)),
  (iban) => [...iban].join("\u2060"),
];

interface Account {
  iban: string;
  members: Member[];
  /** A debit stays open: nobody may begin another. */
  staysOpen: boolean;
}

export const iban: Campaign = {
  name: "iban",
  what: "many members debit one bank account at once, each writing it in another way; numbers that nobody gives out",
  domains: (files) => withSmsPerDay(files, 1_000_000),
  async run(tools) {
    const { product, random, small } = tools;
    const [count, each, rounds] = small ? [10, 3, 4] : [60, 4, 7];
    const accounts = Array.from({ length: count }, (_, n): Account => {
      const [country, length] = SEPA[n % SEPA.length] as (typeof SEPA)[number];
      return { iban: ibanIn(country, digits(random, length)), members: [], staysOpen: n % 5 === 4 };
    });
    const outcomes: string[] = [];
    const written = new Set<number>();
    let debits = 0;
    const begin = async (list: Account[], of: () => string): Promise<Begun[]> => {
      const members = await addMembers(product, list.length * each);
      return members.map((member, n) => {
        const account = list[n % list.length] as Account;
        account.members.push(member);
        const way = (debits + Math.floor(n / list.length)) % WAYS.length;
        written.add(way);
        const text = (WAYS[way] as (typeof WAYS)[number])(account.iban, random);
        return { member, iban: text, of: of(), mobile: ownNumber(debits % 3900), network: networkAt(debits++) };
      });
    };
    let now = Date.now();
    for (let round = 0; round < rounds; round++) {
      await product.clock((now += HOUR));
      outcomes.push(...(await debited(tools, await begin(accounts, () => random.pick(PACKAGES)))));
      const shown = accounts.filter(({ staysOpen }) => !staysOpen || round === 0);
      await collect(
        product,
        shown.flatMap(({ members }) => members),
      );
    }
    const wrong = await refusedNumbers(tools, small ? 3 : 30);
    await product.clock((now += 31 * DAY));
    const freed = accounts.filter(({ staysOpen }) => !staysOpen);
    const later = await debited(tools, (await begin(freed, () => "c25")).slice(0, freed.length));
    return {
      counts: {
        "bank accounts": `${count} of ${SEPA.length} countries, in ${written.size} ways to write one`,
        "members who debited": accounts.reduce((sum, { members }) => sum + members.length, 0),
        outcomes: tallied(outcomes),
        "a month later": tallied(later),
        "numbers that are no bank account": tallied(wrong.map(({ outcome }) => outcome)),
      },
      async problems() {
        return [
          ...(await debitProblems(product, accounts)),
          ...wrong.filter(({ outcome, expected }) => outcome !== expected).map((one) => `${one.iban}: ${one.outcome}`),
          ...later.filter((outcome) => outcome !== "signed done").map((outcome) => `a month later: ${outcome}`),
          ...["signed done", "signed directdebit_limit", "begun directdebit_limit"]
            .filter((one) => !outcomes.includes(one))
            .map((one) => `never: ${one}`),
        ];
      },
      async plant() {
        const [account] = freed as [Account];
        await product.sql("UPDATE payments SET iban_print = NULL");
        const planted = await debited(tools, await begin([account], () => "c150"));
        return `orders that forget their bank account: ${tallied(planted)}`;
      },
    };
  },
};

/** Each types the code of its mandate, then all sign at once. */
async function debited({ product, random }: Tools, list: Begun[]): Promise<string[]> {
  const begun = await verifyDebits(product, list);
  const ready = begun.flatMap(({ mandate }, index) => (mandate ? [{ mandate, ...(list[index] as Begun) }] : []));
  const signed = await Promise.all(
    random.shuffled(ready).map(async ({ member, mandate }) => `signed ${outcomeOf(await signDebit(product, member, mandate))}`),
  );
  return [...begun.filter(({ mandate }) => mandate === null).map(({ outcome }) => `begun ${outcome}`), ...signed];
}

/** The provider collects what these members signed. */
async function collect(product: Product, members: Member[]): Promise<void> {
  const open = await product.sql<{ id: string }>(
    "SELECT id FROM payments WHERE status = 'created' AND account_id IN (SELECT value FROM json_each(?))",
    JSON.stringify(members.map(({ id }) => id)),
  );
  await inParallel(open, 8, async ({ id }) => {
    const account = await product.sandbox(id);
    for (const state of ["pending", "completed"] as const) await say(product, account, state);
  });
}

/** Numbers with a right remainder that are refused, and how the refusal of each is called. */
async function refusedNumbers({ product, random }: Tools, each: number) {
  const [member] = (await addMembers(product, 1)) as [Member];
  const list: { iban: string; expected: string }[] = [];
  for (const [country, length] of SEPA)
    for (const [right, never] of Object.entries(SAME_REMAINDER))
      for (let found = 0; found < Math.ceil(each / 10); ) {
        const good = ibanIn(country, digits(random, length));
        if (good.slice(2, 4) !== right) continue;
        found++;
        list.push({ iban: country + never + good.slice(4), expected: "iban_invalid" });
      }
  for (let n = 0; n < each; n++) {
    const [[country, length], [other, far]] = [random.pick(SEPA), random.pick(OUTSIDE)];
    const good = ibanIn(country, digits(random, length));
    list.push({
      iban: good.replace(/.$/, (last) => String((Number(last) + 1 + random.below(9)) % 10)),
      expected: "iban_invalid",
    });
    list.push({ iban: ibanIn(country, digits(random, length + random.pick([-1, 1, 2]))), expected: "iban_invalid" });
    list.push({ iban: ibanIn(other, digits(random, far)), expected: "iban_country" });
  }
  return inParallel(list, 8, async (one, n) => {
    const typed = { iban: one.iban, mobile: ownNumber(n), network: networkAt(n) };
    return { ...one, outcome: outcomeOf(await startDebit(product, member, typed)) };
  });
}

/** Counts by the number that the members meant, whatever the product knows of it. */
async function debitProblems(product: Product, accounts: Account[]): Promise<string[]> {
  const taken = await product.sql<{ member: string; status: string; amount: number; at: number }>(
    `SELECT account_id AS member, status, amount, created_at AS at FROM payments
      WHERE method = 'directdebit' AND status IN ('created', 'pending', 'completed')`,
  );
  const prints = await product.sql<{ member: string; print: string }>(
    "SELECT account_id AS member, iban_print AS print FROM mandates",
  );
  const seen = new Set<string>();
  let full = 0;
  const found = accounts.flatMap(({ iban: number, members, staysOpen }) => {
    const ids = new Set(members.map(({ id }) => id));
    const own = taken.filter(({ member }) => ids.has(member));
    const open = own.filter(({ status }) => status !== "completed");
    const sumUntil = (end: number) =>
      own.filter(({ at }) => at > end - 30 * DAY && at <= end).reduce((sum, { amount }) => sum + amount, 0);
    const most = Math.max(0, ...own.map(({ at }) => sumUntil(at)));
    full += Number(!staysOpen && most + CHEAPEST > MOST);
    const ownPrints = new Set(prints.filter(({ member }) => ids.has(member)).map(({ print }) => print));
    const shared = [...ownPrints].filter((print) => seen.has(print));
    for (const print of ownPrints) seen.add(print);
    return [
      ...(open.length > 1 ? [`${number}: ${open.length} debits are open`] : []),
      ...(most > MOST ? [`${number}: ${most} debited in thirty days`] : []),
      ...(own.length === 0 ? [`${number}: nothing was debited`] : []),
      ...(ownPrints.size === 1 && shared.length === 0 ? [] : [`${number}: ${ownPrints.size} accounts to the product`]),
    ];
  });
  return [...found, ...(full > 0 ? [] : ["no account reached its sum"])];
}
