import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { outbox, pictureNotices } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import {
  ALIKE,
  addPhoto,
  clearNotices,
  db,
  decide,
  HASH,
  itemOf,
  noticed,
  picture,
  refusal,
  services,
  stateOf,
  store,
} from "#tests/setup/picture-notices.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { placeOf } from "./picture-place.ts";

const { complaints, noticedPictures } = services;

clearNotices();

test("three exact copies in two pools and a chat are hidden at once and removed; their upload is refused afterwards", async () => {
  const copies = [await addPhoto("liaison", HASH), await addPhoto("velvet", HASH), await addPhoto("liaison", HASH, "chat")];
  const alike = await addPhoto("liaison", ALIKE);
  const { reference } = await noticed();
  const states = () => Promise.all([...copies, alike].map(stateOf));
  expect(await states()).toEqual(["inspection", "inspection", "inspection", "active"]);
  expect(await itemOf()).toMatchObject({ score: 200, dueAt: NOON + 48 * HOUR });
  await decide("upheld");
  expect(await states()).toEqual(["rejected", "rejected", "rejected", "active"]);
  expect([await store.isBlocked(HASH), await store.isBlocked(ALIKE)]).toEqual([true, false]);
  expect(await complaints.find(reference)).toMatchObject({ outcome: "upheld", answer: "It is gone." });
  const letters = (await db.select().from(outbox)).filter(({ template }) => template === "decision");
  expect(letters.map(({ accountId }) => accountId).sort()).toEqual(copies.map(({ member }) => member).sort());
  for (const { text } of letters) {
    expect(text).toContain("/objection?open=");
    expect(text).toContain("We got a notice about it. A person here looked at it");
    expect(text).not.toContain("Mieke");
  }
});

test("what looks alike goes only if staff tick it; a notice that is not agreed with shows everything again", async () => {
  const [copy, alike] = [await addPhoto("liaison", HASH), await addPhoto("liaison", ALIKE)];
  await noticed();
  await decide("rejected", "It is not you.");
  expect([await stateOf(copy), await stateOf(alike)]).toEqual(["active", "active"]);
  await env.DB.exec("DELETE FROM work_items");
  await noticed();
  await decide("upheld", "It is gone.", alike.id);
  expect([await stateOf(copy), await stateOf(alike)]).toEqual(["rejected", "rejected"]);
});

test("a link to the picture hides it; a profile with several photos waits for a person", async () => {
  const [named, other] = [await addPhoto("liaison", HASH), await addPhoto("liaison", [1, 2, 3, 4])];
  await noticed({ where: `http://localhost/media/${named.id}.full?d=1&o=${named.member}&s=x` });
  await env.DB.exec("DELETE FROM work_items");
  expect([await stateOf(named), await stateOf(other)]).toEqual(["inspection", "active"]);
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES ('second', ?1, 'second', 99, 'active', 0)",
    other.member,
  );
  const { reference } = await noticed({ where: `/members/${other.member}` });
  expect([await stateOf(other), await stateOf({ id: "second" })]).toEqual(["active", "active"]);
  const { id } = await complaints.find(reference);
  expect((await noticedPictures.shown(id)).map(({ state }) => state)).toEqual(["shown", "shown"]);
  expect(await refusal(decide("upheld"))).toBe("invalid chosen");
  await decide("upheld", "It is gone.", other.id);
  expect([await stateOf(other), await stateOf({ id: "second" })]).toEqual(["rejected", "active"]);
  expect(await store.isBlocked([1, 2, 3, 4])).toBe(true);
});

test("a hidden picture is decided with its notice only: not listed, not approved, and shown again if staff do not agree", async () => {
  const waits = await addPhoto("liaison", [9, 9, 9, 9]);
  await runSql("UPDATE photos SET status = 'inspection' WHERE id = ?1", waits.id);
  const hidden = [await addPhoto("liaison", HASH), await addPhoto("liaison", HASH, "chat"), waits];
  await noticed({ file: picture, where: `/media/${waits.id}.card?o=${waits.member}` });
  const { waiting, decide: decideAlone } = services.photos;
  expect(await waiting(100)).toEqual([]);
  for (const { id } of hidden) expect([id, await decideAlone(id, "active", NOON)]).toEqual([id, false]);
  expect(await Promise.all(hidden.map(stateOf))).toEqual(["inspection", "inspection", "inspection"]);
  await decide("rejected", "It is not you.");
  expect(await Promise.all(hidden.map(stateOf)), "the last one was approved meanwhile").toEqual(["active", "active", "active"]);
  expect(await decideAlone(waits.id, "active", NOON)).toBe(false);
});

test("a refusal of a hidden picture holds, and a picture without a notice is decided as before", async () => {
  const [hidden, free] = [await addPhoto("liaison", HASH), await addPhoto("liaison", [9, 9, 9, 9])];
  await runSql("UPDATE photos SET status = 'inspection' WHERE id = ?1", free.id);
  await noticed();
  expect(await services.photos.decide(hidden.id, "illegal", NOON)).toBe(true);
  expect(await services.photos.decide(free.id, "active", NOON)).toBe(true);
  expect([await stateOf(hidden), await stateOf(free)]).toEqual(["rejected", "active"]);
  await decide("rejected", "It is not you.");
  expect(await stateOf(hidden)).toBe("rejected");
});

