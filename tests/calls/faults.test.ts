import { expect, test } from "vitest";
import { createRandom } from "#tests/campaigns/random.ts";
import { expectTalk, received } from "#tests/e2e/call-steps.ts";
import { booksOf, both, openStage, type Pair, PRICE, pair, press, stage, talking } from "./stage.ts";

openStage();

/** More frames on both sides than there are now. */
async function goesOn({ caller, callee }: Pair): Promise<void> {
  for (const { page } of [caller, callee]) {
    const { frames, energy } = await received(page);
    await expect.poll(async () => (await received(page)).frames).toBeGreaterThan(frames);
    await expect.poll(async () => (await received(page)).energy).toBeGreaterThan(energy);
  }
}

test("after a change of the network the call is back within 15 s", async () => {
  const them = await pair();
  await talking(them);
  await Promise.all([them.caller.page, them.callee.page].map((page) => expectTalk(page)));
  const context = them.caller.page.context();
  for (const { page } of [them.caller, them.callee]) await press(page, "Show me");
  const since = performance.now();
  await context.setOffline(true);
  await stage.relay.restart();
  stage.link.cut(createRandom(1), 100);
  // What comes from now on comes over a new way: the old one ended with the relay.
  const before = await Promise.all([them.caller, them.callee].map(({ page }) => received(page)));
  await context.setOffline(false);
  for (const [index, { page }] of [them.caller, them.callee].entries())
    await expect.poll(async () => (await received(page)).frames).toBeGreaterThan((before[index]?.frames ?? 0) + 20);
  const back = performance.now() - since;
  await both(them, "active");
  console.log(`  network: pictures again on both sides after ${Math.round(back)} ms`);
  expect(back).toBeLessThan(15_000);
  await press(them.caller.page, "End call");
  await both(them, "ended");
  expect(await booksOf(them)).toMatchObject({ ending: "hung_up", entries: [-PRICE], lines: 1, held: 0 });
});

test("a call goes on while the Worker is gone, and its line and price are right after", async () => {
  const them = await pair();
  await talking(them);
  await Promise.all([them.caller.page, them.callee.page].map((page) => expectTalk(page)));
  await stage.product.kill();
  await goesOn(them);
  await stage.product.start(stage.relay.vars);
  // The second minute is paid after the restart.
  await expect.poll(async () => (await booksOf(them)).paid, { timeout: 90_000 }).toBe(2);
  await stage.product.kill();
  await goesOn(them);
  await stage.product.start(stage.relay.vars);
  await both(them, "active");
  await press(them.caller.page, "End call");
  await both(them, "ended");
  await expect.poll(async () => (await booksOf(them)).ending).toBe("hung_up");
  const { seconds, paid, ...books } = await booksOf(them);
  expect(books).toMatchObject({ entries: Array(paid).fill(-PRICE), credits: (10 - paid) * PRICE, lines: 1, held: 0 });
  // Each minute that has begun is paid, or was not due yet: the server waits 20 s for a minute.
  expect(paid).toBeLessThanOrEqual(Math.floor(seconds / 60) + 1);
  expect(paid).toBeGreaterThanOrEqual(Math.floor((seconds - 20) / 60) + 1);
});
