import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql as sql, writeMessage } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { placeOn } from "#tests/setup/media-place.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { newId } from "#worker/platform/ids.ts";
import { ageSettings } from "#worker/sites/domains/age.vocabulary.ts";
import { VISITOR, VOICE_ANSWER_PREFIX } from "./links.ts";
import { createPhotoAccessStore } from "./photo-access.store.ts";
import { createPhotoAccess, type Place } from "./photo-access.ts";

const access = createPhotoAccess({ store: createPhotoAccessStore(connect(env.DB)), domainOf: async () => null, hash: sha256 });
const HERE = placeOn("liaison");
const ON = { voice: true, staff: true };

let ann: string;
let bea: string;
let key: string;
let tokens: { ann: string; bea: string };

const hears = async (as: string, at: Place = HERE, of = { key, owner: ann }) =>
  (await access.check(of, as, at, Date.now())) === "private";
/** Her friend, and she herself. */
const both = async (at: Place = HERE) => [await hears(tokens.bea, at), await hears(tokens.ann, at)];

const block = (one: string, other: string) =>
  sql("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", one, other);

beforeEach(async () => {
  [ann, bea] = await Promise.all([addMember(), addMember()]);
  [key, tokens] = [`${VOICE_ANSWER_PREFIX}${newId()}`, { ann: await logIn(ann), bea: await logIn(bea) }];
  await sql("INSERT INTO voice_answers (key, member_id, created_at) VALUES (?, ?, 0)", key, ann);
  const voice = { key, duration: 2000, levels: "", container: "webm" };
  const prompts = JSON.stringify([{ question: "laugh", answer: "Puns.", voice }]);
  await sql("UPDATE profiles SET prompts = ? WHERE id = ?", prompts, ann);
  expect(await both(), "before anything is said against it").toEqual([true, true]);
});

const CASES: [why: string, against: () => unknown, hears: [friend: boolean, owner: boolean]][] = [
  ["the owner blocked the friend", () => block(ann, bea), [false, true]],
  ["the friend blocked the owner", () => block(bea, ann), [false, true]],
  [
    "the owner knows the friend",
    () => sql("INSERT INTO unseen (viewer_id, owner_id, print) VALUES (?, ?, 'x')", bea, ann),
    [false, true],
  ],
  ["the profile is hidden", () => sql("UPDATE profiles SET status = 'hidden' WHERE id = ?", ann), [false, true]],
  [
    "the profile is hidden, and they write to each other",
    async () => {
      await writeMessage(bea, ann);
      await sql("UPDATE profiles SET status = 'hidden' WHERE id = ?", ann);
    },
    [true, true],
  ],
  ["the profile is disabled", () => sql("UPDATE profiles SET status = 'disabled' WHERE id = ?", ann), [false, true]],
  ["no answer names it", () => sql("UPDATE profiles SET prompts = '[]' WHERE id = ?", ann), [false, true]],
  [
    "the session of the friend has ended",
    () => sql("UPDATE sessions SET revoked_at = 1 WHERE account_id = ?", bea),
    [false, true],
  ],
  [
    "the account of the friend is gone",
    () => sql("UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?", bea),
    [false, true],
  ],
  ["its row is gone", () => sql("DELETE FROM voice_answers WHERE key = ?", key), [false, false]],
];

test.each(CASES)("who hears a spoken answer: %s", async (_, against, expected) => {
  await against();
  expect(await both()).toEqual(expected);
});

test("a spoken answer is for members of its pool, by its own owner, on a site that has them", async () => {
  expect([await hears(VISITOR), await hears("no session")]).toEqual([false, false]);
  expect(await hears(tokens.bea, HERE, { key, owner: bea }), "another owner's link").toBe(false);
  expect(await hears(tokens.bea, placeOn("curves")), "a session of another domain").toBe(false);
  await sql("UPDATE profiles SET pool = 'elsewhere' WHERE id = ?", ann);
  expect(await hears(tokens.bea), "another pool").toBe(false);
  await sql("UPDATE profiles SET pool = (SELECT pool FROM domains WHERE id = 'liaison') WHERE id = ?", ann);
  for (const off of ["voice", "staff"] as const)
    expect([off, ...(await both(placeOn("liaison", {}, { ...ON, [off]: false })))]).toEqual([off, false, false]);
  expect(await both()).toEqual([true, true]);
});

test.each(["before_contact", "before_members"])("who must prove the age first (%s) hears only the own answer", async (when) => {
  const rule = ageSettings.age_proof.parse({ "*": { when, methods: ["eu"] } });
  expect(await both(placeOn("liaison", rule))).toEqual([false, true]);
});
