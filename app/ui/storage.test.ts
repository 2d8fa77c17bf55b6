import { afterEach, expect, test, vi } from "vitest";
import { channelOf, deviceStorage, exclusively, openDatabase, tabStorage, workerRegistration } from "./storage.ts";

afterEach(() => void vi.unstubAllGlobals());

test("where storage is missing or refused nothing is stored, and nothing fails", async () => {
  const denied = () => {
    throw new DOMException("denied", "SecurityError");
  };
  for (const value of [null, undefined, { getItem: denied, setItem: denied, removeItem: denied }]) {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) vi.stubGlobal(name, value);
    for (const storage of [deviceStorage, tabStorage]) {
      expect([storage.keep("a", 1), storage.read("a"), storage.keys("")].slice(0, 2)).toEqual([false, null]);
      storage.drop("a");
    }
    await expect(openDatabase("a", () => {})).rejects.toThrow();
  }
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.stubGlobal("navigator", {});
  expect([channelOf("a"), await workerRegistration()]).toEqual([null, undefined]);
  const work = vi.fn(async () => {});
  await exclusively("a", work);
  expect(work).toHaveBeenCalledOnce();
  vi.stubGlobal("navigator", { locks: { request: () => Promise.reject(new DOMException("refused", "SecurityError")) } });
  await exclusively("a", work);
  expect(work).toHaveBeenCalledTimes(2);
  vi.stubGlobal("navigator", { locks: { request: (_: string, held: () => Promise<void>) => held() } });
  work.mockRejectedValue(new Error("of the work"));
  await expect(exclusively("a", work)).rejects.toThrow("of the work");
  expect(work).toHaveBeenCalledTimes(3);
});

test("what is no JSON is read as nothing", () => {
  vi.stubGlobal("localStorage", { getItem: (key: string) => (key === "broken" ? "{" : '{"a":1}') });
  expect([deviceStorage.read("broken"), deviceStorage.read("whole")]).toEqual([null, { a: 1 }]);
});
