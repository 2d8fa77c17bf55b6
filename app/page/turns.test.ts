import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTurn } from "./turns.ts";

beforeEach(() => void vi.stubGlobal("addEventListener", () => {}));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the later of two presses about one thing is sent after the answer to the earlier one, also after a failure", async () => {
  const sent: string[] = [];
  const answers = new Map<string, PromiseWithResolvers<string>>();
  const send = (name: string) => () => {
    sent.push(name);
    const answer = Promise.withResolvers<string>();
    answers.set(name, answer);
    return answer.promise;
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const heart = inTurn("message 1", send("heart"));
  const failed = expect(heart).rejects.toThrow("lost");
  const laugh = inTurn("message 1", send("laugh"));
  const other = inTurn("message 2", send("other"));
  await settled();
  expect(sent).toEqual(["heart", "other"]);
  answers.get("heart")?.reject(new Error("lost"));
  await failed;
  await settled();
  expect(sent).toEqual(["heart", "other", "laugh"]);
  answers.get("laugh")?.resolve("laughed");
  answers.get("other")?.resolve("done");
  expect(await Promise.all([laugh, other])).toEqual(["laughed", "done"]);
});

test("a press is sent half a minute after one about the same thing whose answer hangs", async () => {
  vi.useFakeTimers();
  const hanging = Promise.withResolvers<string>();
  const heart = inTurn("message 1", () => hanging.promise);
  const sent: string[] = [];
  const hidden = inTurn("message 1", async () => sent.push("hide"));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(["hide"]);
  await hidden;
  hanging.resolve("liked");
  expect(await heart).toBe("liked");
});
