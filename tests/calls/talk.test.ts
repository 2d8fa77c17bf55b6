import { expect, test } from "vitest";
import { axeFindings } from "#tests/e2e/axe.ts";
import { expectHidden, expectTalk, inPhase, received, ring } from "#tests/e2e/call-steps.ts";
import {
  accept,
  booksOf,
  both,
  device,
  openLive,
  openStage,
  PRICE,
  pair,
  pairOf,
  press,
  rings,
  stage,
  status,
  talking,
} from "./stage.ts";

openStage();

test("two talk through the relay, and no signal names another address", async () => {
  const them = await pair();
  await talking(them);
  await Promise.all([them.caller.page, them.callee.page].map((page) => expectTalk(page)));
  expect(await axeFindings(them.caller.page)).toEqual([]);
  await press(them.callee.page, "End call");
  await both(them, "ended");
  expectHidden([...them.caller.signals, ...them.callee.signals]);
  expect(await booksOf(them)).toMatchObject({ ending: "hung_up", paid: 1, entries: [-PRICE], lines: 1, held: 0 });
});

test("microphone, camera and blur reach the other side, and come back", async () => {
  const them = await pair();
  const [anna, ben] = [them.caller.page, them.callee.page];
  await talking(them);
  await Promise.all([anna, ben].map((page) => expectTalk(page)));
  const grows = async (of: "energy" | "frames") => {
    const before = (await received(ben))[of];
    await expect.poll(async () => (await received(ben))[of]).toBeGreaterThan(before);
  };

  await press(anna, "Turn microphone off");
  await status(them.callee, "microphone is off");
  // The fake microphone beeps each second.
  await expect
    .poll(async () => {
      const before = (await received(ben)).energy;
      await ben.waitForTimeout(1_500);
      return (await received(ben)).energy - before;
    })
    .toBeLessThan(1e-6);
  await press(anna, "Turn microphone on");
  await grows("energy");

  await press(anna, "Show me");
  await expect.poll(async () => (await received(ben)).width).toBeGreaterThan(160);
  await press(anna, "Blur me");
  await status(them.callee, "is blurred until they press");
  await expect.poll(async () => (await received(ben)).width).toBeLessThanOrEqual(160);

  await press(anna, "Turn camera off");
  await status(them.callee, "camera is off");
  await expect
    .poll(async () => {
      const before = (await received(ben)).frames;
      await ben.waitForTimeout(1_500);
      return (await received(ben)).frames - before;
    })
    .toBe(0);
  await press(anna, "Turn camera on");
  await grows("frames");
  await press(anna, "End call");
  await both(them, "ended");
});

test("a ring that is declined, cancelled or met by another call ends on both sides and costs nothing", async () => {
  const them = await pair();
  const { caller, callee } = them;
  await rings(them);
  await ring(callee.page).getByRole("button", { name: "Decline" }).click();
  await status(caller, "cannot talk right now");
  expect(await booksOf(them)).toMatchObject({ ending: "declined", paid: 0, entries: [], lines: 1, held: 0 });

  await rings(them, "Voice call");
  await press(caller.page, "Cancel");
  await ring(callee.page).waitFor({ state: "detached" });
  expect(await booksOf(them)).toMatchObject({ ending: "cancelled", paid: 0, entries: [], lines: 1, held: 0 });

  await talking(them);
  const other = await pair();
  const third = await pairOf(other.caller.member, callee.member);
  await openLive(third.caller.page, `/chats/${third.conversation}/call`);
  await press(third.caller.page, "Voice call");
  await third.caller.page.getByText("One of you is in another call right now.").waitFor();
  await press(caller.page, "End call");
  await both(them, "ended");
});

test("every device rings; the first answer stops the others, and a second tab is told", async () => {
  const them = await pair();
  const { caller, callee, conversation } = them;
  const [phone, tablet] = [await device(callee.member), await device(callee.member)];
  for (const page of [phone, tablet]) await openLive(page, "/settings");
  await rings(them);
  await Promise.all([phone, tablet].map((page) => ring(page).waitFor()));
  await accept(callee.page);
  await press(callee.page, "Accept");
  await both(them, "active");
  await Promise.all([phone, tablet].map((page) => ring(page).waitFor({ state: "detached" })));

  const call = new URL(callee.page.url()).searchParams.get("call");
  await openLive(phone, `/chats/${conversation}/call?call=${call}`);
  const second = await device(caller.member);
  await openLive(second, `/chats/${conversation}/call`);
  await Promise.all([phone, second].map((page) => inPhase(page, "elsewhere")));
  await Promise.all([caller.page, callee.page].map((page) => expectTalk(page)));
  await press(callee.page, "End call");
  await both(them, "ended");
  await Promise.all([phone, second].map((page) => inPhase(page, "ended")));
  expect(await booksOf(them)).toMatchObject({ ending: "hung_up", paid: 1, lines: 1, held: 0 });
});

test("a block ends the call at once for both", async () => {
  const them = await pair();
  await talking(them);
  const { product } = stage;
  const since = performance.now();
  const { status: answer } = await product.ask("/api/block.php", {
    session: them.callee.member.session,
    body: { profile: them.caller.member.id },
  });
  expect(answer).toBeLessThan(300);
  await both(them, "ended");
  console.log(`  a block ended both pages after ${Math.round(performance.now() - since)} ms`);
  await status(them.caller, "no longer possible");
});

test.each([
  ["both", true, true, false],
  ["the caller", true, false, true],
  ["the callee", false, true, true],
])("the way is direct only if both choose it: %s", async (_who, caller, callee, isRelayed) => {
  const them = await pair();
  const [anna, ben] = [them.caller.page, them.callee.page];
  await openLive(ben, "/chats");
  await openLive(anna, `/chats/${them.conversation}/call`);
  await anna.locator('input[name="direct"]').setChecked(caller);
  await press(anna, "Video call");
  await accept(ben);
  await ben.locator('input[name="direct"]').setChecked(callee);
  await press(ben, "Accept");
  await both(them, "active");
  await expect.poll(async () => (await received(ben)).frames).toBeGreaterThan(2);
  const { way } = await received(ben);
  expect(way.every((kind) => kind === "relay")).toBe(isRelayed);
  if (isRelayed) expectHidden([...them.caller.signals, ...them.callee.signals]);
  await press(anna, "End call");
  await both(them, "ended");
});
