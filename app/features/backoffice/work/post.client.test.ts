import type { FormEvent } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterDecisions, allAnswered, post } from "./post.client.ts";

const WITHIN = { timeout: 10_000, interval: 1 };

let sent: string[];
let answers: ((status: number) => void)[];

beforeEach(() => {
  [sent, answers] = [[], []];
  vi.stubGlobal("document", { body: { dataset: { author: "staff" } } });
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body).id);
    return new Promise((resolve) =>
      answers.push((status) => resolve(Response.json({ error: { code: "conflict" } }, { status }))),
    );
  });
});

afterEach(() => vi.unstubAllGlobals());

function decideAll(count: number) {
  const ids = Array.from({ length: count }, (_, index) => String(index));
  return { ids, done: Promise.all(ids.map((id) => post("/decide", { id }))) };
}

const isSent = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count), WITHIN);

/** Answers the oldest open request. */
const answer = (status = 200) => (answers.shift() ?? expect.unreachable("no open request"))(status);

test("thirty decisions in one moment are all sent, in their order and a few at a time", async () => {
  const { ids, done } = decideAll(30);
  await isSent(8);
  while (sent.length < 30) {
    expect(answers).toHaveLength(8);
    const before = sent.length;
    answer();
    await isSent(before + 1);
  }
  while (answers.length > 0) answer();
  expect(await done).toEqual(ids.map(() => null));
  expect(sent).toEqual(ids);
});

test("an undo leaves after the answer to its decision, and decisions about other items do not wait for it", async () => {
  const all = ["a", "a", "b"].map((id) => post("/work", { id }));
  await isSent(2);
  expect(sent).toEqual(["a", "b"]);
  answer();
  await isSent(3);
  expect(sent).toEqual(["a", "b", "a"]);
  while (answers.length > 0) answer();
  expect(await Promise.all(all)).toEqual([null, null, null]);
  expect(allAnswered()).toBeNull();
});

test("all are answered only when the last answer is there, not when the last request has left", async () => {
  expect(allAnswered()).toBeNull();
  const { done } = decideAll(3);
  let all = false;
  const leaving = allAnswered();
  expect(leaving).toBeInstanceOf(Promise);
  void leaving?.then(() => {
    all = true;
  });
  await isSent(3);
  for (const open of [2, 1]) {
    answer();
    await vi.waitFor(() => expect(answers).toHaveLength(open), WITHIN);
    await new Promise((resolve) => setTimeout(resolve));
    expect([open, all]).toEqual([open, false]);
    expect(allAnswered()).toBeInstanceOf(Promise);
  }
  answer();
  await Promise.all([leaving, done]);
  expect(allAnswered()).toBeNull();
});

/** A form of the head; `submits` counts what the browser would send. */
function headForm() {
  const form = {
    submits: 0,
    requestSubmit(): void {
      let prevented = false;
      const preventDefault = () => {
        prevented = true;
      };
      afterDecisions({ currentTarget: form, preventDefault } as unknown as FormEvent<HTMLFormElement>);
      if (!prevented) form.submits += 1;
    },
  };
  return form;
}

test("a form of the head waits for the answers and is then submitted once, by an event", async () => {
  const form = headForm();
  form.requestSubmit();
  expect(form.submits).toBe(1);
  const { done } = decideAll(2);
  for (const _ of ["n", "n again"]) form.requestSubmit();
  await isSent(2);
  expect(form.submits).toBe(1);
  while (answers.length > 0) answer();
  await done;
  await vi.waitFor(() => expect(form.submits).toBe(2), WITHIN);
  await new Promise((resolve) => setTimeout(resolve));
  expect(form.submits).toBe(2);
  form.requestSubmit();
  expect(form.submits).toBe(3);
});

test("a form of the head stays when a decision is refused meanwhile, and is submitted at the next press", async () => {
  const form = headForm();
  const { done } = decideAll(2);
  await isSent(2);
  form.requestSubmit();
  answer();
  answer(409);
  expect(await done).toEqual([null, { words: null, code: "conflict" }]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(form.submits).toBe(0);
  form.requestSubmit();
  expect(form.submits).toBe(1);
  const again = decideAll(1);
  form.requestSubmit();
  await isSent(3);
  answer();
  await again.done;
  await vi.waitFor(() => expect(form.submits).toBe(2), WITHIN);
});

test("the browser asks before it leaves a page with decisions that wait for their turn", async () => {
  const page: { onbeforeunload?: ((event: Pick<Event, "preventDefault">) => void) | null } = {};
  vi.stubGlobal("window", page);
  const { done } = decideAll(9);
  await isSent(8);
  const preventDefault = vi.fn();
  page.onbeforeunload?.({ preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
  answer();
  await isSent(9);
  expect(page.onbeforeunload).toBeNull();
  while (answers.length > 0) answer();
  await done;
});

test("a request that fails gives its turn to the next", async () => {
  let requests = 0;
  vi.stubGlobal("fetch", async () => {
    requests += 1;
    throw new TypeError("no network");
  });
  const refused = await Promise.all(Array.from({ length: 20 }, () => post("/decide", { id: "x" })));
  expect([requests, refused.length]).toEqual([20, 20]);
  expect(refused.every((one) => one?.code === null)).toBe(true);
});
