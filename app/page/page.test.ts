import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginWait } from "#app/ui/busy.ts";
import { watchedLoad } from "./modules.ts";
import { Page } from "./page.ts";
import type { FormPayload, PagePayload, ReadPayload } from "./payload.ts";

/** The default of one second is short on a busy machine. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 30_000 });

const browser = {
  interacting: false,
  calls: [] as string[],
  pop: (_: PopStateEvent) => {},
  click: (_: object) => {},
  leave: [] as (() => void)[],
};

beforeEach(() => {
  browser.interacting = false;
  browser.calls = [];
  browser.leave = [];
  const called = (name: string) => (to: unknown) => void browser.calls.push(`${name} ${to}`);
  const location = new URL("https://example.com/settings?tab=1") as URL & Partial<Location>;
  vi.stubGlobal(
    "location",
    Object.assign(location, { assign: called("assign"), replace: called("replace"), reload: () => browser.calls.push("reload") }),
  );
  vi.stubGlobal("history", {
    pushState: (_: unknown, __: string, to: URL) => browser.calls.push(`push ${to.pathname}${to.search}`),
    replaceState: (_: unknown, __: string, to?: URL) => to && browser.calls.push(`rename ${to.pathname}${to.search}`),
  });
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  vi.stubGlobal("document", {
    body: { dataset: { author: "anna" } },
    activeElement: { matches: () => browser.interacting },
    querySelector: () => null,
  });
  vi.stubGlobal("scrollTo", ({ top }: ScrollToOptions) => browser.calls.push(`scroll ${top}`));
  vi.stubGlobal("addEventListener", (name: string, listener: (event?: PopStateEvent) => void) => {
    if (name === "popstate") browser.pop = listener;
    if (name === "click") browser.click = listener as never;
    if (name === "beforeunload") browser.leave.push(listener);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page whose reads and forms are answered by hand, in any order. */
function opened() {
  const requests: {
    path: string;
    keepalive: boolean;
    answer(payload: ReadPayload | FormPayload | Response): void;
    fail(error: Error): void;
  }[] = [];
  const shown: unknown[] = [];
  const ask = (request: Request) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    request.signal.addEventListener("abort", () => reject(request.signal.reason));
    const { pathname, search } = new URL(request.url);
    const answer = (payload: ReadPayload | FormPayload | Response) =>
      resolve(payload instanceof Response ? payload : responseOf(payload));
    requests.push({ path: pathname + search, keepalive: request.keepalive, answer, fail: reject });
    return promise;
  };
  vi.stubGlobal("fetch", ask);
  const page = new Page(pageOf("first"), {
    decode: async <T>(response: Response) => payloads.get(response.headers.get("x-payload") ?? "") as T,
    encode: async () => "args",
    newReferences: () => ({}),
    send: ask,
  });
  page.watch(({ element }) => void shown.push(element));
  return { page, requests, shown };
}

const payloads = new Map<string, unknown>();

function responseOf(payload: unknown, status = 200): Response {
  const id = crypto.randomUUID();
  payloads.set(id, payload);
  return new Response("rows", { status, headers: { "content-type": "text/x-component", "x-payload": id } });
}

function pageOf(name: string, build = "one"): PagePayload {
  return { type: "page", build, outermost: { element: name, inner: null } };
}

const redirect = (location: string, more = {}) =>
  ({ type: "redirect", location, replace: false, reload: false, ...more }) as const;
const form = (answer: unknown, page: ReadPayload) => ({ type: "form", answer, page: Promise.resolve(page) }) as const;
const soon = () => new Promise((resolve) => setTimeout(resolve));

test("a refresh reads the address that was rendered, also when a script shows another one", async () => {
  const { page, requests, shown } = opened();
  location.pathname = "/settings/other";
  const refreshed = page.refresh();
  await until(() => expect(requests.map(({ path }) => path)).toEqual(["/settings.rsc?tab=1"]));
  requests[0]?.answer(pageOf("second"));
  await refreshed;
  expect(shown).toEqual(["second"]);
});

