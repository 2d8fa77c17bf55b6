import { expect, test } from "vitest";
import { inPhase, ring } from "#tests/e2e/call-steps.ts";
import { booksOf, both, openStage, PRICE, pair, rings, status, talking } from "./stage.ts";

openStage();

test.concurrent("credits that run out are told 30 s before, and end the call gently", async () => {
  const them = await pair(PRICE + 1);
  const { caller, callee } = them;
  await talking(them);
  const since = performance.now();
  await caller.page.getByText("Your credits last for less than 30 seconds.").waitFor();
  const told = (performance.now() - since) / 1000;
  await both(them, "ended");
  const over = (performance.now() - since) / 1000;
  console.log(`  credits: told after ${told.toFixed(1)} s, over after ${over.toFixed(1)} s`);
  expect(told).toBeGreaterThan(25);
  expect(told).toBeLessThan(35);
  expect(over).toBeGreaterThan(60);
  await status(caller, "because your credits ran out");
  await callee.page.getByText(/less than 30 seconds/).waitFor({ state: "detached" });
  expect(await booksOf(them)).toMatchObject({ ending: "credits", paid: 1, entries: [-PRICE], credits: 1, lines: 1, held: 0 });
});

test.concurrent("a second minute is paid when it begins, and a page that is gone ends the call", async () => {
  const them = await pair(2 * PRICE);
  await talking(them);
  await expect.poll(async () => (await booksOf(them)).paid, { timeout: 90_000 }).toBe(2);
  await them.caller.page.close({ runBeforeUnload: false });
  // Nobody is there: the other page looks for a way for 30 s, then ends.
  await inPhase(them.callee.page, "ended");
  expect(await booksOf(them)).toMatchObject({
    ending: "failed",
    paid: 2,
    entries: [-PRICE, -PRICE],
    credits: 0,
    lines: 1,
    held: 0,
  });
});

test.concurrent("a ring that nobody answers is missed after 45 s and costs nothing", async () => {
  const them = await pair();
  await rings(them);
  const since = performance.now();
  await inPhase(them.caller.page, "ended");
  const rang = (performance.now() - since) / 1000;
  await ring(them.callee.page).waitFor({ state: "detached" });
  await status(them.caller, "did not answer");
  expect(rang).toBeGreaterThan(40);
  expect(rang).toBeLessThan(50);
  expect(await booksOf(them)).toMatchObject({ ending: "missed", paid: 0, entries: [], lines: 1, held: 0 });
});
