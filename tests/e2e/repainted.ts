import type { Page } from "playwright";
import { expect } from "vitest";
import { axeFindings } from "./axe.ts";

/** Texts that were measured are left out, and none whose colours, or those under it, are others now. The page is dark. */
export async function expectColoursAskedAnew(page: Page): Promise<void> {
  const found = async () => (await axeFindings(page, { contrast: true })).join();
  const paint = (selector: string, styles: Record<string, string>) =>
    page.locator(selector).evaluate((element: HTMLElement, styles) => {
      for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
    }, styles);
  await paint("h1", { color: "rgb(60 60 60)" });
  expect(await found()).toContain("color-contrast: <h1");
  await paint("h1", { color: "" });
  await paint("main", { "background-color": "rgb(200 200 200)" });
  expect(await found()).toContain("<h1");
  await paint("main", { "background-color": "" });
  expect(await found()).toBe("");

  // A box beside the text, or deeper beside it, lies under it.
  for (const under of ["<i></i>", "<div><i></i></div>"]) {
    await page
      .locator("main")
      .evaluate(
        (main, under) => main.insertAdjacentHTML("afterbegin", `<div id="card">${under}<p>White on black</p></div>`),
        under,
      );
    await paint("#card", { position: "relative" });
    await paint("#card i", { position: "absolute", inset: "0", "background-color": "#000" });
    await paint("#card p", { position: "relative", color: "#fff" });
    expect(await found()).toBe("");
    await paint("#card i", { "background-color": "#eee" });
    expect(await found(), under).toContain("White on black");
    await page.locator("#card").evaluate((card) => card.remove());
  }
}
