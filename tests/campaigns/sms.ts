import { ibanOf } from "#tests/setup/iban.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import type { Campaign } from "./campaign.ts";
import { networkAt, ownNumber, startDebit } from "./debits.ts";
import { addMembers, inParallel, type Member } from "./members.ts";
import { costlyNumbers, writtenNumber } from "./numbers.ts";
import { outcomeOf } from "./product.ts";
import { tallied } from "./spending.ts";

/** Largest number of codes for each counter of decision 73. */
const CAPS: [by: keyof Whom, windowMs: number, most: number][] = [
  ["member", MINUTE, 1],
  ["member", DAY, 3],
  ["number", MINUTE, 1],
  ["number", DAY, 3],
  ["block", HOUR, 5],
  ["block", DAY, 15],
  ["network", HOUR, 10],
  ["network", DAY, 30],
  ["domain", DAY, 200],
];
const [COSTLY, AFTER] = ["numbers that cost", "the day after"];

interface Whom {
  member: string;
  number: string;
  block: string;
  network: string;
  domain: string;
}

interface Attempt extends Whom {
  stage: string;
  at: number;
  outcome: string;
  text: string;
}

type Wish = { by: Member; network: string; number: string };

export const sms: Campaign = {
  name: "sms",
  what: "forty new accounts ask for codes to numbers that cost, from one network and from many",
  async run({ product, random, small }) {
    const attempts: Attempt[] = [];
    let now = Date.now();
    let accounts = 0;
    const asking = async (stage: string, wishes: Wish[], passes: number) => {
      now += passes;
      await product.clock(now);
      const at = now;
      await inParallel(random.shuffled(wishes), 8, async ({ by, network, number }) => {
        const iban = ibanOf(accounts++);
        const answer = await startDebit(product, by, { iban, mobile: writtenNumber(number, random), network });
        const whom = { member: by.id, number, block: number.slice(0, -4), network, domain: "liaison" };
        attempts.push({ ...whom, stage, at, outcome: outcomeOf(answer), text: answer.text });
      });
    };
    let addresses = 0;
    const anew = () => ({ network: networkAt(addresses++), number: ownNumber(addresses) });

    const forty = small ? 12 : 40;
    const unconfirmed = await addMembers(product, forty, { confirmed: false, age: 0 });
    const confirmed = await addMembers(product, forty, { age: 0 });
    const one = networkAt(addresses++);
    const good = unconfirmed.map((by) => ({ ...anew(), by, network: one }));
    const bad = [...unconfirmed, ...confirmed].flatMap((by) =>
      costlyNumbers(random).map((number) => ({ by, network: one, number })),
    );
    await asking("unconfirmed", good, 0);
    await asking(COSTLY, bad, 0);
    const rounds = async (stage: string, count: number, passes: number, wishes: (round: number) => Wish[]) => {
      now += DAY;
      for (let round = 0; round < count; round++) await asking(stage, wishes(round), passes);
    };
    const network = () => confirmed.map((by) => ({ ...anew(), by, network: one }));
    await rounds("one network", 5, HOUR, network);
    await rounds("one block", 5, HOUR, (round) =>
      confirmed.map((by, n) => ({ ...anew(), by, number: `${ownNumber(3900).slice(0, -4)}${1000 + 100 * round + n}` })),
    );
    await rounds("one number", 6, MINUTE, () => confirmed.map((by) => ({ ...anew(), by, number: ownNumber(3901) })));
    const [alone] = confirmed as [Member];
    await rounds("one account", 6, MINUTE, () => [1, 2, 3].map(() => ({ ...anew(), by: alone })));
    const crowd = await addMembers(product, small ? 75 : 150, { age: 0 });
    await rounds("one domain", 3, MINUTE, () => crowd.map((by) => ({ ...anew(), by })));
    await asking(AFTER, [{ ...anew(), by: alone }], DAY);

    const sent = new Set((await product.sms()).map(({ to, at }) => `${to} ${at}`));
    const outcomes = (stage: string) => tallied(attempts.filter((one) => one.stage === stage).map(({ outcome }) => outcome));
    return {
      counts: {
        accounts: `${forty} unconfirmed, ${forty} confirmed, ${crowd.length} for the day's limit`,
        attempts: attempts.length,
        "kinds of numbers that cost": costlyNumbers(random).length,
        ...Object.fromEntries([...new Set(attempts.map(({ stage }) => stage))].map((stage) => [stage, outcomes(stage)])),
        "codes that left": sent.size,
      },
      async problems() {
        const left = (await product.sms()).map(({ to, at }) => `${to} ${at}`);
        const done = attempts.filter(({ outcome }) => outcome === "done");
        const [expected, counted] = [done.map(({ number, at }) => `${number} ${at}`).sort(), left.sort()];
        return [
          ...(String(counted) === String(expected) ? [] : [`${left.length} codes left, ${done.length} were answered`]),
          ...done
            .filter(({ stage }) => stage === "unconfirmed" || stage === COSTLY)
            .map(({ stage, number }) => `${stage}: ${number}`),
          ...(done.some(({ stage }) => stage === AFTER) ? [] : ["no code on the day after"]),
          ...capProblems(done),
          ...toldProblems(attempts, done),
          ...logProblems(await product.log()),
        ];
      },
      async plant() {
        await product.limits(false);
        await rounds("without limits", 1, HOUR, network);
        return "the limits count nothing";
      },
    };
  },
};

