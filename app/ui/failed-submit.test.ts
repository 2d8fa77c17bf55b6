import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchSubmit, keepPageOnFailure, watchFailedSubmit } from "./failed-submit.ts";

const told = vi.fn();
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  const events = new EventTarget();
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("removeEventListener", events.removeEventListener.bind(events));
  vi.stubGlobal("dispatchEvent", events.dispatchEvent.bind(events));
  told.mockClear();
  stop = watchFailedSubmit(told);
});
afterEach(() => {
  stop();
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function sent(answer: Response | Error): Promise<void> {
  vi.stubGlobal("fetch", () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)));
  await fetchSubmit("http://localhost/").catch(keepPageOnFailure);
}

test("a form that fails keeps the page, and says whether it was too large", async () => {
  await sent(new TypeError("no network"));
  await sent(new Response("<h1>", { status: 413, headers: { "content-type": "text/html" } }));
  await sent(new Response(null, { status: 413 }));
  expect(told.mock.calls).toEqual([
    [true, false],
    [true, true],
    [true, true],
  ]);
});

test("an answer of ours is no failure", async () => {
  await sent(new Response("1:{}", { headers: { "content-type": "text/x-component" } }));
  expect(told).not.toHaveBeenCalled();
});
