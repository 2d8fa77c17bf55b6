import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { at, DESKTOP, expectSound, PHONE, person, useBrowser } from "./browser.ts";
import { insertLikes, memberPage, nextMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { choose, chooseUnread, chosen, cutOff, DOT, openFiles, UNSENT } from "./photo-menu.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { badge, held, hydrated, newcomer, openAlive } from "./steps.ts";

useBrowser({ pictures: true });

/** With scripts: each test logs its own member in. */
let browser: Page;
beforeAll(async () => {
  browser = (await person()).page;
});

const section = (page: Page) => page.locator("#photos");
const tiles = (page: Page) => section(page).locator("[data-photo]");
/** Ids in the order of their places. */
const ordered = (page: PlainBrowser) => page.all((one) => one.has("data-photo")).map((one) => one.get("data-photo") ?? "");
const orderOf = (page: Page) => tiles(page).evaluateAll((all) => all.map((tile) => (tile as HTMLElement).dataset.photo));

/** One of the member's photos, which is put first. */
async function decide(member: string, button: "Approve" | "Reject"): Promise<void> {
  await sql("UPDATE photos SET created_at = 1 WHERE profile_id = ?", member);
  const page = new PlainBrowser();
  await page.goto("/dev/photos");
  const [picture] = page.all(({ tag }) => tag === "img");
  const answer = await fetch(at(picture?.get("src") ?? expect.unreachable()));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^image\//)]);
  await page.press(button);
  const decided = await sql("SELECT status FROM photos WHERE profile_id = ? AND status <> 'inspection'", member);
  expect(decided).toEqual([{ status: button === "Approve" ? "active" : "rejected" }]);
}

/** Approved photos with pictures of the seed, in order. */
async function insertPhotos(member: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${member.slice(0, 12)}p${index}`);
  for (const [index, id] of ids.entries())
    await sql(
      `INSERT INTO photos (id, profile_id, key, position, status, created_at)
       SELECT ?1, ?2, p.key || '-' || ?1, ?3, 'active', 0 FROM photos p LIMIT 1`,
      ...[id, member, index],
    );
  await sql("UPDATE profiles SET main_photo = (SELECT key FROM photos WHERE id = ?1) WHERE id = ?2", ids[0], member);
  return ids;
}

test("without scripts a first photo is uploaded, approved and shown to others", async () => {
  const { page, who: anna, id } = await plainMember("Anna");
  await page.goto("/likes");
  page.enter("Add your first photo");
  await page.follow(/^Add your first photo/);
  expect(page.path).toBe("/profile");
  // A renamed text file is refused beside the field with the types that are taken, and another file can be chosen.
  const words = new File(["Not what it seems."], "me.jpg", { type: "image/jpeg" });
  await page.press("Upload photo", { file: words }, { status: 415 });
  page.shows("We cannot read this as a picture. Choose a JPEG, PNG or WebP.");
  const [field] = page.all((one) => one.get("name") === "file");
  expect(field?.get("aria-invalid")).toBe("true");
  // The answer to a body that is too large comes before its form.
  for (const megabytes of [10.5, 13]) {
    const large = new File([await phonePhoto().bytes(), new Uint8Array(megabytes * 1024 * 1024)], "me.jpg", {
      type: "image/jpeg",
    });
    await page.press("Upload photo", { file: large }, { status: megabytes > 12 ? 200 : 413 });
    page.shows("This picture is too large. Choose one of up to 10 MB.");
    expect(ordered(page)).toEqual([]);
    await page.goto("/profile");
  }
  await page.press("Upload photo", { file: phonePhoto() });
  page.shows("Your photo is here.", "1 of 3 photos");
  expect(page.buttons("Photo 1 of 1, Being checked")).toHaveLength(1);

  await nextMember(browser, newcomer("Ben", "male"));
  const { page: visitor } = await plainMember("Bas", { gender: "male" });
  await visitor.goto(`/members/${id}`);
  expect(visitor.all((one) => one.tag === "img" && /^Photo /.test(one.get("alt") ?? ""))).toEqual([]);

  await decide(id, "Approve");
  await page.goto("/profile");
  expect(page.buttons("Photo 1 of 1, Main photo, Photo checked")).toHaveLength(1);
  await page.goto("/likes");
  expect(page.anywhere(({ text }) => text.includes("Add your first photo"))).toEqual([]);

  await browser.goto(`/members/${id}`);
  const shown = browser.getByRole("img", { name: `Photo 1 of ${anna.name}` }).first();
  const sizeNow = () => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(sizeNow).toEqual([480, 640]);
  // After the EXIF rotation the top half is on the right.
  const colours = await shown.evaluate((image: HTMLImageElement) => {
    const context = new OffscreenCanvas(480, 640).getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    return [20, 460].map((x) => [...context.getImageData(x, 320, 1, 1).data].map((value) => Math.round(value / 255)).join(""));
  });
  expect(colours).toEqual(["0011", "1001"]);
});

test("without scripts photos are moved, made main and removed by buttons", async () => {
  const { page, id } = await plainMember("Ida");
  const [first = "", second = "", third = ""] = await insertPhotos(id, 3);
  const press = async (photo: string, name: string) => {
    // The link in the panel of a photo names the photo whose forms stand in it then.
    await page.goto(`/profile?menu=${photo}`);
    const place = ordered(page).indexOf(photo) + 1;
    page.unfold(new RegExp(`^Photo ${place} of `));
    if (name === "Remove for good") page.unfold("Remove");
    await page.press(name);
  };
  await page.goto("/profile");
  page.unfold(/^Photo 3 of 3/);
  expect(page.link(/^Photo 3 of 3/)).toBe(`?menu=${third}#photo-menu-${third}`);
  await press(third, "Move earlier");
  page.shows("The order is saved.");
  expect(ordered(page)).toEqual([first, third, second]);
  await press(first, "Move later");
  expect(ordered(page)).toEqual([third, first, second]);
  await press(second, "Make main photo");
  page.shows("This is your main photo now.");
  expect(ordered(page)).toEqual([second, third, first]);
  await press(third, "Remove for good");
  page.shows("The photo is removed.");
  expect(ordered(page)).toEqual([second, first]);
});