/** Each limit is kept in every window of its length, and was reached in one: else nothing was tried. */
function capProblems(done: Attempt[]): string[] {
  return CAPS.flatMap(([by, windowMs, limit]) => {
    const times = Map.groupBy(done, (one) => one[by]);
    const most = Math.max(...[...times.values()].map((list) => mostWithin(list, windowMs)));
    const seconds = windowMs / 1000;
    if (most > limit) return [`${most} codes of one ${by} in ${seconds} s instead of ${limit}`];
    return most < limit ? [`no ${by} reached ${limit} codes in ${seconds} s`] : [];
  });
}

function mostWithin(list: Attempt[], windowMs: number): number {
  return Math.max(...list.map(({ at }) => list.filter((one) => one.at > at - windowMs && one.at <= at).length));
}

/** Only the member's own limit and what is wrong with a number may be told; all other refusals read alike. */
function toldProblems(attempts: Attempt[], done: Attempt[]): string[] {
  const refused = attempts.filter(({ outcome }) => outcome !== "done");
  const isOwn = ({ member, at }: Attempt) => {
    const own = done.filter((one) => one.member === member && one.at > at - DAY && one.at <= at);
    return own.length >= 3 || own.some((one) => one.at > at - MINUTE);
  };
  const textsOf = (list: Attempt[]) => new Set(list.map(({ text }) => text)).size;
  const shared = refused.filter((one) => one.outcome === "too_many_requests" && !isOwn(one));
  const unconfirmed = refused.filter(({ outcome }) => outcome === "not_confirmed");
  const others = refused.filter(
    ({ outcome }) => !/^(too_many_requests|not_confirmed|mobile_(country|only|invalid))$/.test(outcome),
  );
  return [
    ...(textsOf(shared) === 1 ? [] : [`${textsOf(shared)} answers tell which limit was met`]),
    ...(new Set(shared.map(({ stage }) => stage)).size === 4 ? [] : ["not every shared limit refused"]),
    ...(textsOf(unconfirmed) === 1 ? [] : [`${textsOf(unconfirmed)} answers to accounts that are not confirmed`]),
    ...others.map(({ outcome, stage }) => `${stage}: ${outcome}`),
  ];
}

function logProblems(log: string[]): string[] {
  const lines = log.filter((line) => line.includes('"event":"sms '));
  const alarms = lines.filter((line) => line.includes('"level":"error","event":"sms limit of the day reached"'));
  return [
    ...(alarms.length === 1 ? [] : [`${alarms.length} lines of alarm`]),
    ...(lines.length > alarms.length ? [] : ["no line says that codes were refused"]),
    ...lines.filter((line) => /\d{5}/.test(line)),
  ];
}
