import type { Page } from "playwright";
import { expect, test } from "vitest";
import { inPhase } from "#tests/e2e/call-steps.ts";
import { accept, both, openStage, type Pair, pair, press, rings, talking } from "./stage.ts";

const TIMES = 10;

openStage();

type Step = [name: string, at: number];

/** Requests about the call, and the first signals, as they begin and end. */
function watchSteps(page: Page, who: string, steps: Step[]): void {
  const note = (name: string) => steps.push([`${who} ${name}`, performance.now()]);
  page.on("request", (request) => /\/api\/call/.test(request.url()) && note(`asks ${callOf(request.url())}`));
  page.on("response", (response) => /\/api\/call/.test(response.url()) && note(`has ${callOf(response.url())}`));
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const [, kind] = /^{"type":"(call_\w+|signal)",/.exec(String(payload)) ?? [];
      if (kind) note(`hears ${kind}${/"type":"(offer|answer)"/.exec(String(payload))?.[1] ?? ""}`);
    }),
  );
}

const callOf = (url: string) => new URL(url).pathname.replace(/^\/api\/|\.php$/g, "");

async function timed(them: Pair, accepts: () => Promise<void>): Promise<number> {
  const since = performance.now();
  await accepts();
  await both(them, "active");
  return performance.now() - since;
}

test("a call connects within two seconds of the press on Accept", async () => {
  const them = await pair(1_000);
  const { caller, callee } = them;
  const steps: Step[] = [];
  await talking(them);
  watchSteps(caller.page, "caller", steps);
  watchSteps(callee.page, "callee", steps);
  const [onPage, onRing]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TIMES; turn++) {
    await press(caller.page, "End call");
    await both(them, "ended");
    await rings(them);
    steps.splice(0);
    const since = performance.now();
    if (turn % 2 === 0) onRing.push(await timed(them, () => accept(callee.page)));
    else {
      // The page of the call is open already, as after a push.
      const call = await callee.page.evaluate(
        async () => ((await (await fetch("/api/call.php")).json()) as { call: { id: string } }).call.id,
      );
      await callee.page.goto(`/chats/${them.conversation}/call?call=${call}`);
      await inPhase(callee.page, "incoming");
      onPage.push(await timed(them, () => press(callee.page, "Accept")));
    }
    if (turn >= TIMES - 2) console.log(steps.map(([name, at]) => `  ${Math.round(at - since)} ms ${name}`).join("\n"));
  }
  const median = (list: number[]) => Math.round(list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN);
  console.log(`  connected after ${median(onPage)} ms on the page of the call, ${median(onRing)} ms on another page`);
  expect(median(onPage)).toBeLessThan(2_000);
});
