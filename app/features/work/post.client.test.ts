import { afterEach, expect, test, vi } from "vitest";
import { allSent, post } from "./post.client.ts";

const WITHIN = { timeout: 10_000, interval: 1 };

afterEach(() => vi.unstubAllGlobals());

test("thirty decisions in one moment are all sent, in their order and a few at a time", async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body).id);
    return new Promise((resolve) => answers.push(() => resolve(new Response("{}"))));
  });
  const ids = Array.from({ length: 30 }, (_, index) => String(index));
  const done = Promise.all(ids.map((id) => post("/decide", { id })));
  await vi.waitFor(() => expect(sent).toHaveLength(8), WITHIN);
  let left = false;
  const leaving = allSent()?.then(() => {
    left = true;
  });
  while (sent.length < 30) {
    expect([answers.length, left]).toEqual([8, false]);
    const before = sent.length;
    answers.shift()?.();
    await vi.waitFor(() => expect(sent).toHaveLength(before + 1), WITHIN);
  }
  await leaving;
  expect(allSent()).toBeNull();
  for (const answer of answers) answer();
  expect(await done).toEqual(ids.map(() => null));
  expect(sent).toEqual(ids);
});

test("a request that fails gives its turn to the next", async () => {
  let asked = 0;
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    throw new TypeError("no network");
  });
  const refused = await Promise.all(Array.from({ length: 20 }, () => post("/decide", { id: "x" })));
  expect([asked, refused.length]).toEqual([20, 20]);
  expect(refused.every((one) => one?.loggedOut === false)).toBe(true);
});
