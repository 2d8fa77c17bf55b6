import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { NOON } from "#tests/setup/context.ts";
import { addAttendance, addEvent } from "#tests/setup/events.ts";
import { as, codeOf, events, go, LATER, man, person, seenBy } from "#tests/setup/guests.ts";
import { memberContext } from "#tests/setup/member-context.ts";

let walk = "";
beforeEach(async () => {
  await env.DB.exec("DELETE FROM events");
  walk = await addEvent(NOON);
});

test("whoever is seen fulfils all that the list asks of who sees, but for the time on it", async () => {
  const states: [string, string][] = [];
  for (const status of ["active", "hidden"])
    for (const photo of [true, false])
      for (const kind of ["listed", "unlisted", "interested"] as const)
        for (const before of [true, false]) {
          const [ann, bob] = [await person(), before ? await man({ status, photo }) : await man()];
          for (const id of [ann, bob]) await addAttendance(walk, id, id === bob ? kind : "listed");
          await runSql("UPDATE profiles SET status = ?, main_photo = ? WHERE id = ?", ...[status, photo ? bob : null, bob]);
          if (!(await seenBy(ann, walk)).includes(bob)) continue;
          const { people } = await events.event(await as(bob, LATER), { id: walk });
          states.push([`${status} ${photo} ${kind}`, people]);
          await runSql("DELETE FROM attendances");
        }
  expect(states).toEqual([
    ["active true listed", "shown"],
    ["active true listed", "shown"],
  ]);
});

test("the list opens to who has been on it for three hours, and those on it see the newcomer at once", async () => {
  const [ann, bob] = [await person(), await man()];
  await addAttendance(walk, ann);
  await go(bob, walk);
  expect(await seenBy(ann, walk, NOON)).toEqual([bob]);
  const told = async (now: number) => (await events.event(await as(bob, now), { id: walk })).people;
  expect([await told(NOON), await told(LATER - 1), await told(LATER)]).toEqual(["soon", "soon", "shown"]);
  expect(await codeOf(seenBy(bob, walk, LATER - 1))).toBe("forbidden");
  expect(await seenBy(bob, walk, LATER)).toEqual([ann]);
});

test.each(["status = 'hidden'", "main_photo = NULL"])(
  "whoever sets %s leaves the list, and comes back to its end",
  async (change) => {
    const [ann, bob] = [await person(), await man()];
    for (const id of [ann, bob]) await addAttendance(walk, id);
    await runSql(`UPDATE profiles SET ${change} WHERE id = ?`, bob);
    await runSql("UPDATE profiles SET status = 'active', main_photo = id WHERE id = ?", bob);
    expect((await events.event(await as(bob, LATER), { id: walk })).people).toBe("unlisted");
    expect(await seenBy(ann, walk)).toEqual([]);
    await go(bob, walk, {}, LATER);
    expect((await events.event(await as(bob, LATER), { id: walk })).people).toBe("soon");
  },
);

test("accounts without a photo take no place and are not counted, and who is invisible is not listed", async () => {
  const ann = await person();
  const dinner = await addEvent(NOON, { places: 5 });
  for (let n = 0; n < 5; n++)
    expect(await codeOf(go(await man({ photo: false }), dinner, { listed: false }))).toBe("photo_required");
  expect(await events.event(await as(ann), { id: dinner })).toMatchObject({ going: null, full: false, lacks: null });
  const bob = await man({ status: "hidden" });
  expect(await go(bob, dinner)).toEqual({ attendance: "going", listed: false });
  expect((await events.event(await as(bob), { id: dinner })).lacks).toBe("visible");
  const cid = await man({ photo: false });
  expect(await codeOf(events.attend(await as(cid), { event: dinner, attendance: "interested" }))).toBe("done");
  expect((await events.event(await as(cid), { id: dinner })).lacks).toBe("photo");
});

test.each(["disabled", "deleted"])("a member who becomes %s gives the place back", async (status) => {
  const [ann, bob] = [await person(), await man()];
  const dinner = await addEvent(NOON, { places: 1 });
  await go(bob, dinner);
  expect(await codeOf(go(ann, dinner))).toBe("event_full");
  await runSql("UPDATE profiles SET status = ? WHERE id = ?", status, bob);
  expect(await codeOf(go(ann, dinner))).toBe("done");
});

test("who goes is not listed without having asked for it", async () => {
  const ann = await person();
  expect(await events.attend(await as(ann), { event: walk, attendance: "going" })).toEqual({
    attendance: "going",
    listed: false,
  });
});

test("leaving works also where the site has no events any more", async () => {
  const ann = await person();
  await go(ann, walk);
  await events.leaveEvent(await memberContext(ann, { now: NOON, settings: { events: false } }), { event: walk });
  expect(await env.DB.prepare("SELECT count(*) n FROM attendances").first("n")).toBe(0);
});
