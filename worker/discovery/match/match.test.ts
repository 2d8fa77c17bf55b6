import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outcomeOf } from "#tests/setup/accounts.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createMatchStore } from "./match.store.ts";
import { isCompatible, QUESTION_IDS, QUESTIONS, questionsOf } from "./questions.vocabulary.ts";

const { accountsStore, match } = servicesOf(env);
const MINE = { goal: "chat", pace: "slow", first: "coffee", evening: "home", move: "me" };
let me: string;
let token: string;

async function at(niche = 1, session = token): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(session), "liaison", NOON);
  return (await contextOf({ viewer: viewer ?? expect.unreachable(), settings: { niche } })) as MemberContext;
}
const answer = async (answers: Record<string, string>) => match.saveAnswers(await at(), { answers });
async function addWoman(answers: Record<string, string>): Promise<string> {
  const id = await addMember();
  const rows = env.DB.prepare("INSERT INTO match_answers VALUES (?, ?, ?)").bind(id, JSON.stringify(answers), NOON);
  await rows.run();
  return id;
}

beforeEach(async () => {
  await env.DB.prepare("UPDATE profiles SET status = 'hidden'").run();
  me = await addMember();
  await env.DB.prepare("UPDATE profiles SET gender = 'male', looking_for = 'female' WHERE id = ?").bind(me).run();
  token = await logIn(me, NOON + DAY);
});

test("every niche asks eight questions, each with three or four answers", () => {
  for (const niche of [1, 2, 3, 4, 5, 6, 7]) {
    expect(new Set(questionsOf(niche)).size).toBe(8);
    for (const id of questionsOf(niche)) expect([3, 4]).toContain(QUESTIONS[id].options.length);
  }
});

test("answers go together from both sides alike; who waits goes with who begins", () => {
  const id = fc.constantFrom(...QUESTION_IDS);
  const one = id.chain((chosen) =>
    fc.tuple(fc.constant(chosen), ...[0, 1].map(() => fc.constantFrom(...QUESTIONS[chosen].options))),
  );
  fc.assert(
    fc.property(
      one,
      ([chosen, a, b]) => isCompatible(chosen, a as string, b as string) === isCompatible(chosen, b as string, a as string),
    ),
  );
  expect(isCompatible("move", "me", "you")).toBe(true);
  expect(isCompatible("move", "me", "me")).toBe(false);
  expect(isCompatible("move", "either", "either")).toBe(true);
  expect(isCompatible("pace", "slow", "steady")).toBe(true);
  expect(isCompatible("pace", "slow", "fast")).toBe(false);
  expect(isCompatible("first", "coffee", "dinner")).toBe(false);
  expect(isCompatible("evening", "home", "either")).toBe(true);
  expect(isCompatible("first", "coffee", "nonsense")).toBe(false);
});

test("the share of answers that go together, with the questions it rests on; the best first", async () => {
  const half = await addWoman({ goal: "chat", pace: "fast", first: "dinner", evening: "home" });
  const all = await addWoman({ goal: "either", pace: "steady", first: "coffee", evening: "either", move: "you" });
  const { results, compared, country } = await answer(MINE);
  expect([compared, country]).toEqual([2, "NL"]);
  expect(results).toMatchObject([
    { id: all, percent: 100, agreed: ["goal", "pace", "first", "evening", "move"], differing: [] },
    { id: half, percent: 50, agreed: ["goal", "evening"], differing: ["pace", "first"] },
  ]);
});

test("a made-up profile is compared, but not counted among those who were active", async () => {
  const [real, made] = [await addWoman(MINE), await addWoman(MINE)];
  await env.DB.prepare("UPDATE profiles SET fictional = 1 WHERE id = ?").bind(made).run();
  const { results, compared } = await answer(MINE);
  expect(results.map(({ id, fictional }) => [id, fictional])).toEqual(
    expect.arrayContaining([
      [real, false],
      [made, true],
    ]),
  );
  expect(compared).toBe(1);
});

test("an answer tells how many real members of those who answered go with it", async () => {
  for (const pace of ["slow", "steady", "fast", "fast"]) await addWoman({ pace });
  await addWoman({ goal: "chat" });
  const made = await addWoman({ pace: "slow" });
  await env.DB.prepare("UPDATE profiles SET fictional = 1 WHERE id = ?").bind(made).run();
  const fitsOf = async (pace: string) =>
    Object.fromEntries((await answer({ pace })).questions.map((question) => [question.id, question.fits]));
  // Another own answer would read those of so few.
  expect([(await fitsOf("slow")).pace, (await fitsOf("fast")).pace]).toEqual([null, null]);
  await addWoman({ pace: "fast" });
  expect(await fitsOf("slow")).toMatchObject({ pace: { agree: 2, of: 5 }, goal: null });
});

test("nobody is compared with fewer than four answers on either side", async () => {
  await addWoman({ goal: "chat", pace: "slow", first: "coffee" });
  const enough = await addWoman(MINE);
  expect((await answer({ goal: "chat", pace: "slow", first: "coffee" })).results).toEqual([]);
  expect((await answer({ evening: "home" })).results.map(({ id }) => id)).toEqual([enough]);
});

test("answers are stored, changed one by one, and taken back", async () => {
  await answer({ goal: "chat", pace: "slow" });
  const { questions } = await answer({ pace: "fast", goal: "" });
  expect(Object.fromEntries(questions.map(({ id, answer: given }) => [id, given]))).toMatchObject({ goal: null, pace: "fast" });
  expect(await outcomeOf(answer({ pace: "never", play: "trust" }))).toBe(
    "answers.pace: unknown_option, answers.play: unknown_field",
  );
});

test("blocked, incompatible and foreign members are not compared", async () => {
  const [blocked, others, abroad] = [await addWoman(MINE), await addWoman(MINE), await addWoman(MINE)];
  await env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)").bind(blocked, me).run();
  await env.DB.prepare("UPDATE profiles SET looking_for = 'female' WHERE id = ?").bind(others).run();
  await env.DB.prepare("UPDATE profiles SET country = 'DE' WHERE id = ?").bind(abroad).run();
  expect((await answer(MINE)).compared).toBe(0);
});

test("one round trip, and rows in proportion to the members compared, not to all members", async () => {
  for (let i = 0; i < 30; i++) await addWoman(MINE);
  const d1 = countedD1(env.DB);
  const filter = {
    id: me,
    pool: "liaison",
    genders: ["female"],
    lookingFor: ["male", "everyone"],
    country: "NL",
    fictional: true,
    wishes: { bornAfter: null, bornUntil: null, within: null, traits: {} },
    own: { gender: "male", age: 30, towns: {} },
  } as const;
  expect((await createMatchStore(connect(d1.db)).read(filter)).candidates.length).toBe(30);
  expect(d1.take()).toEqual({ trips: 1, rows: expect.toSatisfy((read: number) => read <= 30 * 5) });
});
