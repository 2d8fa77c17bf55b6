import type { BrowserContext, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { at, person, useBrowser } from "./browser.ts";
import { deviceAt, typeDraft } from "./chat-steps.ts";
import { insertMember, insertSession } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { PlainBrowser } from "./plain.ts";
import { hydrated, newcomer, openAlive, post } from "./steps.ts";

useBrowser();

const ANNA = { ...newcomer("Anna"), id: "" };
const BEN = { ...newcomer("Ben", "male"), id: "" };
/** Of Anna. A test leaves nothing in it but, at most, one page. */
let browser: BrowserContext;
beforeAll(async () => {
  for (const member of [ANNA, BEN]) member.id = await insertMember(member, { credits: 100 });
  browser = (await person()).context;
});

/** Of everything that a log-out deletes. */
const stored = (page: Page) =>
  page.evaluate(async () => [
    ...Object.keys(localStorage).filter((key) => /^(unsent|draft):/.test(key)),
    ...(await indexedDB.databases()).map(({ name }) => name),
  ]);

async function logIn(): Promise<Page> {
  const [page = await browser.newPage()] = browser.pages();
  for (const one of [browser, page]) await one.unrouteAll();
  // An earlier test may have logged out.
  await insertSession(browser, ANNA.id);
  return page;
}
async function atChat(): Promise<Page> {
  const page = await logIn();
  await openAlive(page, at(`/members/${BEN.id}/chat`));
  return page;
}
const elsewhere = () => deviceAt(ANNA, BEN);
const textsOf = (device: PlainBrowser) =>
  device.all((one) => one.tag === "p" && one.closest((outer) => outer.get("role") === "log") !== null).map(({ text }) => text);
/** Typed on another device, where the draft of this version was shown. */
async function typeElsewhere(text: string, replaces?: number): Promise<void> {
  const draft = { profile: BEN.id, text, client_id: crypto.randomUUID(), ...(replaces !== undefined && { replaces }) };
  const device = await PlainBrowser.of(ANNA.id);
  const { status, json } = await device.call<Saved>("/api/chat-draft.php", draft, "PUT");
  expect([status, json.draft?.text ?? ""]).toEqual([200, text]);
}
interface Saved {
  draft: { text: string; version: number } | null;
}
const said = (page: Page, text: string) => page.getByRole("log").locator("p").filter({ hasText: text });
const write = async (page: Page, text: string) => {
  await page.locator('textarea[name="text"]').fill(text);
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
};
const credits = async (page: Page) =>
  ((await (await page.context().request.get(at("/api/user.php"))).json()) as { credits: number }).credits;

test("messages that two tabs write without a network are sent once and in order, by a page without a chat", async () => {
  const page = await atChat();
  const before = await credits(page);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await intercept(page.context(), "**/api/chat.php", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await write(page, "first, from one tab");
  await said(tab, "first, from one tab").waitFor();
  await write(tab, "second, from the other");
  await said(page, "second, from the other").waitFor();
  await tab.close();
  // A page without scripts: what fails from now on was not sent by the chat.
  await page.goto(at("/robots.txt"));
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/api/chat.php"));
  await page.goto(at("/likes"));
  expect((await failed).method()).toBe("POST");
  await page.context().unroute("**/api/chat.php");
  await page.goto(at("/likes"));
  await page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith("unsent:")));
  expect(textsOf(await elsewhere()).filter((text) => /^(first|second), /.test(text))).toEqual([
    "first, from one tab",
    "second, from the other",
  ]);
  expect(await credits(page)).toBe(before - 2);
});