/** What a person without scripts sees and clicks. */
test("without scripts a refused photo is told in sight, and the link of a photo opens its menu", async () => {
  const { page, id } = await memberPage("Ilse", { javaScriptEnabled: false, viewport: PHONE });
  await page.goto("/profile#photos");
  await section(page)
    .getByLabel("Add a photo")
    .setInputFiles(await chosen(new File(["Words"], "me.jpg"), "me.jpg"));
  await section(page).getByRole("button", { name: "Upload photo" }).click();
  const problem = section(page).getByText("We cannot read this as a picture. Choose a JPEG, PNG or WebP.");
  await problem.waitFor();
  await expect.poll(() => problem.evaluate((text) => text.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await insertPhotos(id, 2);
  await page.goto("/profile");
  await choose(page, tiles(page).nth(1), "Move earlier");
  await section(page).getByText("The order is saved.").waitFor();
});

test("several photos are placed, sent one after the other and told why where they cannot be", async () => {
  const page = browser;
  const id = await nextMember(page, newcomer("Eva"), { confirmed: false, viewport: PHONE });
  await openAlive(page, "/profile");
  const photo = await chosen(phonePhoto());
  const add = section(page).getByLabel("Add photos");
  await chooseUnread(page, add, photo);
  await add.setInputFiles([await chosen(new File(["words"], "notes.txt"), "notes.txt"), cutOff(photo)]);
  await page.getByText(UNSENT).waitFor({ state: "detached" });
  await add.setInputFiles([photo, photo]);
  const dialog = page.getByRole("dialog", { name: "Place your photo · 1 of 2" });
  await dialog.waitFor();
  for (const [width, height] of [DESKTOP, [1920, 1080], [768, 1024], [640, 400], PHONE].map(Object.values)) {
    await page.setViewportSize({ width, height });
    await dialog.getByLabel("Zoom").click({ trial: true });
  }
  // The frame is placed by keys, and closer by the slider.
  await dialog.getByLabel("Zoom").fill("100");
  const picture = dialog.getByRole("group").locator("img");
  const before = await picture.evaluate((image) => image.style.insetBlockStart);
  await dialog.getByRole("group").press("ArrowDown");
  await expect.poll(() => picture.evaluate((image) => image.style.insetBlockStart)).not.toBe(before);
  await expectSound(page);
  // The first upload finds no server; both photos wait for the press of a button.
  await intercept(page, "**/api/photo.php", (route) =>
    route.fulfill({ status: 422, json: { error: { code: "invalid", message: "Busy" } } }),
  );
  await dialog.getByRole("button", { name: "Use this part" }).click();
  await page.getByRole("dialog", { name: "2 of 2" }).getByRole("button", { name: "Keep the whole photo" }).click();
  const failed = section(page).locator("[data-upload=failed]");
  await expect.poll(() => failed.count()).toBe(4);
  await expect.poll(() => failed.first().getByRole("button", { name: "Try again" }).count()).toBe(0);
  for (const name of ["notes.txt", "cut-off.jpg"]) {
    const unreadable = failed.filter({ hasText: name });
    await unreadable.getByText("We cannot read this as a picture.").waitFor();
    await unreadable.getByRole("button", { name: "Leave out" }).click();
  }
  await page.unroute("**/api/photo.php");
  await failed.first().getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => tiles(page).count()).toBe(1);
  await failed.first().getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => tiles(page).count()).toBe(2);
  await section(page).getByText("2 of 3 photos").waitFor();
  await expectSound(page);
  const sizes = await sql("SELECT width, height FROM photos WHERE profile_id = ? ORDER BY position", id);
  expect(sizes).toEqual([
    { width: 400, height: 500 },
    { width: 480, height: 640 },
  ]);
  await decide(id, "Reject");
  await openAlive(page, "/profile");
  const line = section(page).locator("li").filter({ hasText: "Not approved" });
  await line.getByText("It shows nobody. Choose one with your face.").waitFor();
  const shown = line.locator("img").last();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const object = line.getByRole("link", { name: "Object to this decision" });
  await expect.poll(() => object.getAttribute("href")).toBe("/complaints");
  await line.getByRole("button", { name: "Remove" }).click();
  await line.waitFor({ state: "detached" });
  await expect.poll(() => tiles(page).count()).toBe(1);
});