test("a link to another state of the page is followed in place, unless it opens another tab or is handled already", async () => {
  class Link {
    href = "https://example.com/settings?tab=2";
    dataset = { here: "" };
    closest = (of: string) => (of === "a[data-here]" ? this : null);
  }
  vi.stubGlobal("Element", Link);
  const { requests, shown } = opened();
  const prevented: string[] = [];
  const click = (more: object) =>
    browser.click({ target: new Link(), button: 0, preventDefault: () => prevented.push("prevented"), ...more });
  for (const other of [
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { button: 1 },
    { defaultPrevented: true },
    { target: null },
  ])
    click(other);
  await soon();
  expect([requests, prevented]).toEqual([[], []]);
  click({});
  await until(() => expect(requests.map(({ path }) => path)).toEqual(["/settings.rsc?tab=2"]));
  requests[0]?.answer(pageOf("second"));
  await until(() => expect(shown).toEqual(["second"]));
  expect(prevented).toEqual(["prevented"]);
  expect(browser.calls).toContain("push /settings?tab=2");
});

test("of two refreshes the later one is shown", async () => {
  const { page, requests, shown } = opened();
  const both = [page.refresh(), page.refresh()];
  await until(() => expect(requests).toHaveLength(2));
  requests[1]?.answer(pageOf("later"));
  requests[0]?.answer(pageOf("earlier"));
  await Promise.all(both);
  expect(shown).toEqual(["later"]);
});

test("a page waits for the modules that it names, also for one that fails", async () => {
  const { page, requests, shown } = opened();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const refreshed = page.refresh();
  await until(() => expect(requests).toHaveLength(1));
  for (const { promise } of [first, second]) watchedLoad(() => promise)().catch(() => {});
  requests[0]?.answer(pageOf("second"));
  first.resolve();
  await soon();
  expect(shown).toEqual([]);
  second.reject(new Error("gone"));
  await refreshed;
  expect(shown).toEqual(["second"]);
});

test("a form leaves after the answer to the one before, also when that failed", async () => {
  const { page, requests, shown } = opened();
  const sent = ["a#swipe", "a#undo", "a#swipe"].map((id) => page.submit(id, []));
  const failed = expect(sent[1]).rejects.toThrow("lost");
  await until(() => expect(requests).toHaveLength(1));
  await soon();
  expect(requests).toHaveLength(1);
  requests[0]?.answer(form("swiped", pageOf("next card")));
  await until(() => expect(requests).toHaveLength(2));
  await soon();
  expect(requests).toHaveLength(2);
  requests[1]?.fail(new Error("lost"));
  await until(() => expect(requests).toHaveLength(3));
  requests[2]?.answer(form("swiped again", pageOf("third card")));
  await failed;
  expect(await sent[2]).toBe("swiped again");
  expect(shown).toEqual(["next card", "third card"]);
});

test("a form that waits for its turn is sent when the page is left", async () => {
  const { page, requests } = opened();
  for (const id of ["a#like", "a#like"]) void page.submit(id, []);
  await until(() => expect(requests).toHaveLength(1));
  for (const leave of browser.leave) leave();
  await until(() => expect(requests.map(({ keepalive }) => keepalive)).toEqual([false, true]));
});

test("a form's answer comes after its page is shown, and the page of an earlier one whose answer hung does not follow", async () => {
  vi.useFakeTimers();
  const { page, requests, shown } = opened();
  const earlier = page.submit("a#save", []);
  const later = page.submit("a#save", []);
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  expect(requests).toHaveLength(2);
  requests[1]?.answer(form("saved twice", pageOf("both")));
  expect(await later).toBe("saved twice");
  expect(shown).toEqual(["both"]);
  requests[0]?.answer(form("saved once", pageOf("one")));
  expect(await earlier).toBe("saved once");
  expect(shown).toEqual(["both"]);
});

