import type { Page, Route, WebSocket } from "playwright";
import { expect, test } from "vitest";
import { at, expectLayout, linkIn, mailTo, person, useBrowser } from "./browser.ts";
import { sendAs } from "./chat-steps.ts";
import { addMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { hydrated, type Newcomer, newcomer, openAlive } from "./steps.ts";

useBrowser();

/** Answers after the server has closed the live socket: the page learns of the ended session first. */
const afterClose = (socket: WebSocket) => async (route: Route) => {
  const response = await route.fetch({ maxRedirects: 0 });
  if (!socket.isClosed()) await socket.waitForEvent("close");
  await route.fulfill({ response });
};

/** Deletes an account from the settings overview, through all steps. */
async function leave(page: Page, { password }: Newcomer): Promise<void> {
  const sockets: WebSocket[] = [];
  page.on("websocket", (socket) => sockets.push(socket));
  // Sockets of a document that was left are not always reported as closed.
  page.on("request", (request) => request.isNavigationRequest() && sockets.splice(0));
  await page.goto(at("/settings"));
  await page.locator("main").getByRole("link", { name: "Delete account" }).first().click();
  await page.getByText("It does not work properly").click();
  await page.locator('[name="text"]').fill("The map is upside down.");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "We would like to mend it" }).waitFor();
  await page.getByRole("button", { name: "Delete it all the same" }).click();
  await page.getByText("10 credits").waitFor();
  // The next step is in view, below what speaks for staying.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("What you lose");
  await page.locator('[name="password"]').fill("not my password");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByText("This password is not right.").waitFor();
  const isInView = () =>
    page.getByText("This password is not right.").evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await expect.poll(isInView).toBe(true);
  await expect.poll(() => page.locator('[name="password"]').inputValue()).toBe("not my password");
  await page.locator('[name="password"]').fill(password);
  await hydrated(page);
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  await intercept(page, "**/settings/delete**", afterClose(sockets.at(-1) ?? expect.unreachable()), { times: 1 });
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.waitForURL("**/account-deleted");
  await page.getByRole("heading", { name: "Your account is deleted" }).waitFor();
  await expectLayout(page);
}

/** The link of the newest reactivation mail. */
const linkBack = async ({ email }: Newcomer) => linkIn((await mailTo(email, /deleted/)).text);

async function comeBack(page: PlainBrowser, link: string): Promise<void> {
  await page.goto(link);
  await page.press("Bring my account back");
  page.shows("Welcome back!");
  await page.follow("To the members");
  expect(page.path).toBe("/members");
  // The used link shows the restored state.
  await page.goto(link);
  page.shows("Your account is here. There is nothing left to bring back.");
}

test("an account is deleted and brought back while another member has a chat with it open", async () => {
  const [vera, ben] = [newcomer("Vera"), newcomer("Bent", "male")];
  const [one, other] = [await person(), await person()];
  const id = await addMember(one.page, vera);
  const chat = await sendAs({ id: await addMember(other.page, ben) }, { id }, "Hello!");
  await openAlive(other.page, chat);
  await other.page.getByRole("heading", { name: vera.name }).first().waitFor();

  await leave(one.page, { ...vera });
  await other.page.getByRole("heading", { name: "Deleted member" }).first().waitFor();
  await other.page.getByText("Hello!").first().waitFor();
  await one.page.goto(at("/robots.txt"));
  expect((await one.context.cookies()).find(({ name }) => name === "session")).toBeUndefined();
  // A log-in with the right password names the pending deletion and offers the link again.
  const device = new PlainBrowser();
  await device.goto("/login");
  await device.press("Log in", { email: vera.email, password: vera.password }, { status: 422 });
  device.shows("This account is about to be deleted. Use the link in our e-mail to bring it back.");
  const old = await linkBack(vera);
  await device.press("Send me the link again");
  device.shows("the mail is on its way");
  await expect.poll(() => linkBack(vera)).not.toBe(old);

  // A newer mail leaves the older link valid: knowledge of an address must not end it.
  await comeBack(device, old);
  await other.page.getByRole("heading", { name: vera.name }).first().waitFor();
  await device.goto("/chats");
  device.shows("Hello!");
});

test("without scripts forms delete an account, and it comes back with its credits", async () => {
  const { page, id, who } = await plainMember("Zoe");
  const { email, password } = who;
  await page.goto("/settings/delete");
  await page.press("Continue", { reason: "technical", text: "The map is upside down." });
  page.shows("We would like to mend it");
  await page.press("Delete it all the same");
  page.shows("10 credits");
  await page.press("Delete my account", { password: "not my password" }, { status: 422 });
  page.shows("This password is not right.");
  expect(page.value("password"), "the server's HTML never holds a password").toBeUndefined();
  await page.press("Delete my account", { password });
  expect(page.path).toBe("/account-deleted");
  page.shows("Your account is deleted");

  await comeBack(page, await linkBack(who));
  page.cookies.delete("session");
  await page.goto("/login");
  await page.press("Log in", { email, password });
  expect(page.path).toMatch(/^\/members/);
  expect(await sql("SELECT credits FROM accounts WHERE id = ?", id)).toEqual([{ credits: 10 }]);
});
