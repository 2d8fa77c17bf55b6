import { data, redirect } from "react-router";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { AppError } from "#worker/platform/errors.ts";
import { withEdge } from "#worker/server/edge/edge.ts";
import { createPayloads } from "./browser-payload.ts";
import type { Matched, Page } from "./document.ts";

const logged = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => logged.mockClear());
afterAll(() => logged.mockRestore());

const lines = () => logged.mock.calls.map(([line]) => JSON.parse(line));
const [headers, known] = [new Headers(), new Error("known")];
const failed = (status: number, error: unknown): Matched => {
  return { statusCode: status, headers, payload: { type: "render", errors: { root: error }, matches: [] } };
};

/** Sends a payload, whose `element` throws the error that it is. */
async function send(match: Matched, thrown?: unknown, options: Page["options"] = {}) {
  const digests: unknown[] = [];
  const encode = (value: unknown, { onError }: Page["options"] = {}) => {
    if (thrown !== undefined) digests.push(onError?.(thrown));
    return new Blob([JSON.stringify(value)]).stream();
  };
  const work = () => createPayloads({ encode }).answer(match, options);
  const answer = await withEdge({ requestId: "r1", form: null } as never, work);
  return { status: answer.status, page: JSON.parse(await answer.text()), digests };
}

test("an unexpected error of a loader is logged as on a document, and its page has failed", async () => {
  expect(await send(failed(500, new Error("broken")))).toMatchObject({ status: 500, page: { type: "failed" } });
  expect(lines()).toMatchObject([{ level: "error", event: "page failed", request: "r1", error: { message: "broken" } }]);
});

test("an unexpected error of a component is logged once as JSON, and React gets the router's digest of it", async () => {
  const page: Matched = { statusCode: 200, headers, payload: { type: "render", errors: null, matches: [] } };
  const { digests } = await send(page, new Error("broken"), { onError: () => "digest" });
  expect(digests).toEqual(["digest"]);
  expect(lines()).toMatchObject([{ event: "page failed", request: "r1", error: { message: "broken" } }]);
});

test("an unexpected error of the page after a form is logged", async () => {
  const rerender = Promise.resolve(failed(500, new Error("broken")).payload as never);
  await send({ statusCode: 500, headers, payload: { type: "action", actionResult: Promise.resolve(), rerender } });
  await expect.poll(lines).toMatchObject([{ event: "page failed", error: { message: "broken" } }]);
});

test.each([
  ["a refusal of the router", 400, known],
  ["a refusal of ours", 404, new AppError("not_found")],
  ["a refusal with words", 403, data({ message: "no" }, { status: 403 })],
])("%s is not logged", async (_, status, error) => {
  expect((await send(failed(status, error))).page).toEqual({ type: "failed" });
  const page: Matched = { statusCode: 200, headers, payload: { type: "render", errors: null, matches: [] } };
  for (const thrown of [new AppError("not_found"), redirect("/login"), data(null, { status: 404 })]) await send(page, thrown);
  expect(lines()).toEqual([]);
});
