import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { at, mailTo, person, useBrowser } from "./browser.ts";
import { addMember, insertMember, newSession } from "./fixtures.ts";
import { PlainBrowser } from "./plain.ts";
import { newcomer, openAlive, post } from "./steps.ts";

useBrowser();

const ANNA = "demo0000000000000001";
/** 13 hours ahead of the country's zone or 12 behind: one of them has another day. */
const AMSTERDAM = Number(new Intl.DateTimeFormat("en-GB", { hour: "2-digit", timeZone: "Europe/Amsterdam" }).format());
const ZONE = AMSTERDAM >= 12 ? "Pacific/Kiritimati" : "Pacific/Pago_Pago";
let browser: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  browser = await person({ timezoneId: ZONE });
});

/** Hour and minute in a zone, as a member in the Netherlands reads them. */
const clock = (iso: string, zone: string) =>
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone }).format(new Date(iso));

const withClock = (page: Page) => page.locator("main [role=log] time", { hasText: /^\d\d:\d\d$/ }).last();

test("times follow the reader's zone from the second page on or in place, and neither hydration nor that replaces a message", async () => {
  const { page, context } = browser;
  await addMember(page, newcomer("Casper", "male"));
  const sent = await post(page, "/api/chat.php", {
    profile: ANNA,
    text: "Good evening",
    client_id: crypto.randomUUID(),
  });
  expect(sent.status()).toBe(201);
  const { message } = (await sent.json()) as { message: { created_at: string; conversation: string } };
  const path = `/chats/${message.conversation}`;
  const zoneOf = async () => (await context.cookies()).find(({ name }) => name === "zone")?.value;
  await context.clearCookies({ name: "zone" });

  // The first page uses the country's zone; hydration changes nothing.
  await openAlive(page, path);
  expect(decodeURIComponent((await zoneOf()) ?? "")).toBe(ZONE);
  await withClock(page).waitFor();
  await expect.poll(() => withClock(page).textContent()).toBe(clock(message.created_at, "Europe/Amsterdam"));

  // The refresh of the page after an action brings the zone to the open chat.
  const row = (await page.locator("[data-seq]").last().elementHandle()) ?? expect.unreachable();
  const shown = () => row.evaluate((one) => one.querySelector("time")?.textContent);
  expect(await shown()).toBe(clock(message.created_at, "Europe/Amsterdam"));
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("button", { name: "Mute", exact: true }).click();
  await page.locator("section header").getByRole("img", { name: "Muted" }).waitFor();
  expect([await row.evaluate((one) => one.isConnected), await shown()]).toEqual([true, clock(message.created_at, ZONE)]);

  const html = await (await page.context().request.get(path)).text();
  expect(html).toContain(`>${clock(message.created_at, ZONE)}<`);
  await openAlive(page, path);
  await expect.poll(() => withClock(page).textContent()).toBe(clock(message.created_at, ZONE));
  await page.goto("/chats");
  await page.locator(`main a[href="${path}"] time`, { hasText: clock(message.created_at, ZONE) }).waitFor();

  // An unknown zone is ignored.
  await context.addCookies([{ name: "zone", value: "Europe%2FAtlantis", url: at("/") }]);
  const odd = await (await page.context().request.get(path)).text();
  expect(odd).toContain(`>${clock(message.created_at, "Europe/Amsterdam")}<`);
});

test("a visitor gets no zone cookie, and a mail names the zone of its time", async () => {
  const { page, context } = browser;
  await page.goto("about:blank");
  for (const name of ["session", "zone"]) await context.clearCookies({ name });
  await page.goto("/members");
  await page.goto("/pricing");
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("zone");
  const who = newcomer("Casper", "male");
  // Another device of theirs.
  await newSession(await insertMember(who));
  expect((await new PlainBrowser().call("/api/user.php", { email: who.email, password: who.password })).status).toBe(200);
  const mail = await mailTo(who.email, /device/i);
  expect(mail.text).toMatch(/\d{1,2} \w+ \d{4} at \d\d:\d\d \(Central European Time\)/);
  expect(mail.text).not.toContain("UTC");
});
