import { expect, test, vi } from "vitest";
import { completeActions, completePayloads, noteAction, watchedLoad } from "./complete-payload.ts";

const STREAM = new ReadableStream<Uint8Array>();

/** The state of a promise after all that is ready has run. */
async function stateOf(one: Promise<unknown>): Promise<string> {
  let state = "pending";
  one.then(() => (state = "settled"));
  await new Promise((resolve) => setTimeout(resolve));
  return state;
}

test("a payload waits for the modules that it names, also for one that fails", async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const create = completePayloads(async <T>() => {
    for (const { promise } of [first, second]) watchedLoad(() => promise)().catch(() => {});
    return { type: "render" } as T;
  });
  const payload = create(STREAM);
  expect(await stateOf(payload)).toBe("pending");
  first.resolve("module");
  expect(await stateOf(payload)).toBe("pending");
  second.reject(new Error("gone"));
  expect(await payload).toEqual({ type: "render" });
  expect(await stateOf(completePayloads(async <T>() => ({ type: "render" }) as T)(STREAM))).toBe("settled");
});

test("a manifest comes with its patches", async () => {
  const { promise: patches, resolve } = Promise.withResolvers<string[]>();
  const payload = completePayloads(async <T>() => ({ type: "manifest", patches }) as T)(STREAM);
  expect(await stateOf(payload)).toBe("pending");
  resolve(["route"]);
  expect(await payload).toEqual({ type: "manifest", patches: ["route"] });
});

test("a refresh of the page does not drop the answer to a form, another page or a later form does", async () => {
  const browser = { __routerActionID: 7, location: { href: "https://example.com/settings" } };
  vi.stubGlobal("window", browser);
  vi.stubGlobal("location", browser.location);
  const answer = completeActions(async <T>() => ({ type: "action", rerender: Promise.resolve("page") }) as T);
  noteAction();
  browser.__routerActionID = 12; // a refresh
  expect(await answer(STREAM)).toEqual({ type: "action", rerender: "page" });
  expect(browser.__routerActionID).toBe(7);
  browser.__routerActionID = 13; // a later form
  noteAction();
  await answer(STREAM);
  expect(browser.__routerActionID).toBe(13);
  browser.__routerActionID = 15;
  browser.location.href = "https://example.com/members";
  await answer(STREAM);
  expect(browser.__routerActionID).toBe(15);
  vi.unstubAllGlobals();
});