test("the uploader hears at once that a picture is hidden, not from whom, and what they answer stands with the notice", async () => {
  const [copy, other] = [await addPhoto("liaison", HASH), await addPhoto("velvet", HASH)];
  await addPhoto("liaison", ALIKE);
  const { reference } = await noticed();
  const letters = (await db.select().from(outbox)).filter(({ template }) => template === "picture_hidden");
  expect(letters.map(({ accountId }) => accountId).sort()).toEqual([copy.member, other.member].sort());
  for (const { text } of letters) {
    expect(text).toContain(`/complaints?about=${reference}`);
    expect(text).not.toMatch(/Mieke|example\.org/);
    expect(text).toContain("A program hid it at once");
  }
  const viewer = (await memberContext(copy.member, { now: NOON })).viewer;
  const said = {
    kind: "consumer",
    text: "She is my wife, and we chose this picture together.",
    link: reference,
    good_faith: true,
  } as const;
  await services.complaints.complaint(await contextOf({ now: NOON, viewer }), { ...said, name: "Ben", email: "ben@example.org" });
  await services.complaints.complaint(await contextOf({ now: NOON }), { ...said, name: "Eve", email: "eve@example.org" });
  const ctx = staffContext("moderator", NOON + HOUR);
  await services.work.takeWork(ctx, { kind: "complaint" });
  const { cases } = await services.complaintQueue.complaintCases(ctx);
  expect(cases.find((one) => one.reference === reference)?.objections).toMatchObject([{ member: copy.member, text: said.text }]);
});

test("an incomplete notice is refused at its fields, and hides nothing", async () => {
  const copy = await addPhoto("liaison", HASH);
  expect(await refusal(noticed({ name: "", email: "", good_faith: undefined }))).toBe("invalid where name email good_faith");
  expect(await refusal(noticed({ file: picture, name: "cheap.example.com" }))).toBe("invalid name");
  expect(await stateOf(copy)).toBe("active");
});

test("the answer is the same whether or not a picture was found, and one form counts once", async () => {
  const form = { file: picture, email: "same@example.org", complaint_key: newId() };
  const found = (await addPhoto("liaison", HASH)) && (await noticed(form));
  expect(await noticed(form)).toEqual(found);
  await env.DB.exec("DELETE FROM photos");
  expect({ ...(await noticed()), reference: "" }).toEqual({ ...found, reference: "" });
  expect(await db.$count(pictureNotices)).toBe(2);
});

test("one network hides pictures three times a day, and sends five notices an hour; the rest waits for a person", async () => {
  const network = newId();
  const states: (string | undefined)[] = [];
  for (let n = 0; n < 5; n++) {
    const one = await addPhoto("liaison", [n, n, n, n]);
    await noticed({ where: `/media/${one.id}.card?o=${one.member}` }, { network });
    states.push(await stateOf(one));
  }
  expect(states).toEqual(["inspection", "inspection", "inspection", "active", "active"]);
  expect(await refusal(noticed({ where: "/members/x" }, { network }))).toBe("too_many_requests");
});

test("notices that hide nothing leave the network its three hidings of a day", async () => {
  const network = newId();
  for (let n = 0; n < 4; n++) {
    const { member } = await addPhoto("liaison", [n, n, n, n]);
    const second = "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?2, ?1, ?2, 99, 'active', 0)";
    await runSql(second, member, newId());
    const { reference, names_picture } = await noticed({ where: `/members/${member}` }, { network });
    const { id } = await complaints.find(reference);
    expect([names_picture, (await noticedPictures.facts(id)).hiding]).toEqual([false, null]);
  }
  const one = await addPhoto("liaison", HASH);
  const { names_picture } = await noticed({ where: `/media/${one.id}.card?o=${one.member}` }, { network });
  expect([names_picture, await stateOf(one)]).toEqual([true, "inspection"]);
});

test("after two notices that were not agreed with, a network hides nothing by itself; an address alone counts for nothing", async () => {
  const copy = await addPhoto("liaison", HASH);
  const [network, form] = [newId(), { file: picture, email: "victim@example.org" }];
  for (let n = 0; n < 2; n++) {
    await noticed(form, { network });
    await decide("rejected", "It is not you.");
    await env.DB.exec("DELETE FROM work_items");
  }
  const { reference } = await noticed(form, { network });
  expect(await stateOf(copy)).toBe("active");
  expect(await noticedPictures.facts((await complaints.find(reference)).id)).toMatchObject({ hiding: "refused" });
  await noticed(form);
  expect(await stateOf(copy)).toBe("inspection");
});

test("the operators hear of an undecided notice after 24 and 42 hours, each once, and not of a decided one", async () => {
  await env.DB.exec("DELETE FROM staff_members");
  await runSql(
    "INSERT INTO staff_members (id, name, email, role, password_hash, created_at) VALUES ('op', 'Olga', 'olga@example.org', 'operator', 'x', 0)",
  );
  await noticed();
  const subjects = async () =>
    (await db.select().from(outbox))
      .filter(({ template }) => template === "staff")
      .map(({ subject }) => /\d+ hours/.exec(subject)?.[0]);
  for (const [hours, told] of [
    [23, []],
    [24, ["24 hours"]],
    [30, ["24 hours"]],
    [42, ["24 hours", "6 hours"]],
    [47, ["24 hours", "6 hours"]],
  ] as const) {
    await noticedPictures.sweep(NOON + hours * HOUR);
    expect([hours, await subjects()]).toEqual([hours, told]);
  }
});

test.each([
  ["https://a.example/media/x/abcdefgh12.full?d=1&o=anna1&s=q", { key: "abcdefgh12", owner: "anna1" }],
  ["https://a.example/members/anna1?x", { member: "anna1" }],
  ["Anna_92", { name: "Anna_92" }],
  ["the one with the blue chair", null],
  ["https://elsewhere.example/picture", null],
])("%s points at %o", (where, expected) => {
  expect(placeOf(where)).toEqual(expected);
});
