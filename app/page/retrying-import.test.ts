import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retryingImport } from "./retrying-import.ts";

const events = new EventTarget();
const browser = { onLine: true };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", browser);
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("offline a module waits for the network, however long", async () => {
  browser.onLine = false;
  const load = vi.fn(async () => (browser.onLine ? "module" : expect.unreachable()));
  const loaded = retryingImport(load);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(load).toHaveBeenCalledTimes(1);
  browser.onLine = true;
  events.dispatchEvent(new Event("online"));
  expect(await loaded).toBe("module");
});

test("online a missing module is tried twice", async () => {
  browser.onLine = true;
  const load = vi.fn(async () => Promise.reject(new TypeError("gone")));
  const loaded = expect(retryingImport(load)).rejects.toThrow("gone");
  await vi.advanceTimersByTimeAsync(1_000);
  await loaded;
  expect(load).toHaveBeenCalledTimes(2);
});
