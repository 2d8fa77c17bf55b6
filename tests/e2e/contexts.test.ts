import { expect, test } from "vitest";
import { at, PHONE, person, useBrowser } from "./browser.ts";
import { closeAfterwards } from "./contexts.ts";

useBrowser();

test.each(["a first", "a second"])("%s test finds nothing that another has left in the browser", async (which) => {
  const { context, page } = await person(which === "a first" ? { viewport: PHONE } : {});
  await page.goto("/robots.txt");
  const found = () =>
    page.evaluate(async () => {
      const databases = (await indexedDB.databases()).length;
      return {
        databases,
        local: localStorage.length,
        session: sessionStorage.length,
        scripts: Object.hasOwn(window, "left"),
        width: innerWidth,
        permission: (await navigator.permissions.query({ name: "geolocation" })).state,
        online: navigator.onLine,
      };
    });
  const width = which === "a first" ? PHONE.width : 1280;
  const empty = { databases: 0, local: 0, session: 0, scripts: false, width, permission: "prompt", online: true };
  expect(await found()).toEqual(empty);
  const cookies = await context.cookies(at("/"));
  expect(cookies.map(({ name }) => name)).toEqual(["dismissed"]);
  expect(context.pages()).toHaveLength(1);

  await context.addCookies([{ name: "left", value: "1", url: at("/") }]);
  await page.addInitScript(() => Object.assign(window, { left: true }));
  await context.route("**/robots.txt", (route) => route.fulfill({ contentType: "text/html", body: "<p>left" }));
  await page.clock.install();
  await context.newPage();
  await context.grantPermissions(["geolocation"]);
  await page.reload();
  await page.evaluate(() => {
    localStorage.setItem("left", "1");
    sessionStorage.setItem("left", "1");
    return new Promise((resolve) => {
      indexedDB.open("left").onsuccess = resolve;
    }).then(() => undefined);
  });
  await context.setOffline(true);
  const left = { databases: 1, local: 1, session: 1, scripts: true, width, permission: "granted", online: false };
  expect(await found()).toEqual(left);
});

test("persons that a test asks for at once have a context and a page each", async () => {
  const both = await Promise.all([person(), person()]);
  expect(new Set(both.map(({ context }) => context)).size).toBe(2);
  expect(new Set(both.map(({ page }) => page)).size).toBe(2);
  for (const { context, page } of both) expect(context.pages()).toEqual([page]);
});

test("a context that closes afterwards stays with its test until then", async () => {
  const { context, page } = await person();
  closeAfterwards(context);
  await page.goto("/robots.txt");
  expect((await person()).context).not.toBe(context);
  expect(page.url()).toBe(at("/robots.txt"));
});
