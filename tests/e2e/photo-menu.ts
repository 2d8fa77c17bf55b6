import type { FileChooser, Locator, Page } from "playwright";
import { intercept } from "./intercept.ts";

type Chosen = { name: string; mimeType: string; buffer: Buffer };

/** One pixel. */
export const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Beside a choice or a photo. */
export const UNSENT = "Not sent: there is no connection.";

export const chosen = async (bytes: File, name = "IMG_0001.jpg"): Promise<Chosen> => ({
  name,
  mimeType: "image/jpeg",
  buffer: Buffer.from(await bytes.arrayBuffer()),
});
export const cutOff = ({ buffer, ...file }: Chosen): Chosen => ({
  ...file,
  name: "cut-off.jpg",
  buffer: buffer.subarray(0, Math.round(buffer.length * 0.6)),
});

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

/** Presses what opens the files, and waits for all that the press loads. */
export async function openFiles(page: Page, place: Locator): Promise<FileChooser> {
  const files = ["photo-crop-", "pictures-", "sheet-"].map((name) =>
    page.waitForEvent("requestfinished", (request) => request.url().includes(`/assets/${name}`)),
  );
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), place.click(), ...files]);
  return chooser;
}

/** A choice whose scripts do not come reads nothing, and says so. The next choice asks for them again. */
export async function chooseUnread(page: Page, add: Locator, photo: Chosen): Promise<void> {
  await intercept(page, "**/assets/*.js", (route) => route.abort());
  await add.setInputFiles(photo);
  await page.getByText(UNSENT).waitFor();
  await page.unroute("**/assets/*.js");
}
