import type { Locator, Page } from "playwright";
import { intercept } from "./intercept.ts";

/** Opens the menu of a tile and presses one of its buttons. A menu that scrolls or grows may change its side under a mouse. */
export async function choose(page: Page, tile: Locator, name: string): Promise<void> {
  await tile.locator("[data-handle]").click();
  const panel = page.locator(":popover-open");
  const link = panel.locator('a[href*="menu="]');
  const withoutScripts = (await link.count()) > 0;
  if (withoutScripts) await link.click();
  const menu = withoutScripts ? page.locator("[popover]:target") : panel;
  if (name === "Remove for good") await menu.locator("summary").press("Enter");
  await menu.getByRole("button", { name }).press("Enter");
}

/** A choice whose scripts do not come reads nothing, and says so. The next choice asks for them again. */
export async function chooseUnread(page: Page, add: Locator, photo: Parameters<Locator["setInputFiles"]>[0]): Promise<void> {
  await intercept(page, "**/assets/*.js", (route) => route.abort());
  await add.setInputFiles(photo);
  await page.getByText("Not sent: there is no connection.").waitFor();
  await page.unroute("**/assets/*.js");
}