test("a draft typed without a network outlives its tab, and a page without a chat saves it for the other devices", async () => {
  const page = await atChat();
  await write(page, "sent before");
  await said(page, "sent before").waitFor();
  await intercept(page.context(), "**/api/chat-draft.php", (route) => route.abort());
  await page.locator('textarea[name="text"]').fill("not sent yet");
  const next = await page.context().newPage();
  await page.close();
  await next.goto(at(`/members/${BEN.id}/chat`));
  await next.waitForFunction(() => document.querySelector<HTMLTextAreaElement>("textarea[name=text]")?.value === "not sent yet");
  await next.goto(at("/chats"));
  await next.getByRole("list", { name: "Chats" }).getByText("Draft: not sent yet").waitFor();
  await next.context().unroute("**/api/chat-draft.php");
  await next.goto(at("/likes"));
  await next.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith("draft:")));
  expect((await elsewhere()).value("text")).toBe("not sent yet");
  await typeElsewhere("");
});

test("an older draft is not saved over another device's newer one when its page is rendered again", async () => {
  const { context, page } = await person();
  await insertSession(context, ANNA.id);
  await post(page, "/api/chat.php", { profile: BEN.id, text: "begins the conversation", client_id: `draft-${BEN.id}` });
  // This device hears no events: the other's draft comes with its next page alone.
  await page.routeWebSocket("**/api/live.php*", () => {});
  await page.clock.install();
  await page.goto(at(`/members/${BEN.id}/chat`));
  await hydrated(page);
  const { draft } = (await (await typeDraft(page, "the older one")).json()) as Saved;
  // Only a text that was shown is replaced.
  await typeElsewhere("the newer one", draft?.version ?? expect.unreachable());
  const saves: string[] = [];
  page.on("request", (request) => void (request.url().includes("/api/chat-draft.php") && saves.push(String(request.postData()))));
  await page.clock.fastForward(6_000);
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("button", { name: /^Mute/ }).click();
  await page.getByRole("status").getByText("Muted", { exact: true }).waitFor();
  await page.clock.fastForward(6_000);
  await expect.poll(() => page.locator('textarea[name="text"]').inputValue()).toBe("the newer one");
  await page.close();
  expect((await elsewhere()).value("text")).toBe("the newer one");
  expect(saves).toEqual([]);
  await typeElsewhere("");
});

test("a text typed on another device comes into the empty field of one that has just sent", async () => {
  const laptop = await atChat();
  await write(laptop, "sent just now");
  await said(laptop, "sent just now").waitFor();
  await typeElsewhere("A long text of the phone");
  await expect.poll(() => laptop.locator('textarea[name="text"]').inputValue()).toBe("A long text of the phone");
  await typeDraft(laptop, "");
});

test("half a text stays where older messages of a closed tab are sent first", async () => {
  const page = await atChat();
  await intercept(page.context(), /\/api\/chat(-draft)?\.php/, (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  await write(page, "one, without a network");
  await write(page, "two, without a network");
  await page.locator('textarea[name="text"]').fill("half a text");
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("draft:")));
  const next = await page.context().newPage();
  await page.close();
  await next.context().unroute(/\/api\/chat(-draft)?\.php/);
  await next.goto(at("/likes"));
  await next.waitForFunction(() => Object.keys(localStorage).every((key) => !/^(unsent|draft):/.test(key)));
  const other = await elsewhere();
  expect(textsOf(other).slice(-2)).toEqual(["one, without a network", "two, without a network"]);
  expect(other.value("text")).toBe("half a text");
});

test("a web view without storage shows its pages, and a message is sent from its chat", async () => {
  for (const storage of ["null", "denied"]) {
    const { context, page } = await person();
    await insertSession(context, ANNA.id);
    await context.addInitScript((kind) => {
      const get = () => {
        if (kind === "denied") throw new DOMException("denied", "SecurityError");
        return null;
      };
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, name, { get });
      Object.defineProperty(window, "BroadcastChannel", { value: undefined });
      Object.defineProperty(navigator, "serviceWorker", { get });
    }, storage);
    const failed: string[] = [];
    page.on("pageerror", ({ message }) => failed.push(message));
    for (const path of ["/members", "/chats", `/members/${BEN.id}/chat`]) await openAlive(page, at(path));
    await page.getByRole("group", { name: "Conversation with Ben" }).focus();
    const sent = page.waitForResponse((answer) => answer.url().includes("/api/chat.php") && answer.request().method() === "POST");
    await write(page, `from a web view: ${storage}`);
    await said(page, `from a web view: ${storage}`).waitFor();
    await sent;
    expect(textsOf(await elsewhere())).toContain(`from a web view: ${storage}`);
    expect(failed).toEqual([]);
    await context.close();
  }
});

