import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { workItems } from "#db/schema/index.ts";
import { NOON } from "#tests/setup/context.ts";
import { ALIKE, addPhoto, db, decide, HASH, itemOf, moderator, noticed, services, stateOf, store } from "#tests/setup/picture-notices.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";

test("agreeing removes what is named and its exact copies where the limit hid nothing", async () => {
  const network = newId();
  for (let n = 0; n < 3; n++) {
    const one = await addPhoto("liaison", [n, n, n, n]);
    await noticed({ where: `/media/${one.id}.card?o=${one.member}` }, { network });
  }
  await env.DB.exec("DELETE FROM work_items");
  const [named, copy, alike] = [
    await addPhoto("liaison", HASH),
    await addPhoto("velvet", HASH, "chat"),
    await addPhoto("liaison", ALIKE),
  ];
  await noticed({ where: `/media/${named.id}.card?o=${named.member}` }, { network });
  expect(await Promise.all([named, copy].map(stateOf))).toEqual(["active", "active"]);
  await decide("upheld");
  expect(await Promise.all([named, copy, alike].map(stateOf))).toEqual(["rejected", "rejected", "active"]);
  expect(await store.isBlocked(HASH)).toBe(true);
});

test.each(["the first", "the last"])("two refused notices about one picture show it again, %s decided first", async (first) => {
  const copy = await addPhoto("liaison", HASH);
  await noticed();
  const one = (await itemOf()).id;
  await noticed();
  const items = (await db.select().from(workItems)).filter(({ kind }) => kind === "complaint").map(({ id }) => id);
  const order = items.toSorted((a, b) => (first === "the first" ? 1 : -1) * (Number(b === one) - Number(a === one)));
  await services.work.takeWork(moderator, { kind: "complaint" });
  const states: (string | undefined)[] = [];
  for (const id of order) {
    await services.work.decideWork(moderator, { id, decision: "rejected", words: "It is not you." });
    await services.work.sweep(NOON + HOUR + UNDO);
    states.push(await stateOf(copy));
  }
  expect(states).toEqual(["inspection", "active"]);
});
