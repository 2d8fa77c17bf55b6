import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Questions } from "#worker/sites/domains/questions.vocabulary.ts";
import { answerFilter, answersOf } from "./answers.vocabulary.ts";

const text = (en: string) => ({ en });
const choices = (...ids: string[]) => ids.map((id) => ({ id, name: text(id) }));
const QUESTIONS: Questions = [
  { id: "climbing", text: text("Climbing"), choices: choices("lead", "boulder", "never"), search: true },
  { id: "tent", text: text("Tent or hut"), choices: choices("tent", "hut"), search: false },
];

const { ownProfile, members, accountsStore } = servicesOf(env);
let ann: string;
let session: string;
let reader: string;

async function context(questions = QUESTIONS, token = session): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(token), "liaison", Date.now());
  // With few fields a question weighs more than a percent.
  const settings = { questions, logged_out_search: true, visible_profile_fields: ["hair" as const] };
  return (await contextOf({ viewer, settings })) as MemberContext;
}
const save = async (answers: Record<string, string>, questions?: Questions) =>
  ownProfile.updateProfile(await context(questions), { answers });
const own = async (questions?: Questions) => ownProfile.profile(await context(questions));
const shownTo = async (token: string | null, questions?: Questions) => {
  const ctx = token
    ? await context(questions, token)
    : await contextOf({ settings: { questions: QUESTIONS, logged_out_search: true } });
  return (await members.member(ctx, { id: ann })).value.profile.answers;
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable("it was accepted"),
    (error: AppError) => error.fields.map(({ field, code }) => `${field} ${code}`),
  );

beforeAll(async () => {
  ann = await addMember({ name: "Ann" });
  await runSql("UPDATE profiles SET looking_for = 'everyone' WHERE id = ?", ann);
  [session, reader] = [await logIn(ann), await logIn(await addMember())];
});

test("an answer is stored, shown to members and to no visitor, changed alone, and taken back by an empty choice", async () => {
  await save({ climbing: "lead", tent: "hut" });
  const answers = [
    { question: "climbing", choice: "lead" },
    { question: "tent", choice: "hut" },
  ];
  expect((await own()).profile.answers).toEqual(answers);
  expect(await shownTo(reader)).toEqual(answers);
  expect(await shownTo(null)).toEqual([]);
  await save({ tent: "tent" });
  expect(await shownTo(reader)).toEqual([answers[0], { question: "tent", choice: "tent" }]);
  await save({ tent: "" });
  expect(await shownTo(reader)).toEqual([answers[0]]);
});

test("a question or choice that the domain has not is refused, and nothing is stored", async () => {
  await save({ climbing: "lead", tent: "" });
  expect(await refusal(save({ climbing: "boulder", tent: "palace", toString: "x" }))).toEqual([
    "answers.tent unknown_option",
    "answers.toString unknown_field",
  ]);
  expect((await own()).profile.answers).toEqual([{ question: "climbing", choice: "lead" }]);
});

test("an answer whose choice left the file is shown nowhere, and comes back with it unless it was edited meanwhile", async () => {
  await save({ climbing: "lead", tent: "hut" });
  const [climbing, tent] = QUESTIONS as [Questions[number], Questions[number]];
  const without = [{ ...climbing, choices: choices("boulder", "never") }, tent];
  expect((await own(without)).profile.answers).toEqual([{ question: "tent", choice: "hut" }]);
  expect(await shownTo(reader, without)).toEqual([{ question: "tent", choice: "hut" }]);
  expect((await own(without)).completeness.missing).toContain("question:climbing");
  expect(await refusal(save({ climbing: "lead" }, without))).toEqual(["answers.climbing unknown_option"]);
  await save({ tent: "tent" }, without);
  expect((await own()).profile.answers).toContainEqual({ question: "climbing", choice: "lead" });
  await save({ climbing: "never" }, without);
  expect((await own()).profile.answers).toContainEqual({ question: "climbing", choice: "never" });
});

test("each question counts for the completeness of a profile", async () => {
  await save({ climbing: "", tent: "hut" });
  const [none, both] = [(await own([])).completeness, (await own()).completeness];
  expect(none.missing).not.toContain("question:climbing");
  expect(both.missing.filter((part) => part.startsWith("question:"))).toEqual(["question:climbing"]);
  await save({ climbing: "lead" });
  expect((await own()).completeness.percent).toBeGreaterThan(both.percent);
});

test("members find by a question that the domain offers for search; nobody by another, and no visitor at all", async () => {
  await save({ climbing: "boulder", tent: "hut" });
  const find = async (answers: string, token: string | null = reader) => {
    const ctx = token
      ? await context(QUESTIONS, token)
      : await contextOf({ settings: { questions: QUESTIONS, logged_out_search: true } });
    return members.members(ctx, { gender: "female", country: "all", answers });
  };
  const found = await find("climbing:boulder");
  expect(found.results.map(({ id }) => id)).toContain(ann);
  expect(found.filter.answers).toBe("climbing:boulder");
  const other = await find("climbing:lead");
  expect(other.results.map(({ id }) => id)).not.toContain(ann);
  expect(other.emptied_by).toEqual(["answers"]);
  for (const wrong of ["tent:hut", "climbing:palace", "toString:x", "climbing"])
    expect(await refusal(find(wrong)), wrong).toEqual(["answers unknown_option"]);
  expect(await refusal(find("climbing:boulder", null))).toEqual(["answers unknown_option"]);
});

test("a filter of several questions reads and writes the same whatever its order", () => {
  expect(answersOf({ answers: "tent:hut,climbing:lead" })).toEqual({ tent: "hut", climbing: "lead" });
  expect(answerFilter(answersOf({ answers: "tent:hut,climbing:lead" }))).toBe("climbing:lead,tent:hut");
  expect(answerFilter(answersOf({}))).toBeUndefined();
});
