import { expect, test } from "vitest";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import OPENERS from "#tests/setup/labelled-openers.json" with { type: "json" };
import TEXTS from "#tests/setup/labelled-texts.json" with { type: "json" };
import type { Opener } from "#worker/messaging/chat/opener.sql.ts";
import { openerOf } from "#worker/messaging/chat/openers.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { AppError } from "#worker/platform/errors.ts";
import { signalsOf } from "./detect.ts";
import { isSlowed, MOST_SCORE, PART_NAMES, pointsOf, SAME_FREE, type SignalPart } from "./signals.vocabulary.ts";

type Counts = Record<SignalPart, number>;

/** What the members of a kind do. Numbers are from–to. */
interface Kind {
  abuse: boolean;
  first: "copied" | "greeting" | "own";
  openers: [number, number];
  money?: [number, number];
  contact?: [number, number];
  plain?: [number, number];
  blocks: [number, number];
  print?: boolean;
}

const KINDS: Record<string, Kind> = {
  "sends one text to many": { abuse: true, first: "copied", openers: [6, 12], contact: [1, 4], blocks: [2, 6] },
  "sells another site": { abuse: true, first: "copied", openers: [8, 12], contact: [4, 8], blocks: [3, 8] },
  "begs each partner": { abuse: true, first: "own", openers: [3, 6], money: [3, 7], blocks: [2, 5] },
  "is back after a ban": { abuse: true, first: "copied", openers: [4, 8], blocks: [1, 4], print: true },
  "is back and careful": { abuse: true, first: "own", openers: [2, 5], money: [1, 3], blocks: [0, 3], print: true },
  "waits for weeks, then asks once": { abuse: true, first: "own", openers: [1, 3], money: [1, 1], blocks: [0, 1] },
  "writes to each in own words": { abuse: false, first: "own", openers: [3, 6], plain: [4, 9], blocks: [0, 1] },
  "greets all in the same way": { abuse: false, first: "greeting", openers: [4, 9], plain: [3, 6], blocks: [0, 3] },
  "gives the number to many": { abuse: false, first: "own", openers: [3, 6], contact: [3, 8], plain: [2, 5], blocks: [0, 2] },
  "is blocked by many": { abuse: false, first: "own", openers: [4, 6], plain: [3, 6], blocks: [3, 8] },
  "shares an account with a banned member": {
    abuse: false,
    first: "own",
    openers: [1, 4],
    contact: [0, 2],
    blocks: [0, 1],
    print: true,
  },
};
const ROUNDS = 5;
/** The drawn histories depend on this order. */
const SPOKEN = Object.keys(OPENERS) as Language[];

/** The same numbers in each run. */
function dice(seed: number): (from: number, to: number) => number {
  let state = seed * 2_654_435_761;
  return (from, to) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from + Math.floor((state / 2 ** 32) * (to - from + 1));
  };
}

interface Judged {
  kind: string;
  abuse: boolean;
  counts: Counts;
  score: number;
  /** By first message: was it nearly like three others, and was it counted? */
  openers: { same: boolean; counted: boolean }[];
}

function judged(language: Language, kind: string, round: number): Judged {
  const one = KINDS[kind] ?? expect.unreachable(kind);
  const roll = dice(1 + round + ROUNDS * (SPOKEN.indexOf(language) + SPOKEN.length * Object.keys(KINDS).indexOf(kind)));
  const counts: Counts = { openers: 0, blocks: roll(...one.blocks), money: 0, contacts: 0, prints: Number(one.print ?? false) };
  const openers: Judged["openers"] = [];
  const earlier: Opener[] = [];
  const lines = OPENERS[language][one.first];
  const line = roll(0, lines.length - 1);
  for (let at = 0, end = roll(...one.openers); at < end; at++) {
    const name = `Person${roll(10, 99)}`;
    const text = spoken(lines[one.first === "own" ? at : line] ?? "", name, roll);
    const opener = sent(text, name, earlier, scoreOf(counts));
    if (!opener) break;
    earlier.unshift({ ...opener, createdAt: at });
    openers.push({ same: one.first !== "own" && at >= SAME_FREE, counted: opener.repeated ?? false });
    counts.openers += Number(opener.repeated);
    noteText(counts, text);
  }
  for (const label of ["money", "contact", "plain"] as const)
    for (let left = roll(...(one[label] ?? [0, 0])); left > 0; left--) {
      const texts = TEXTS[language][label];
      noteText(counts, spoken(texts[roll(0, texts.length - 1)] ?? "", "", roll));
    }
  return { kind, abuse: one.abuse, counts, score: scoreOf(counts), openers };
}

