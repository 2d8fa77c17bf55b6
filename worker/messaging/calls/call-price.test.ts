import { beforeEach, expect, test } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import {
  answer,
  as,
  beginScene,
  calls,
  chat,
  end,
  inCall,
  paid,
  refusalOf,
  renew,
  ring,
  SECOND,
  scene,
} from "#tests/setup/calls.ts";
import { NOON } from "#tests/setup/context.ts";
import { newId } from "#worker/platform/ids.ts";

beforeEach(beginScene);

test("a price by the minute is paid by the caller alone, each begun minute once", async () => {
  scene.price = { per: "minute", credits: 3 };
  expect(await refusalOf(ring(scene.anna, { price: 2 }))).toBe("price_changed");
  expect(await refusalOf(ring(scene.anna, { price: 3, per: "call" })), "the page said: for the whole call").toBe("price_changed");
  const { call } = await ring(scene.anna, { price: 3, per: "minute" });
  expect(await paid(scene.anna)).toEqual([]);
  await answer(call.id);
  expect([await paid(scene.anna), await paid(scene.ben)]).toEqual([["call -3"], []]);
  expect(await refusalOf(renew(scene.anna, call.id, 3)), "not its turn").toBe("ok");
  expect(await paid(scene.anna)).toHaveLength(1);
  scene.now += 20 * SECOND;
  await renew(scene.anna, call.id, 2);
  expect(await paid(scene.anna), "too early").toHaveLength(1);
  scene.now += 41 * SECOND;
  expect(await refusalOf(renew(scene.ben, call.id)), "the callee waits for the payment").toBe("conflict");
  const together = await Promise.all([
    renew(scene.anna, call.id, 2),
    renew(scene.anna, call.id, 2),
    renew(scene.anna, call.id, 2),
  ]);
  expect(together.map((one) => one.call.paid_minutes)).toEqual([2, 2, 2]);
  expect([await paid(scene.anna), (await renew(scene.ben, call.id, 3)).call.paid_minutes]).toEqual([
    ["call -3", "call -3"],
    null,
  ]);
  const { until } = (await renew(scene.anna, call.id)).relay;
  expect(Date.parse(until) - NOON, "credentials end soon after what is paid").toBe(150 * SECOND);
  scene.now += 60 * SECOND;
  await renew(scene.anna, call.id, 3);
  expect((await renew(scene.anna, call.id)).call.credits).toBe(1);
  scene.now += 60 * SECOND;
  expect(await refusalOf(renew(scene.anna, call.id, 4))).toBe("not_enough_credits");
  expect((await calls.call(await as(scene.ben), { id: call.id })).call?.state, "time to buy").toBe("active");
  scene.now += 20 * SECOND;
  expect(await refusalOf(renew(scene.anna, call.id, 4))).toBe("call_over");
  expect((await calls.call(await as(scene.ben), { id: call.id })).call).toMatchObject({ state: "ended", ending: "credits" });
  expect([await paid(scene.anna), await inCall()]).toEqual([["call -3", "call -3", "call -3"], 0]);
});

test("pages of the caller are told that credits are gone, and those of the callee nothing of them", async () => {
  scene.price = { per: "minute", credits: 3 };
  const { call } = await ring();
  const toldOf = (member: string) => scene.told.filter(([to, { changed }]) => to === member && changed.includes("user")).length;
  await answer(call.id);
  expect([toldOf(scene.anna), toldOf(scene.ben)]).toEqual([1, 0]);
  scene.now += 50 * SECOND;
  await renew(scene.anna, call.id, 2);
  expect([toldOf(scene.anna), toldOf(scene.ben)]).toEqual([2, 0]);
});

test("a minute in which the two may not talk any more is not paid", async () => {
  scene.price = { per: "minute", credits: 3 };
  const { call } = await ring();
  await answer(call.id);
  scene.now += 50 * SECOND;
  await runSql("UPDATE conversations SET goodbye_at = ? WHERE id = ?", scene.now, scene.conversation);
  expect(await refusalOf(renew(scene.anna, call.id, 2))).toBe("call_over");
  expect(await paid(scene.anna)).toEqual(["call -3"]);
  expect((await calls.call(await as(scene.ben), { id: call.id })).call).toMatchObject({ state: "ended", ending: "gone" });
});

test("a price by the call is paid when it is taken, and never for one that nobody took", async () => {
  scene.price = { per: "call", credits: 4 };
  const missed = (await ring()).call;
  await end(scene.anna, missed.id);
  expect(await paid(scene.anna)).toEqual([]);
  const { call } = await ring();
  await answer(call.id);
  await renew(scene.anna, call.id, 2);
  expect(await paid(scene.anna)).toEqual(["call -4"]);
  await end(scene.anna, call.id);
  await runSql("UPDATE accounts SET debt = 1 WHERE id = ?", scene.anna);
  expect(await refusalOf(ring())).toBe("debt_open");
});

test("a caller who cannot pay at the answer ends the call without a price", async () => {
  scene.price = { per: "minute", credits: 8 };
  const { call } = await ring();
  await chat.sendMessage(await as(scene.anna), { conversation: scene.conversation, text: "Hello", client_id: newId() });
  await chat.sendMessage(await as(scene.anna), { conversation: scene.conversation, text: "Hello", client_id: newId() });
  await chat.sendMessage(await as(scene.anna), { conversation: scene.conversation, text: "Hello", client_id: newId() });
  expect(await refusalOf(answer(call.id))).toBe("call_refused");
  expect((await calls.call(await as(scene.anna), { id: call.id })).call).toMatchObject({ state: "ended", ending: "credits" });
  expect((await paid(scene.anna)).filter((one) => one.startsWith("call"))).toEqual([]);
  expect(await refusalOf(ring())).toBe("not_enough_credits");
});

test("a caller who is verified no more talks on to no one who asks for it", async () => {
  await runSql("INSERT INTO preferences (account_id, calls_verified, updated_at) VALUES (?, 1, 0)", scene.ben);
  await runSql("UPDATE profiles SET main_photo = 'x' WHERE id = ?", scene.anna);
  await runSql("UPDATE profiles SET verified = 1 WHERE id = ?", scene.anna);
  const { call } = await ring();
  await answer(call.id);
  expect(await refusalOf(renew(scene.anna, call.id))).toBe("ok");
  await runSql("UPDATE profiles SET verified = 0 WHERE id = ?", scene.anna);
  expect(await refusalOf(renew(scene.anna, call.id))).toBe("call_over");
  expect(await inCall()).toBe(0);
});

test("calls that the operator switches off end at the next renewal", async () => {
  const { call } = await ring();
  await answer(call.id);
  const off = await as(scene.anna, { settings: { calls: false } });
  expect(await refusalOf(calls.renewCall(off, { id: call.id }))).toBe("call_over");
  expect([(await calls.call(await as(scene.ben), { id: call.id })).call?.ending, await inCall()]).toEqual(["gone", 0]);
});
