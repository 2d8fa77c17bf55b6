import { expect, test } from "vitest";
import { at, PHONE, person, useBrowser } from "./browser.ts";

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
      };
    });
  const width = which === "a first" ? PHONE.width : 1280;
  const empty = { databases: 0, local: 0, session: 0, scripts: false, width };
  expect(await found()).toEqual(empty);
  const cookies = await context.cookies(at("/"));
  expect(cookies.map(({ name }) => name)).toEqual(["dismissed"]);
  expect(context.pages()).toHaveLength(1);

  await context.addCookies([{ name: "left", value: "1", url: at("/") }]);
  await page.addInitScript(() => Object.assign(window, { left: true }));
  await context.route("**/robots.txt", (route) => route.fulfill({ contentType: "text/html", body: "<p>left" }));
  await page.clock.install();
  await context.newPage();
  await page.reload();
  await page.evaluate(() => {
    localStorage.setItem("left", "1");
    sessionStorage.setItem("left", "1");
    return new Promise((resolve) => {
      indexedDB.open("left").onsuccess = resolve;
    }).then(() => undefined);
  });
  expect(await found()).toEqual({ databases: 1, local: 1, session: 1, scripts: true, width });
});
