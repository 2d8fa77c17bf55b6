import { expect, test } from "vitest";
import { virtualAuthenticator } from "./authenticator.ts";
import { at, expectSound, mailTo, PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";

useBrowser();

test("a passkey is added, logs in without the password, and is forgotten once removed", async () => {
  const { page, context, who } = await memberPage("Passkeys", { viewport: PHONE, confirmed: false });
  const { email, password } = who;
  const { keys, restore } = await virtualAuthenticator(page);

  await page.goto("/settings/passkeys");
  await page.getByText("You have no passkey yet").waitFor();
  // Scripts enable the button.
  await page.locator('button:enabled:has-text("Add passkey")').waitFor();
  await page.locator('main [name="name"]').fill("Test phone");
  await page.locator("#add-password").fill("not this one");
  const add = page.getByRole("button", { name: "Add passkey" });
  await add.click();
  await page.getByText("This password is not right.").waitFor();
  await page.locator("#add-password").fill(password);
  await add.click();
  await page.getByText("The passkey is added.").waitFor();
  await page.getByText("Test phone", { exact: true }).waitFor();
  await expectSound(page);
  await mailTo(email, /^A passkey was added to your account at Liaison$/);

  await context.clearCookies({ name: "session" });
  await page.goto("/login/passkey?next=/likes/received");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/likes/received");
  expect((await (await context.request.get(at("/api/user.php"))).json()).email).toBe(email);

  // The log-in field offers it; the authenticator takes the offer at once.
  await context.clearCookies({ name: "session" });
  await page.goto("/login?next=/visitors");
  await page.waitForURL(({ pathname }) => pathname === "/visitors");

  await page.goto("/settings/passkeys");
  await page.getByText(/last used/).waitFor();
  const [key] = await keys();
  if (!key) expect.unreachable();
  await page.getByText("Change or remove Test phone").click();
  await page.locator('form:has(button:has-text("Remove passkey")) input[name="password"]').fill(password);
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await page.getByText("The passkey is removed.").waitFor();
  await expect.poll(keys).toEqual([]);
  // As a device that did not hear of the removal.
  await restore(key);
  await context.clearCookies({ name: "session" });
  await page.goto("/login/passkey");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("Login failed, please try again").waitFor();
  await expect.poll(keys).toEqual([]);
  await context.close();
});
