import { expect, test } from "vitest";
import { at, DESKTOP, expectNotWide, expectSound, linkIn, mailsTo, PHONE, person, useBrowser } from "./browser.ts";
import { account, hydrated, newcomer, openReminder, post, reminder, signUpByCall } from "./steps.ts";

useBrowser();

const MODES = [
  ["with scripts, on a desk", { viewport: DESKTOP }],
  ["without scripts, on a phone", { viewport: PHONE, javaScriptEnabled: false }],
] as const;

const NARROW = { width: 360, height: 740 };

const newestTo = async (email: string) => (await mailsTo(email))[0]?.text ?? "";
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? "";

test.each(MODES)(
  "a mistyped address is corrected from the reminder, and the code of the new mail confirms: %s",
  async (_, options) => {
    const { page, context } = await person(options);
    const mara = newcomer("Mara");
    const who = { ...mara, email: `wojciechowska.featherstonehaugh.${mara.email}` };
    const right = `right.${who.email}`;
    // On the narrowest phone the longest address breaks without clipping.
    if (options.viewport === PHONE) await page.setViewportSize(NARROW);
    await signUpByCall(page, who);
    await page.goto("/members?api_signup_complete");
    await reminder(page).waitFor();
    await expectNotWide(page);
    await page.goto("/members");
    await openReminder(page);
    await expectNotWide(page);
    await expect.poll(() => page.locator("[data-strip]").count()).toBe(1);
    await page.getByRole("link", { name: "Wrong address? Correct it" }).click();
    await page.waitForURL("**/activate/address");

    const email = page.locator('main [name="email"]');
    await expect.poll(() => email.inputValue()).toBe(who.email);
    await expectNotWide(page);
    await email.fill("anna@demo.example");
    await page.locator('main [name="password"]').fill("not the one");
    await page.getByRole("button", { name: "Send the mail there" }).click();
    await page.getByText("This password is not right.").waitFor();
    await expect.poll(() => email.inputValue()).toBe("anna@demo.example");
    const scripts = options.viewport === DESKTOP;
    await expect.poll(() => page.locator('main [name="password"]').inputValue()).toBe(scripts ? "not the one" : "");
    await page.locator('main [name="password"]').fill(who.password);
    await page.getByRole("button", { name: "Send the mail there" }).click();
    await page.getByText("This email address already owns an account on this website.").waitFor();
    await email.fill(right);
    await page.locator('main [name="password"]').fill(who.password);
    await page.getByRole("button", { name: "Send the mail there" }).click();
    await page.getByText(`A new mail is on its way to ${right}.`).waitFor();
    await expectNotWide(page);

    // The link of the replaced address is invalid and shows no button.
    await page.goto(linkIn(await newestTo(who.email)));
    await page.getByRole("heading", { level: 1, name: "Activation failed" }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/activate/error");
    await expect.poll(() => page.locator('[name="token"]').count()).toBe(0);

    await page.goto("/members");
    await openReminder(page);
    const code = codeIn(await newestTo(right));
    const field = page.locator('[name="code"]');
    expect([await field.getAttribute("autocomplete"), await field.getAttribute("inputmode")]).toEqual([
      "one-time-code",
      "numeric",
    ]);
    // With scripts six digits send themselves.
    const confirm = async () => scripts || page.getByRole("button", { name: "Confirm", exact: true }).click();
    if (scripts) await hydrated(page);
    const other = code === "111111" ? "222222" : "111111";
    await field.fill(other);
    await confirm();
    await page.getByText("Code invalid").waitFor();
    await expect.poll(() => field.inputValue()).toBe(other);
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await confirm();
    await page.waitForURL("**/activate/done");
    await page.getByText("You have 10 credits to start with.").waitFor();
    if (options.viewport === DESKTOP) await expectSound(page);
    expect((await account(page)).status).toBe("active");
    await page.goto("/activate/address");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/settings/email");
    await context.close();
  },
);

test("a link opened on another device confirms without a session, and says so when opened again", async () => {
  const options = { viewport: PHONE, javaScriptEnabled: false };
  const [own, elsewhere, anna] = [await person(options), await person(options), await person(options)];
  const who = newcomer("Lena");
  await signUpByCall(own.page, who);
  const link = linkIn(await newestTo(who.email));
  // A browser with another member's session names that member.
  await anna.page.goto("/lang-config");
  await post(anna.page, "/api/user.php", { email: "anna@demo.example", password: "coffee-in-Amsterdam" });
  await anna.page.goto(link);
  await anna.page.getByText("You are logged in here as").waitFor();

  await elsewhere.page.goto(link);
  await elsewhere.page.getByRole("button", { name: "Confirm my address" }).click();
  await elsewhere.page.waitForURL("**/activate/done?link=*");
  await elsewhere.page.getByRole("link", { name: "Log in" }).last().waitFor();
  await elsewhere.page.goto(link);
  await elsewhere.page.getByRole("heading", { level: 1, name: "Your e-mail address is confirmed." }).waitFor();
  await expect.poll(() => elsewhere.page.locator('[name="token"]').count()).toBe(0);
  await anna.page.goto(link);
  await anna.page.getByText("The link belongs to another account").waitFor();
  await own.page.goto(link);
  await own.page.getByText("There is nothing left to do: the link has done its work.").waitFor();
  for (const { page } of [elsewhere, anna, own]) expect(new URL(page.url()).pathname).toBe("/activate/error");
  // A mail client may truncate the link or include the full stop.
  for (const broken of [link.slice(0, -12), `${link}.`]) {
    await elsewhere.page.goto(broken);
    await elsewhere.page.getByRole("heading", { level: 1, name: "Activation failed" }).waitFor();
    await expect.poll(() => new URL(elsewhere.page.url()).pathname).toBe("/activate/error");
  }
  expect((await account(own.page)).status).toBe("active");
  // Only a fresh confirmation shows this page.
  await anna.page.goto("/activate/done");
  await expect.poll(() => new URL(anna.page.url()).pathname).toBe("/members");
  await elsewhere.page.goto("/activate/done");
  await expect.poll(() => new URL(elsewhere.page.url()).pathname).toBe("/login");
  for (const { context } of [own, elsewhere, anna]) await context.close();
});

test("the owner of an address that another member entered removes it and ends that session", async () => {
  const [own, stranger] = [await person({ viewport: PHONE }), await person({ viewport: PHONE, javaScriptEnabled: false })];
  const who = newcomer("Kim");
  await signUpByCall(own.page, who);
  const mail = await newestTo(who.email);
  const notMe = /https?:\/\/\S+\?not_me/.exec(mail)?.[0] ?? "";
  await stranger.page.goto(notMe);
  await stranger.page.getByRole("button", { name: "Remove my address" }).click();
  await stranger.page.getByRole("heading", { level: 1, name: "Your address is removed" }).waitFor();
  await stranger.page.goto(notMe);
  await stranger.page.getByRole("heading", { level: 1, name: "Nothing to remove here" }).waitFor();
  await own.page.goto("/profile");
  await expect.poll(() => new URL(own.page.url()).pathname).toBe("/login");
  for (const { context } of [own, stranger]) await context.close();
});

test("where accounts are secret an address is corrected without a session, and the answer reveals no account", async () => {
  const velvet = "velvet.localhost";
  const { page, context } = await person({ viewport: PHONE, javaScriptEnabled: false });
  const who = newcomer("Vera");
  const right = `right.${who.email}`;
  await signUpByCall(page, { ...newcomer("Twin"), name: who.name.toUpperCase() }, velvet);
  await signUpByCall(page, who, velvet);
  await page.goto(at("/signup?sent", velvet));
  await page.getByRole("link", { name: "Wrong address? Correct it" }).click();
  await page.waitForURL("**/activate/address");
  // The log-in page links to the same form; a deleted account has its own link.
  await page.goto(at("/login", velvet));
  await expect
    .poll(() => page.getByRole("link", { name: "Deleted your account? Bring it back" }).getAttribute("href"))
    .toBe("/reactivate");
  await page.getByRole("link", { name: "Still waiting for your confirmation mail?" }).click();
  await page.getByRole("heading", { level: 1, name: "Your confirmation mail" }).waitFor();
  await page.getByText("With the same address as before it comes once more").waitFor();
  await expect.poll(() => page.locator('main a[href="/login"]').all()).toEqual([]);
  const answers: (string | null)[] = [];
  for (const name of [`${who.name}x`, who.name]) {
    await page.goto(at("/activate/address", velvet));
    await page.locator('main [name="name"]').fill(name);
    await page.locator('main [name="email"]').fill(right);
    await page.locator('main [name="password"]').fill(who.password);
    await page.getByRole("button", { name: "Send the mail there" }).click();
    await page.waitForURL("**/activate/address?sent");
    answers.push(await page.locator("main").textContent());
  }
  expect(answers[1]).toBe(answers[0]);
  await page.goto(at(linkIn(await newestTo(right)), velvet));
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await page.waitForURL("**/activate/done**");
  // The name was taken, which nobody heard before the address was confirmed.
  await page.getByRole("heading", { name: "Choose your username" }).waitFor();
  await page.getByText(new RegExp(`^The name ${who.name} was already taken, so you are ${who.name}\\d{4} for now`)).waitFor();
  await expectNotWide(page);
  const name = page.locator('#choose-name [name="name"][id]');
  await name.fill(who.name);
  await page.getByRole("button", { name: "Take this name" }).click();
  await expect.poll(() => page.locator("#field-name-error").textContent()).toBe("This username is already taken.");
  await expect.poll(() => name.inputValue()).toBe(who.name);
  await name.fill(`${who.name}.V`);
  await page.getByRole("button", { name: "Take this name" }).click();
  await page.getByText("Your username is saved.").waitFor();
  await expect.poll(() => page.locator("#choose-name").count()).toBe(0);
  await page.goto(at("/settings", velvet));
  await page.locator("main dd", { hasText: `${who.name}.V` }).waitFor();
  await context.close();
});

test("who does not mend a taken name at once does so in the settings, or keeps the one that was given", async () => {
  const velvet = "velvet.localhost";
  const { page, context } = await person({ viewport: PHONE });
  const who = newcomer("Wim");
  await signUpByCall(page, { ...newcomer("Twin"), name: who.name }, velvet);
  await signUpByCall(page, who, velvet);
  await page.goto(at(linkIn(await newestTo(who.email)), velvet));
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await page.waitForURL("**/activate/done**");
  await page.goto(at("/settings", velvet));
  await page.getByRole("heading", { name: "Choose your username" }).waitFor();
  await expectSound(page);
  await page.locator('#choose-name [name="name"][id]').fill("admin");
  await page.getByRole("button", { name: "Take this name" }).click();
  await page.getByText("This username is reserved.").waitFor();
  const keep = page.getByRole("button", { name: /^Stay / });
  const given = (await keep.textContent())?.slice("Stay ".length);
  expect(given).toMatch(new RegExp(`^${who.name}\\d{4}$`));
  await keep.click();
  await page.getByText("Your username is saved.").waitFor();
  await expect.poll(() => page.locator("#choose-name").count()).toBe(0);
  await page.locator("main dd", { hasText: given }).waitFor();
  await context.close();
});

test("the pages between sign-up and confirmation pass axe", async () => {
  const { page } = await person({ viewport: PHONE, colorScheme: "dark" });
  const who = newcomer("Sofie");
  await signUpByCall(page, who);
  const link = linkIn(await newestTo(who.email));
  for (const path of ["/activate", "/activate/address", link, `${link}?not_me`, `/a${"A".repeat(43)}?not_me`]) {
    await page.goto(path);
    await expectSound(page);
  }
  await page.goto("/activate/address");
  await page.locator('main [name="email"]').fill("anna@demo.example");
  await page.locator('main [name="password"]').fill(who.password);
  await page.getByRole("button", { name: "Send the mail there" }).click();
  await page.locator("#field-email-error").waitFor();
  await expectSound(page);
});