test("text typed before hydration stays beside the draft that the page brought", async () => {
  const page = await logIn();
  await typeElsewhere("begun");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await intercept(page, "**/assets/*.js", (route) => released.then(() => route.continue()));
  await page.goto(at(`/members/${BEN.id}/chat`), { waitUntil: "commit" });
  await page.waitForFunction(() => document.readyState !== "loading");
  const field = page.locator('textarea[name="text"]');
  await field.fill("begun, and gone on with");
  const stored = page.waitForResponse((answer) => answer.url().includes("/api/chat-draft.php"));
  release();
  await hydrated(page);
  expect(await field.inputValue()).toBe("begun, and gone on with");
  expect(await (await stored).json()).toMatchObject({ draft: { text: "begun, and gone on with" } });
  await typeDraft(page, "");
});

test("a log-out asks before it deletes what was not sent, and leaves nothing of it", async () => {
  const page = await atChat();
  await intercept(page, "**/api/chat.php", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await write(page, "nobody else may read this");
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("unsent:")));
  await intercept(page, "**/api/chat-draft.php", (route) => route.abort());
  await page.locator('textarea[name="text"]').fill("nor this draft");
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("draft:")));
  await openAlive(page, at("/settings"));
  const logOut = page.getByRole("button", { name: "Log out" }).last();
  page.once("dialog", (dialog) => dialog.dismiss());
  await logOut.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/settings");
  page.once("dialog", (dialog) => dialog.accept());
  await logOut.click();
  await page.waitForURL((url) => url.pathname !== "/settings");
  // A database ends once the page that had it open is gone.
  await expect.poll(() => stored(page)).toEqual([]);
});

test("a log-out before the page's script has loaded leaves nothing unsent either", async () => {
  const page = await atChat();
  await intercept(page, "**/api/chat.php", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await write(page, "for nobody else");
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("unsent:")));
  await intercept(page, "**/assets/*.js", () => {}); // never answered
  await page.goto(at("/settings"), { waitUntil: "commit" });
  await page.getByRole("button", { name: "Log out" }).last().click();
  await page.waitForURL((url) => url.pathname === "/", { waitUntil: "commit" });
  await expect.poll(() => stored(page)).toEqual([]);
});

/** In the browser: a message that an earlier version of the page stored, under another name of the store. */
function keepEarlier({ member, partner }: { member: string; partner: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`unsent:${member}`, 1);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => opening.result.createObjectStore("letters", { keyPath: "order", autoIncrement: true });
    opening.onsuccess = () => {
      const writing = opening.result.transaction("letters", "readwrite");
      const sending = { clientId: "earlier", partnerId: partner, conversation: null, replyTo: null };
      const createdAt = new Date().toISOString();
      writing.objectStore("letters").put({ ...sending, text: "stored by an earlier page", createdAt, error: "failed" });
      writing.onabort = () => reject(writing.error);
      writing.oncomplete = () => {
        opening.result.close();
        localStorage.setItem(`unsent:${member}`, "1");
        resolve();
      };
    };
  });
}

test("an unsent message that an earlier version of the page stored is still there", async () => {
  const page = await logIn();
  await page.goto(at("/settings"));
  await page.evaluate(keepEarlier, { member: ANNA.id, partner: BEN.id });
  await openAlive(page, at(`/members/${BEN.id}/chat`));
  await said(page, "stored by an earlier page").waitFor();
  // A new version would close the database of a tab that an earlier build has opened, and its next text would be lost.
  const versions = page.evaluate(async () => (await indexedDB.databases()).map(({ version }) => version));
  expect(await versions).toEqual([1]);
});
