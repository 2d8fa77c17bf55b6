import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { heldTexts } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const db = connect(env.DB);
const { ownProfile } = servicesOf(env);
const ABOUT = "I am a calm and honest engineer on a rig at sea, and I look for a woman who wants a true heart beside her.";
const ASKS = "I can double it: send me 200 euros and see.";

let now: number;
beforeEach(async () => {
  for (const table of ["held_texts", "text_sketches"]) await env.DB.exec(`DELETE FROM ${table}`);
  now = Date.now();
});

const save = async (id: string, input: CallInput<"updateProfile">) =>
  ownProfile.updateProfile(await memberContext(id, { now }), input);
const held = () => db.select().from(heldTexts);

async function copies(input: (name: string) => CallInput<"updateProfile">, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const name = `Mark${"abcdefgh"[n]}`;
    const id = await addMember({ name });
    await save(id, input(name));
    ids.push(id);
  }
  return ids;
}

test("a text that three other members of the pool have nearly so waits for a person", async () => {
  await copies((name) => ({ about: `${name} is my name. ${ABOUT}` }), 3);
  expect(await held()).toEqual([]);
  const fourth = await addMember({ name: "Peter" });
  await save(fourth, { about: `Peter is my name. ${ABOUT.replace("engineer", "captain")}` });
  expect(await held()).toMatchObject([{ memberId: fourth, field: "about", causes: ["copied"] }]);
  // Of another pool.
  const elsewhere = await addMember({ name: "Paul", pool: "other" });
  await save(elsewhere, { about: ABOUT });
  expect(await held()).toHaveLength(1);
});

test("a copied answer waits, and answers of the member's own go on", async () => {
  const answer = "A calm breakfast with a true heart beside me, then the sea, where I work on a rig as an engineer.";
  await copies(() => ({ prompts: [{ question: "perfect_sunday", answer }] }), 3);
  const own = { question: "laugh", answer: "Geese" };
  const copied = { question: "perfect_sunday", answer };
  const id = await addMember({ name: "Peter" });
  const { profile } = await save(id, { prompts: [copied, own] });
  expect(profile.prompts).toEqual([own, copied]);
  expect(await held()).toMatchObject([{ field: "prompts", causes: ["copied"], value: JSON.stringify([copied]) }]);
});

test("one member is no many, and a text that others see already is not judged again", async () => {
  const [first = ""] = await copies(() => ({ about: ABOUT }), 3);
  for (let n = 0; n < 4; n++) await save(first, { about: `${ABOUT} ${n}` });
  expect(await held()).toEqual([]);
  const fourth = await addMember({ name: "Peter" });
  await save(fourth, { about: ABOUT });
  expect(await held()).toHaveLength(1);
  await save(fourth, { about: "" });
  await runSql("UPDATE profiles SET about = ? WHERE id = ?", ABOUT, fourth);
  await save(fourth, { about: `${ABOUT} I cook too.` });
  expect(await held()).toEqual([]);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM text_sketches").first("n")).toBe(4);
});

test("a save looks once and writes once, by the indexes of the keys", async () => {
  await copies(() => ({ about: ABOUT }), 5);
  const id = await addMember({ name: "Peter" });
  const ctx = await memberContext(id, { now });
  const d1 = countedD1(env.DB);
  await servicesOf({ ...env, DB: d1.db }).ownProfile.updateProfile(ctx, { about: ABOUT });
  const { trips } = d1.take();
  expect(trips).toBe(2);
  expect(await held()).not.toEqual([]);
});

test("a member makes ten held texts a day for staff; the eleventh is refused at its field, and other fields are saved", async () => {
  const id = await addMember({ name: "Ann" });
  const refused = (input: CallInput<"updateProfile">) =>
    save(id, input).then(
      () => [],
      (error: AppError) => error.fields,
    );
  for (let n = 0; n < 10; n++) {
    await save(id, { about: `${ASKS} ${n}` });
    // Said again, as forms do.
    await save(id, { about: `${ASKS} ${n}`, hair: n % 2 ? "red" : "grey" });
  }
  const [before] = await held();
  expect(await refused({ about: `${ASKS} Once more.`, hair: "black" })).toEqual([{ field: "about", code: "text_limit" }]);
  expect(await held()).toEqual([before]);
  expect((await save(id, { hair: "black", about: `${ASKS} 9` })).profile.hair).toBe("black");
  expect((await save(id, { about: "I bake." })).held).toEqual([]);
  now += DAY + 1;
  expect((await save(id, { about: `${ASKS} Once more.` })).held).toHaveLength(1);
});
