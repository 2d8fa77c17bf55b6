import { expect, test } from "vitest";
import { at, DESKTOP, expectSound, person, useBrowser } from "./browser.ts";

useBrowser();

const NARROW = { width: 360, height: 740 };
const LANDERS = ["alonetonight"];

test.each(LANDERS.map((name, index) => [name, index % 2 === 0] as const))(
  "/landers/%s is sound on a phone and on a desktop, and asks for no script",
  async (name, dark) => {
    for (const [viewport, colorScheme] of [
      [NARROW, dark ? "dark" : "light"],
      [DESKTOP, dark ? "light" : "dark"],
    ] as const) {
      const { page, context } = await person({ viewport, colorScheme, reducedMotion: "reduce" });
      const asked: string[] = [];
      page.on("request", (request) => {
        if (request.resourceType() === "script" || /\.m?js($|\?)/.test(request.url())) asked.push(request.url());
      });
      await page.goto(`/landers/${name}`, { waitUntil: "networkidle" });
      expect(asked).toEqual([]);
      expect(await page.locator("script, link[rel=modulepreload]").count()).toBe(0);
      expect(await page.locator(".layout-lander").count()).toBe(1);
      expect(await page.title()).toContain(" · Liaison");
      expect(await page.locator("meta[name=description]").getAttribute("content")).toMatch(/\w{3}/);
      expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(at(`/landers/${name}`));
      await expectSound(page);
      await context.close();
    }
  },
);

test("a link may name a town or a region of the country; anything else it says is shown nowhere", async () => {
  const { page } = await person({ javaScriptEnabled: false });
  for (const name of LANDERS) {
    await page.goto(`/landers/${name}/den-haag`);
    expect(await page.locator("h1").textContent()).toContain("Den Haag");
    await page.goto(`/landers/${name}/noord-holland`);
    expect(await page.locator("h1").textContent()).toContain("Noord-Holland");
    for (const hostile of ["<script>alert(1)</script>", "free-money-here", "__proto__"]) {
      const answer = await page.goto(`/landers/${name}/${encodeURIComponent(hostile)}`);
      expect(answer?.status()).toBe(200);
      expect(await answer?.text()).not.toContain(hostile);
      expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(at(`/landers/${name}`));
    }
  }
});
