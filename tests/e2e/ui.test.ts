import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { INTERESTS } from "#db/schema/interests.ts";
import { axeFindings } from "./axe.ts";
import { at, DESKTOP, expectLayout, expectNotWide, expectSound, PHONE, person, settled, useBrowser } from "./browser.ts";
import { useWideFonts } from "./fit.ts";
import { demoMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { PlainBrowser } from "./plain.ts";
import { openAlive } from "./steps.ts";

useBrowser();

const NARROW = { width: 360, height: 740 };
const MOTION = { reducedMotion: "no-preference" } as const;

/** A visitor's, with scripts. */
let visitor: Page;
beforeAll(async () => {
  visitor = (await person()).page;
});

test("every component passes axe in the light and the dark scheme, and fits 360 and 1280 px", async () => {
  const page = visitor;
  await page.setViewportSize(NARROW);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/dev/ui");
  await page.getByRole("button", { name: "Show password" }).first().waitFor();
  await expectSound(page);
  // The other scheme has the same document in other colours.
  await page.emulateMedia({ colorScheme: "dark" });
  await settled(page);
  expect(await axeFindings(page, { contrast: true })).toEqual([]);
  for (const list of await page.locator("section > ul").all()) await list.scrollIntoViewIfNeeded();
  await expect.poll(() => missingDrawings(page)).toEqual([]);
  await page.setViewportSize(DESKTOP);
  await expectLayout(page);
});

test("wide fonts are wider than others here, and leave no other sheet out", async () => {
  const page = visitor;
  await page.goto("/login");
  await useWideFonts(page);
  await page.evaluate(() => document.adoptedStyleSheets.push(new CSSStyleSheet()));
  const family = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--font-text"));
  expect(await family()).toContain("Verdana");
  await useWideFonts(page, { on: false });
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(1);
  expect(await family()).not.toContain("Verdana");
});

/** Icons on the page that the sprite lacks. */
function missingDrawings(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const hrefs = [...new Set([...document.querySelectorAll("use")].map((use) => use.getAttribute("href") ?? ""))];
    const files = new Map<string, Document>();
    const missing: string[] = hrefs.length > 10 ? [] : ["the page names hardly any drawing"];
    for (const href of hrefs) {
      const [file = "", id = ""] = href.split("#");
      const known = files.get(file);
      const sprite = known ?? new DOMParser().parseFromString(await (await fetch(file)).text(), "image/svg+xml");
      files.set(file, sprite);
      if (!sprite.getElementById(id)?.firstElementChild) missing.push(href);
    }
    return missing;
  });
}

test("fifty interests have distinct drawings, loaded only by pages that show them", async () => {
  const page = await demoMember();
  const sprite = await (await page.request.get("/interests.svg")).text();
  const drawn = [...sprite.matchAll(/<symbol id="(\w+)"[^>]*>(.*?)<\/symbol>/g)];
  expect(drawn.map(([, name]) => name)).toEqual([...INTERESTS]);
  expect(new Set(drawn.map(([, , drawing]) => drawing)).size).toBe(50);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto("/members");
  await expect.poll(() => requested).toContain("/icons.svg");
  expect(requested).not.toContain("/interests.svg");
  await page.goto("/members?interests=wine&country=NL");
  await page.getByRole("link", { name: "Remove filter: Wine" }).waitFor();
  await expect.poll(() => requested.includes("/interests.svg")).toBe(true);
});

describe("without scripts", () => {
  test("a form dismisses an alert and closes a dialog", async () => {
    const page = new PlainBrowser();
    await page.goto("/dev/ui?open");
    const dialogs = () => page.all((one) => one.tag === "dialog" && one.has("open"));
    expect(dialogs()).toHaveLength(1);
    await page.press("Close");
    expect(page.path).toBe("/dev/ui?closed=dialog");
    expect(dialogs()).toEqual([]);
    await page.press("Dismiss, light");
    expect(page.path).toBe("/dev/ui?closed=dialog&closed=light");
    expect(page.buttons("Dismiss, light")).toEqual([]);
  });

  test("a click beside a dialog closes it, no button shows a password, and the countdown shows the server's time", async () => {
    const { page } = await person({ javaScriptEnabled: false });
    await page.goto("/dev/ui?open");
    const dialog = page.getByRole("dialog", { name: "Opened by the server" });
    await dialog.waitFor();
    const scrim = page.locator("div:has(> #opened)");
    await expect.poll(() => scrim.evaluate((element) => getComputedStyle(element).zIndex)).toBe("1050");
    await expect.poll(() => scrim.boundingBox()).toEqual({ x: 0, y: 0, ...DESKTOP });
    await page.mouse.click(20, 20);
    await page.waitForURL("**/dev/ui?closed=dialog");
    await expect.poll(() => page.locator("#opened").count()).toBe(0);
    await expect.poll(() => page.getByText("Show password").first().isVisible()).toBe(false);
    await expect.poll(() => page.getByRole("timer", { name: "Time left, light" }).textContent()).toBe("04:00:00");
    await expect.poll(() => page.getByRole("timer", { name: "Over, light" }).textContent()).toBe("00:00:00");
  });
});