function spoken(template: string, name: string, roll: (from: number, to: number) => number): string {
  const values = { name, n: String(roll(20, 400)), p: `+31 6 ${roll(10_000_000, 99_999_999)}`, h: `maja_${roll(10, 99)}` };
  const chosen = template.replace(/\[([^\]]*)\]/g, (_, slots: string) => {
    const all = slots.split("|");
    return all[roll(0, all.length - 1)] ?? "";
  });
  return chosen.replace(/\{(\w+)\}/g, (_, of: keyof typeof values) => values[of]);
}

/** Null once a limit refuses it. */
function sent(text: string, name: string, earlier: Opener[], caution: number) {
  const t = Object.assign((key: string) => key, { has: () => true });
  const ctx = { t, now: earlier.length, viewer: { account: { caution } } };
  try {
    return openerOf(ctx as unknown as MemberContext, text, name, earlier);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null; // refused: the member does not reach that person
  }
}

function noteText(counts: Counts, text: string): void {
  const found = signalsOf(text);
  counts.money += found?.money ?? 0;
  counts.contacts += found?.contacts ?? 0;
}

function scoreOf(counts: Counts): number {
  return Math.min(
    MOST_SCORE,
    PART_NAMES.reduce((sum, part) => sum + pointsOf(part, counts[part]), 0),
  );
}

function measured(all: { wanted: boolean; found: boolean }[]) {
  const right = all.filter(({ wanted, found }) => wanted && found).length;
  return {
    precision: right / all.filter(({ found }) => found).length,
    recall: right / all.filter(({ wanted }) => wanted).length,
  };
}

const ALL = SPOKEN.flatMap((language) =>
  Object.keys(KINDS).flatMap((kind) => Array.from({ length: ROUNDS }, (_, round) => judged(language, kind, round))),
);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
function told(what: string, count: number, { precision, recall }: ReturnType<typeof measured>): void {
  // biome-ignore lint/suspicious/noConsole: the run prints the figures
  console.info(`${what}: ${count}, precision ${percent(precision)}, recall ${percent(recall)}`);
}

test("nearly equal first messages are told from others, in each language", () => {
  const openers = ALL.flatMap((one) => one.openers).map(({ same, counted }) => ({ wanted: same, found: counted }));
  expect(SPOKEN.toSorted()).toEqual(LANGUAGES);
  expect(openers.length).toBeGreaterThan(1000);
  const figures = measured(openers);
  told("openers", openers.length, figures);
  expect(figures.precision).toBeGreaterThanOrEqual(0.99);
  expect(figures.recall).toBeGreaterThanOrEqual(0.9);
});

test("the score slows most of those who abuse, and few others", () => {
  expect(ALL.length).toBeGreaterThan(500);
  const figures = measured(ALL.map(({ abuse, score }) => ({ wanted: abuse, found: isSlowed({ caution: score }) })));
  told("score", ALL.length, figures);
  expect(figures.precision).toBeGreaterThanOrEqual(0.95);
  expect(figures.recall).toBeGreaterThanOrEqual(0.58);
});

/** About half of the counts that slow a sender. */
const MANY = { openers: 4, blocks: 5, money: 4, contacts: 10, prints: 1 } as const satisfies Counts;

test("many blocks and the account of a banned member say little alone", () => {
  for (const part of ["openers", "blocks", "money", "prints"] as const) {
    const figures = measured(ALL.map(({ abuse, counts }) => ({ wanted: abuse, found: counts[part] >= MANY[part] })));
    told(`${part} alone, ${MANY[part]} or more`, ALL.length, figures);
    expect([part, figures.recall < 0.5]).toEqual([part, true]);
  }
  for (const [kind, { abuse }] of Object.entries(KINDS)) {
    const of = ALL.filter((one) => one.kind === kind);
    const slowed = of.filter(({ score }) => isSlowed({ caution: score })).length;
    // biome-ignore lint/suspicious/noConsole: the run prints the figures
    console.info(`${abuse ? "abuse" : "honest"}: ${kind}: ${slowed} of ${of.length}`);
    if (!abuse) expect([kind, slowed / of.length < 0.1]).toEqual([kind, true]);
  }
});
