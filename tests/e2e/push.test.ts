import { randomBytes } from "node:crypto";
import type { BrowserContext, CDPSession, Page } from "playwright";
import { expect, test } from "vitest";
import type { ReceivedPush } from "#scripts/push-service.ts";
import { createPushReceiver, type PushReceiver } from "#tests/setup/push-receiver.ts";
import { at, expectSound, person, useBrowser } from "./browser.ts";
import { insertMember, insertSession } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { PlainBrowser } from "./plain.ts";
import { pushService, sql } from "./product.ts";
import { newcomer, openAlive } from "./steps.ts";

useBrowser({ whole: true });

const FROM_SITE = { "sec-fetch-site": "same-origin" };

interface Payload {
  kind: string;
  title?: string;
}

const prompt = (page: Page) => page.getByRole("status").filter({ hasText: "Hear of answers at once" });

/** Headless Chromium has no push service: the subscription is the test's own, on the loopback service. */
async function giveSubscription(context: BrowserContext, endpoint: string, { keys }: PushReceiver): Promise<void> {
  await context.grantPermissions(["notifications"], { origin: at("") });
  await context.addInitScript(
    (subscription) => {
      PushManager.prototype.getSubscription = async () => null;
      PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as never;
    },
    { endpoint, expirationTime: null, keys },
  );
}

/** Opened like a browser does, by an implementation that shares nothing with the server's. */
async function received(path: string, receiver: PushReceiver): Promise<Payload[]> {
  const all = (await (await fetch(pushService)).json()) as ReceivedPush[];
  return all.filter((one) => one.path === path).map(({ body }) => JSON.parse(receiver.open(Buffer.from(body, "base64"))));
}

async function devtoolsOf(page: Page): Promise<{ devtools: CDPSession; registrationId: string }> {
  const devtools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  return { devtools, registrationId: await found };
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, tag }) => ({ title, tag }));
  });

test("a message becomes a notification that opens the chat, is closed by reading elsewhere, and ends with the log-out", async () => {
  const [anna, ben] = [newcomer("Anna"), newcomer("Ben", "male")];
  const [annaId, benId] = [await insertMember(anna, { credits: 50 }), await insertMember(ben, { credits: 50 })];
  const [hers, his] = [await PlainBrowser.of(annaId), await person()];
  await insertSession(his.context, benId);
  const write = async (text: string) => {
    const data = { profile: benId, text, client_id: crypto.randomUUID() };
    const { status, json } = await hers.call<{ message: { conversation: string; seq: number } }>("/api/chat.php", data);
    expect(status).toBe(201);
    return json.message;
  };
  const receiver = createPushReceiver(randomBytes);
  const endpoint = `${pushService}/${benId}`;
  await giveSubscription(his.context, endpoint, receiver);
  // The photo's strip would come first.
  await his.context.addCookies([{ name: "dismissed", value: "entry-t0.photo-t0", url: at("/") }]);
  const { page } = his;

  await openAlive(page, at("/chats"));
  await expect.poll(() => prompt(page).count(), { message: "at first sight" }).toBe(0);
  await write("hello");
  await page.goto(at("/chats"));
  await prompt(page).waitFor();
  await expectSound(page);
  await prompt(page).getByRole("button", { name: "Switch on" }).click();
  await page.getByText("This browser will tell you when there is news.").waitFor();
  // The refreshed page offers no prompt; the answered one stays.
  expect((await hers.call("/api/like.php", { profile: benId })).status).toBe(200);
  await page.getByRole("main").getByRole("link", { name: "1 new like" }).waitFor();
  await page.getByRole("button", { name: "Switch off again" }).click();
  await prompt(page).getByRole("button", { name: "Switch on" }).click();
  await page.getByText("This browser will tell you when there is news.").waitFor();
  expect(await sql("SELECT endpoint FROM push_subscriptions WHERE account_id = ?", benId)).toEqual([{ endpoint }]);

  // A document of the site without a page's socket: he does not look.
  await page.goto(at("/robots.txt"));
  const { devtools, registrationId } = await devtoolsOf(page);
  const origin = at("");
  const deliver = (payload: Payload) =>
    devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(payload) });
  const count = async () => (await received(`/${benId}`, receiver)).length;
  const { conversation, seq } = await write("are you there?");
  await expect.poll(count).toBe(1);
  const [news] = (await received(`/${benId}`, receiver)) as [Payload];
  expect(JSON.stringify(news)).not.toMatch(new RegExp(`there\\?|${anna.name}`));
  await deliver(news);
  const tag = `chat-${conversation}`;
  await expect.poll(() => shown(page)).toEqual([{ title: "You have 2 new messages", tag }]);

  const desktop = await PlainBrowser.of(benId);
  expect((await desktop.call("/api/chat-read.php", { conversation, seq })).status).toBe(200);
  await expect.poll(count).toBe(2);
  await deliver((await received(`/${benId}`, receiver))[1] as Payload);
  await expect.poll(() => shown(page)).toEqual([]);

  await write("one more");
  await expect.poll(count).toBe(3);
  const [, , more] = (await received(`/${benId}`, receiver)) as [Payload, Payload, Payload];
  expect(more).not.toMatchObject({ kind: "close" });
  // The debugger's delivery may come while the worker stops; a repeated tag replaces the notification.
  const delivered = async () => {
    await deliver(more);
    return shown(page);
  };
  await expect.poll(delivered).toEqual([{ title: "You have a new message", tag }]);
  const [worker] = his.context.serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; dispatchEvent(event: Event): void };
    const [notification] = await scope.registration.getNotifications();
    const Click = (self as unknown as { NotificationEvent: new (type: string, init: object) => Event }).NotificationEvent;
    scope.dispatchEvent(new Click("notificationclick", { notification }));
  });
  await page.waitForURL(at(`/chats/${conversation}`));
  await page.getByRole("log").getByText("one more").waitFor();
  await expect.poll(() => shown(page)).toEqual([]);

  await page.goto(at("/settings/notifications"));
  await page.getByText("Push messages reach this device.").waitFor();
  await page.getByText(/\(this device\)/).waitFor();
  await his.context.request.get(at("/api/logout.php"), { headers: FROM_SITE });
  expect(await sql("SELECT endpoint FROM push_subscriptions WHERE account_id = ?", benId)).toEqual([]);
  const before = await count();
  await write("gone?");
  expect(await count()).toBe(before);
});

test("a press on the offer before the scripts have come switches push on", async () => {
  const id = await insertMember(newcomer("Cleo"), { credits: 50 });
  const other = await insertMember(newcomer("Dirk", "male"));
  const { context, page } = await person();
  await insertSession(context, id);
  const endpoint = `${pushService}/${id}`;
  await giveSubscription(context, endpoint, createPushReceiver(randomBytes));
  await context.addCookies([{ name: "dismissed", value: "entry-t0.photo-t0", url: at("/") }]);
  const data = { profile: other, text: "hello", client_id: crypto.randomUUID() };
  expect((await context.request.post(at("/api/chat.php"), { data, headers: FROM_SITE })).status()).toBe(201);

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await intercept(page, "**/assets/*.js", (route) => released.then(() => route.continue()));
  await page.goto(at("/chats"), { waitUntil: "commit" });
  await page.waitForFunction(() => document.readyState !== "loading");
  await prompt(page).getByRole("button", { name: "Switch on" }).click();
  release();
  await page.getByText("This browser will tell you when there is news.").waitFor();
  expect(await sql("SELECT endpoint FROM push_subscriptions WHERE account_id = ?", id)).toEqual([{ endpoint }]);
});
