import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retryingFetch } from "./retrying-fetch.ts";
import { keepAnswer, noteForm } from "./sent-forms.ts";

/** The default of one second is short on a busy machine. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 30_000 });

beforeEach(() => {
  vi.stubGlobal("location", { pathname: "/chats", search: "" });
  vi.stubGlobal("document", { querySelector: () => null });
});
afterEach(() => void vi.unstubAllGlobals());

/** A simulated network; an aborted request rejects like in a browser. */
function network() {
  const waiting: { path: string; form: string | null; answer: () => void }[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    request.signal.addEventListener("abort", () => reject(request.signal.reason));
    const form = request.headers.get("form-answer");
    waiting.push({ path: new URL(request.url).pathname, form, answer: () => resolve(new Response("ok")) });
    return promise;
  });
  return waiting;
}

test("a read that is cut off is made again", async () => {
  const cut = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError("network error")) });
  const answers = [new Response(cut()), new Response("whole")];
  vi.stubGlobal("fetch", async () => answers.shift());
  vi.stubGlobal("addEventListener", () => {});
  const answer = await retryingFetch(new Request("https://example.com/chats.rsc"), { refreshes: true });
  expect(await answer.text()).toBe("whole");
});

test.each([
  ["a refresh", "/chats.rsc", ["/chats.rsc", "/chats.rsc"]],
  ["a navigation", "/likes.rsc", ["/likes.rsc"]],
])("%s that a form has overtaken", async (_, path, reads) => {
  const waiting = network();
  const form = Promise.withResolvers<void>();
  const read = retryingFetch(new Request(`https://example.com${path}`), { refreshes: path === "/chats.rsc" });
  await until(() => expect(waiting).toHaveLength(1));
  noteForm(form.promise);
  waiting[0]?.answer();
  form.resolve();
  await until(() => expect(waiting).toHaveLength(reads.length));
  waiting.at(-1)?.answer();
  expect((await read).status).toBe(200);
  expect(waiting.map(({ path }) => path)).toEqual(reads);
});

test("a refresh waits for the answer of a running form", async () => {
  const waiting = network();
  const form = Promise.withResolvers<void>();
  noteForm(form.promise);
  const read = retryingFetch(new Request("https://example.com/chats.rsc"), { refreshes: true });
  await new Promise((resolve) => setTimeout(resolve));
  expect(waiting).toEqual([]);
  form.reject(new Error("lost"));
  await until(() => expect(waiting).toHaveLength(1));
  waiting[0]?.answer();
  expect((await read).status).toBe(200);
});

test("a refresh carries the answer of the last form until another page is read", async () => {
  const waiting = network();
  const send = keepAnswer(async () => new Response(null, { headers: { "form-answer": "refused" } }));
  await send(new Request("https://example.com/chats", { method: "POST" }));
  for (const [index, path] of ["/chats.rsc", "/chats.rsc", "/likes.rsc", "/chats.rsc"].entries()) {
    const read = retryingFetch(new Request(`https://example.com${path}`), { refreshes: path === "/chats.rsc" });
    await until(() => expect(waiting).toHaveLength(index + 1));
    waiting.at(-1)?.answer();
    await read;
  }
  expect(waiting.map(({ form }) => form)).toEqual(["refused", "refused", null, null]);
});