test("photos are dragged and moved by keys, and keep their order; one is made main and one removed in place", async () => {
  const page = browser;
  const id = await nextMember(page, newcomer("Ine"), { viewport: DESKTOP });
  const [first, second, third] = await insertPhotos(id, 3);
  await openAlive(page, "/profile");
  await section(page).scrollIntoViewIfNeeded();
  const parts = section(page).locator("header, ul");
  const ends = await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(ends.slice(0, 2), "the places fill their card").toEqual([ends[0], ends[0]]);
  const mark = (await tiles(page).nth(0).locator("[data-handle] [data-mark]").boundingBox()) ?? expect.unreachable();
  expect(mark.height, "the mark of the large photo is round").toBe(mark.width);
  const [from, to] = [await tiles(page).nth(2).boundingBox(), await tiles(page).nth(0).boundingBox()];
  if (!from || !to) throw new Error("no tiles");
  await page.mouse.move(from.x + 30, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 60, { steps: 4 });
  await page.mouse.up();
  await section(page).getByText("Photo moved to place 1 of 3.").waitFor();
  await expect.poll(() => orderOf(page)).toEqual([third, first, second]);
  await expect.poll(() => page.locator(":popover-open").count(), { message: "a drag opens no menu" }).toBe(0);

  await tiles(page).nth(0).locator("[data-handle]").press("ArrowRight");
  await section(page).getByText("Photo moved to place 2 of 3.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toContain("Photo 2 of 3");
  await openAlive(page, "/profile");
  await expect.poll(() => orderOf(page), { message: "after a reload" }).toEqual([first, third, second]);

  await insertLikes(id, 2);
  const answerRefresh = await held(page, "**/profile.rsc");
  await choose(page, tiles(page).nth(2), "Make main photo");
  await section(page).getByText("This is your main photo now.").waitFor();
  await expect.poll(() => orderOf(page)).toEqual([second, first, third]);

  // A tile still on its way to its place moves away under the pointer.
  const tile = tiles(page).nth(0);
  await tile.hover();
  await page.mouse.down();
  await tile.evaluate((moved) => Object.assign(moved.style, { translate: "0 50vh" }));
  await page.mouse.up();
  await page.locator(":popover-open").waitFor();
  await tile.evaluate((moved) => Object.assign(moved.style, { translate: "" }));

  // The page as it was before the move arrives while the move is under way.
  const answerMove = await held(page, "**/api/photo.php");
  await page.locator(":popover-open").getByRole("button", { name: "Move later" }).click();
  await expect.poll(() => orderOf(page)).toEqual([first, second, third]);
  await answerRefresh();
  await badge(page, "/likes", 2);
  // Effects of that page have run.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await orderOf(page)).toEqual([first, second, third]);
  expect(await page.locator(":popover-open").count(), "the menu stays open").toBe(1);
  await answerMove();
  await section(page).getByText("Photo moved to place 2 of 3.").waitFor();
  await page.keyboard.press("Escape");
  await choose(page, tiles(page).nth(1), "Remove for good");
  await section(page).getByText("The photo is removed.").waitFor();
  await expect.poll(() => orderOf(page)).toEqual([first, third]);
});

test("with scripts a photo is added in the sign-up, and one that is too small is refused in view", async () => {
  const page = browser;
  await nextMember(page, newcomer("Una"), { confirmed: false, viewport: { width: 360, height: 640 } });
  await page.goto("/complete-signup?step=photo");
  await expectSound(page);
  await hydrated(page);
  // That page does not lead back into the steps.
  expect(await page.locator('main a[href="/settings/verification"]').count()).toBe(0);
  await page.getByLabel("Add photos").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: DOT });
  const reason = section(page).getByText("This picture is too small.");
  await expect.poll(() => reason.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await page.getByLabel("Add photos").setInputFiles(await chosen(phonePhoto()));
  await page.getByRole("dialog").getByRole("button", { name: "Use this part" }).click();
  await section(page).getByText("1 of 3 photos").waitFor();
});

test("a photo that is chosen without a network is placed, and sent once it is back", async () => {
  // Its context has none of the files.
  const { page, context } = await memberPage("Pia");
  await openAlive(page, "/profile");
  const chooser = await openFiles(page, section(page).getByLabel("Add photos"));
  await context.setOffline(true);
  await chooser.setFiles(await chosen(phonePhoto()));
  const dialog = page.getByRole("dialog", { name: "Place your photo" });
  await dialog.waitFor();
  expect(await dialog.getByRole("group").evaluate((frame) => getComputedStyle(frame).touchAction)).toBe("none");
  await dialog.getByRole("button", { name: "Use this part" }).click();
  await section(page).locator("[data-upload=sending]").waitFor();
  await context.setOffline(false);
  await section(page).getByText("1 of 3 photos").waitFor();
});