describe("with scripts", () => {
  test("dialogs keep the focus and close for good, a password is shown and hidden, a countdown counts each second, a toast is narrow", async () => {
    const page = visitor;
    await page.setViewportSize(DESKTOP);
    const opened = Date.now();
    await page.goto("/dev/ui?open&toast");
    await expect.poll(() => page.evaluate(() => document.getElementById("opened")?.matches(":modal"))).toBe(true);
    await page.keyboard.press("Escape");
    await page.waitForURL("**/dev/ui?toast=&closed=dialog");
    await expect.poll(() => page.locator("#opened").count()).toBe(0);

    // By the browser's own means.
    const dialog = page.locator("#light-dialog");
    await page.locator('[commandfor="light-dialog"]').click();
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await expect.poll(() => dialog.evaluate((element) => getComputedStyle(element).zIndex)).toBe("1050");
    await page.getByRole("button", { name: "Not now" }).first().click();
    await expect.poll(() => dialog.isVisible()).toBe(false);

    const field = page.locator("#field-light_password");
    await field.fill("seven-Green-umbrellas");
    const reveal = page.getByRole("button", { name: "Show password" }).first();
    await reveal.click();
    await expect.poll(() => field.getAttribute("type")).toBe("text");
    await expect.poll(() => reveal.getAttribute("aria-pressed")).toBe("true");
    await reveal.click();
    await expect.poll(() => field.getAttribute("type")).toBe("password");
    await expect.poll(() => field.inputValue()).toBe("seven-Green-umbrellas");

    // No live region.
    const timer = page.getByRole("timer", { name: "Time left, light" });
    const seconds = async () => {
      const [hours = 0, minutes = 0, rest = 0] = ((await timer.textContent()) ?? "").split(":").map(Number);
      return (hours * 60 + minutes) * 60 + rest;
    };
    // Until hydration the server's text stands; the measurement starts at the first tick.
    const written = await seconds();
    await expect.poll(seconds).toBeLessThan(written);
    const begun = Date.now();
    const first = await seconds();
    expect(first).toBeGreaterThan(4 * 3600 - 60 - (Date.now() - opened) / 1000);
    await expect.poll(seconds).toBeLessThan(first - 2);
    expect(first - (await seconds()) - (Date.now() - begun) / 1000).toBeLessThan(1.5);
    await expect.poll(() => timer.getAttribute("aria-live")).toBeNull();
    await expect.poll(() => page.getByRole("timer", { name: "Over, light" }).textContent()).toBe("00:00:00");

    const toast = page.getByRole("region", { name: "Notices" }).locator("> div");
    expect((await toast.boundingBox())?.width).toBe(350);
    await toast.getByRole("button", { name: "Dismiss" }).click();
    await page.waitForURL("**/dev/ui?toast=&closed=dialog&closed=toast");
    await expect.poll(() => toast.count()).toBe(0);
  });

  test("focus moves to the error or the next step after each answer of a form", async () => {
    // The spending limit needs payments.
    const page = await demoMember({ host: "full.localhost" });
    const focused = () =>
      page.evaluate(() => document.activeElement?.id || document.activeElement?.role || document.activeElement?.localName);

    await openAlive(page, at("/settings/spending", "full.localhost"));
    for (const typed of ["much", "more"]) {
      await page.getByLabel(/^In 24 hours/).fill(typed);
      await page.getByRole("button", { name: "Save the limits" }).press("Enter");
      await expect.poll(focused).toBe("alert");
    }

    await openAlive(page, at("/settings/delete", "full.localhost"));
    const onwards = page.getByRole("button", { name: "Continue" });
    // Skips the browser's validation to reach the server's.
    await onwards.evaluate((button: HTMLButtonElement) => button.form?.setAttribute("novalidate", ""));
    await onwards.press("Enter");
    await expect.poll(focused).toBe("field-reason");
    await page.getByLabel("I have found somebody").check();
    await onwards.press("Enter");
    // What would be lost stands above the next step.
    await expect.poll(focused).toBe("section");
  });
});