test("a form that leads to the same path keeps the document, and Back reads the page before", async () => {
  const { page, requests, shown } = opened();
  const sent = page.submit("a#save", []);
  await until(() => expect(requests).toHaveLength(1));
  requests[0]?.answer(redirect("/settings?saved=1"));
  await until(() => expect(requests.at(-1)?.path).toBe("/settings.rsc?saved=1"));
  requests[1]?.answer(pageOf("saved"));
  await sent;
  expect(shown).toEqual(["saved"]);
  expect(browser.calls).toEqual(["push /settings?saved=1"]);
  browser.pop({ state: null } as PopStateEvent);
  expect(browser.calls).toHaveLength(1);
  browser.pop({ state: { page: "/settings?tab=1" } } as PopStateEvent);
  expect(browser.calls.at(-1)).toBe("reload");
});

test("a live refresh does not cut off the page that a form leads to, and reads that page again", async () => {
  const { page, requests, shown } = opened();
  const sent = page.submit("a#like", []);
  await until(() => expect(requests).toHaveLength(1));
  requests[0]?.answer(redirect("/settings?match=1"));
  await until(() => expect(requests.at(-1)?.path).toBe("/settings.rsc?match=1"));
  const refreshed = page.refresh();
  requests[1]?.answer(pageOf("match"));
  await sent;
  await until(() => expect(requests).toHaveLength(3));
  expect(requests[2]?.path).toBe("/settings.rsc?match=1");
  requests[2]?.answer(pageOf("match again"));
  await refreshed;
  expect(shown).toEqual(["match", "match again"]);
});

test.each([
  ["another path", redirect("/members"), "assign https://example.com/members"],
  ["another site", redirect("https://pay.example/x"), "assign https://pay.example/x"],
  ["a document of its own", redirect("/settings", { reload: true, replace: true }), "replace https://example.com/settings"],
  ["what looks like another site", redirect("//members"), "assign https://example.com/members"],
])("a form that leads to %s opens a document", async (_, payload, call) => {
  const { page, requests } = opened();
  void page.submit("a#save", []);
  await until(() => expect(requests).toHaveLength(1));
  requests[0]?.answer(payload);
  await until(() => expect(browser.calls).toEqual([call]));
});

test.each([
  ["fails", { type: "failed" }, false, ["reload"]],
  ["is the page of a refusal while the reader types", responseOf(pageOf("blocked"), 403), true, []],
  ["is of another build", pageOf("new", "two"), false, ["reload"]],
  ["is of another build while the reader types", pageOf("new", "two"), true, []],
  ["is a refusal", new Response("no", { status: 403 }), false, ["reload"]],
  ["is refused for being asked too often", new Response("no", { status: 429 }), false, []],
] as const)("a refresh that %s shows nothing of it", async (_, answer, interacting, calls) => {
  const { page, requests, shown } = opened();
  browser.interacting = interacting;
  for (const times of [1, 2]) {
    const refreshed = page.refresh();
    await until(() => expect(requests).toHaveLength(times));
    requests.at(-1)?.answer(answer instanceof Response ? answer.clone() : answer);
    await refreshed;
  }
  expect(shown).toEqual([]);
  // Once a minute at most.
  expect(browser.calls).toEqual(calls);
});

test("a failed refresh does not end a navigation that has begun", async () => {
  const { page, requests } = opened();
  const end = beginWait();
  const refreshed = page.refresh();
  await until(() => expect(requests).toHaveLength(1));
  requests[0]?.answer({ type: "failed" });
  await refreshed;
  expect(browser.calls).toEqual([]);
  end();
  expect(browser.calls).toEqual(["reload"]);
});

test.each([
  ["/settings?tab=2", ["push /settings?tab=2"]],
  ["/settings?tab=2#top", ["push /settings?tab=2", "scroll 0"]],
])("a form that leads to %s keeps the scroll unless another page begins there", async (to, calls) => {
  const { page, requests, shown } = opened();
  const sent = page.submit("a#save", []);
  await until(() => expect(requests).toHaveLength(1));
  requests[0]?.answer(redirect(to) as never);
  await until(() => expect(requests).toHaveLength(2));
  requests[1]?.answer(pageOf("second"));
  await sent;
  expect([shown, browser.calls]).toEqual([["second"], calls]);
});
