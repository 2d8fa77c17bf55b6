import { afterEach, beforeEach, expect, test, vi } from "vitest";

const assign = vi.fn();
let loggedIn = true;
let redirectToLogin: () => void;
let redirectToProof: () => void;
let beginWait: () => () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  assign.mockClear();
  loggedIn = true;
  vi.stubGlobal("location", { assign, pathname: "/settings/delete", search: "", href: "http://localhost/settings/delete" });
  vi.stubGlobal("document", { querySelector: () => (loggedIn ? {} : null) });
  vi.stubGlobal("addEventListener", vi.fn());
  ({ beginWait } = await import("#app/ui/busy.ts"));
  ({ redirectToLogin, redirectToProof } = await import("./logged-out.ts"));
});
afterEach(() => {
  // No other file gets a module that has left already.
  vi.resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a page on which nothing goes on is left at once, and once", () => {
  for (let times = 0; times < 3; times++) redirectToLogin();
  expect(assign.mock.calls).toEqual([["/login?ended=&next=%2Fsettings%2Fdelete"]]);
});

test("the end of a session deletes the chats that were kept on the device", () => {
  const removeItem = vi.fn();
  vi.stubGlobal("localStorage", { "kept-chats:anna": "{}", "draft:anna": "{}", removeItem });
  redirectToLogin();
  expect(removeItem.mock.calls).toEqual([["kept-chats:anna"]]);
});

test("a form that ended the session itself shows its own page, however slow its answer", () => {
  const answered = beginWait();
  redirectToLogin();
  vi.advanceTimersByTime(20_000);
  answered();
  // The router navigates to the page of the response.
  vi.advanceTimersByTime(400);
  const shown = beginWait();
  vi.advanceTimersByTime(20_000);
  loggedIn = false;
  shown();
  vi.advanceTimersByTime(1000);
  // A pending poll finds the ended session too.
  redirectToLogin();
  expect(assign).not.toHaveBeenCalled();
});

test("a form that leads nowhere is left for the log-in after its answer", () => {
  const answered = beginWait();
  redirectToLogin();
  expect(assign).not.toHaveBeenCalled();
  answered();
  vi.advanceTimersByTime(500);
  expect(assign).toHaveBeenCalledTimes(1);
});

test("a page whose calls wait for a proof of age is left once", () => {
  for (let times = 0; times < 3; times++) redirectToProof();
  expect(assign.mock.calls).toEqual([["/proof-of-age?next=%2Fsettings%2Fdelete%3Fproved%3D"]]);
});

test("the page of the proof stays when a text that waits is sent from it", () => {
  const here = { pathname: "/proof-of-age", search: "?next=%2Fchats", href: "http://localhost/proof-of-age?next=%2Fchats" };
  vi.stubGlobal("location", { assign, ...here });
  redirectToProof();
  expect(assign).not.toHaveBeenCalled();
});