describe("the loading bar", () => {
  /** Records the loading bar in sessionStorage: an unloading page cannot be queried. */
  async function watched(): Promise<{ page: Page; seen: () => Promise<string[]>; forget: () => Promise<void> }> {
    // A route cannot delay requests of the service worker.
    const page = await demoMember({ serviceWorkers: "block" });
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        const bar = document.querySelector('body > div > div[aria-hidden="true"]') as HTMLElement;
        const write = () => {
          const shown = getComputedStyle(bar).visibility === "visible" ? "shown" : "hidden";
          const seen: string[] = JSON.parse(sessionStorage.getItem("bar") ?? "[]");
          if (seen.at(-1) !== shown) sessionStorage.setItem("bar", JSON.stringify([...seen, shown]));
        };
        new MutationObserver(write).observe(bar, { attributes: true });
      });
    });
    await openAlive(page, "/likes");
    const forget = () => page.evaluate(() => sessionStorage.removeItem("bar"));
    await forget();
    return { page, forget, seen: () => page.evaluate(() => JSON.parse(sessionStorage.getItem("bar") ?? "[]")) };
  }

  test("shows while a slow page loads, shows while a form waits for its answer, and hides after it", async () => {
    const { page, seen, forget } = await watched();
    // Nobody can ask a document that is about to be left.
    await intercept(page, "**/settings", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2500));
      await route.continue();
    });
    await page.getByRole("button", { name: /account/i }).click();
    // Without a pointer: a link under it is loaded ahead.
    await page.locator('header a[href="/settings"]').press("Enter");
    await page.waitForURL("**/settings");
    expect(await seen()).toEqual(["shown"]);

    await openAlive(page, "/likes");
    await forget();
    await intercept(page, "**/likes", async (route) => {
      if (route.request().method() === "POST") await expect.poll(seen).toEqual(["shown"]);
      await route.continue();
    });
    await page.locator("main form button").first().click();
    await expect.poll(seen).toEqual(["shown", "hidden"]);
  });
});

test("from 992 px the chat list is 300 to 400 px wide, and messages at most 800", async () => {
  const page = await demoMember({ javaScriptEnabled: false });
  await page.goto("/members/demo0000000000000002/chat");
  const heading = page.getByRole("heading", { level: 2 }).first();
  for (const width of [992, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const list = await heading.locator("xpath=ancestor::div[2]").boundingBox();
    expect(list?.width, `${width} px`).toBeGreaterThanOrEqual(300);
    expect(list?.width, `${width} px`).toBeLessThanOrEqual(400);
    expect((await page.getByRole("log").boundingBox())?.width, `${width} px`).toBeLessThanOrEqual(800);
  }
});

test("the list of mails does not scroll sideways on a phone", async () => {
  const page = visitor;
  await page.setViewportSize(PHONE);
  await page.goto("/dev/mail");
  await expectNotWide(page);
  await expect.poll(() => page.url()).toBe(at("/dev/mail"));
});

test("pages fade into each other although the next one's style sheet comes after its body, and one without the layouts opts in", async () => {
  const { page } = await person(MOTION);
  await page.addInitScript(() => {
    addEventListener("pagereveal", (event) => Object.assign(window, { fades: event.viewTransition !== null }));
  });
  await page.goto("/login");
  await intercept(page, "**/assets/sheet-*.css", async (route) => {
    await page.waitForFunction(() => location.pathname === "/terms" && document.querySelector("footer"));
    await route.continue();
  });
  await page.getByRole("link", { name: "Terms" }).first().click();
  await page.waitForURL("**/terms");
  expect(await page.evaluate(() => "fades" in window && window.fades)).toBe(true);

  // Chromium reports an error on a page that does not.
  await page.evaluate(() => location.assign("/a//b"));
  await page.getByRole("link", { name: "Back to the home page" }).waitFor();
  expect(await page.locator("link[rel=stylesheet]").count()).toBe(0);
  expect(await page.evaluate(() => "fades" in window && window.fades)).toBe(true);
});
