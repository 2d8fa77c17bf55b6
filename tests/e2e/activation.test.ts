import { expect, test } from "vitest";
import { expectNotWide, expectSound, linkIn, mailsTo, person, useBrowser } from "./browser.ts";
import { PlainBrowser } from "./plain.ts";
import { answerOf, errorOf, signedUp } from "./plain-steps.ts";
import { expectPlainSound } from "./sight.ts";
import { account, hydrated, newcomer, openReminder, reminder, signUpByCall } from "./steps.ts";

useBrowser();

const NARROW = { width: 360, height: 740 };
const VELVET = "velvet.localhost";

const newestTo = async (email: string) => (await mailsTo(email))[0]?.text ?? "";
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? "";

/** A new member with the longest address, and a longer one that is right. */
function mistyped() {
  const mara = newcomer("Mara");
  const who = { ...mara, email: `wojciechowska.featherstonehaugh.${mara.email}` };
  return { who, right: `right.${who.email}` };
}

/** The first of a test's browsers has a new member's session. */
async function newMember(name: string, host?: string) {
  const [page, who] = [new PlainBrowser(host), newcomer(name)];
  await signedUp(page, who);
  return { page, who, link: linkIn(await newestTo(who.email)) };
}

/** The narrowest phone shows the longest address without clipping, and its pages pass axe. */
test("with scripts a mistyped address is corrected from the reminder, and the code of the new mail confirms", async () => {
  const { page } = await person({ viewport: NARROW, colorScheme: "dark" });
  const { who, right } = mistyped();
  await signUpByCall(page, who);
  await page.goto("/members?api_signup_complete");
  await reminder(page).waitFor();
  await expectNotWide(page);
  await page.goto("/likes");
  await openReminder(page);
  await expectNotWide(page);
  await expect.poll(() => page.locator("[data-strip]").count()).toBe(1);
  await page.getByRole("link", { name: "Wrong address? Correct it" }).click();
  await page.waitForURL("**/activate/address");

  const email = page.locator('main [name="email"]');
  await expect.poll(() => email.inputValue()).toBe(who.email);
  await email.fill("anna@demo.example");
  await page.locator('main [name="password"]').fill("not the one");
  await page.getByRole("button", { name: "Send the mail there" }).click();
  await page.getByText("This password is not right.").waitFor();
  await expect.poll(() => email.inputValue()).toBe("anna@demo.example");
  await expect.poll(() => page.locator('main [name="password"]').inputValue()).toBe("not the one");
  await expectSound(page);
  await email.fill(right);
  await page.locator('main [name="password"]').fill(who.password);
  await page.getByRole("button", { name: "Send the mail there" }).click();
  await page.getByText(`A new mail is on its way to ${right}.`).waitFor();
  await expectSound(page);

  const field = page.locator('[name="code"]');
  const mail = await newestTo(right);
  const code = codeIn(mail);
  for (const path of [linkIn(mail), `${linkIn(mail)}?not_me`, `/a${"A".repeat(43)}?not_me`]) {
    await page.goto(path);
    await expectSound(page);
  }
  await page.goto("/likes");
  await openReminder(page);
  // Six digits send themselves.
  await hydrated(page);
  const other = code === "111111" ? "222222" : "111111";
  await field.fill(other);
  await page.getByText("Code invalid").waitFor();
  await expect.poll(() => field.inputValue()).toBe(other);
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.waitForURL("**/activate/done");
  await page.getByText("You have 10 credits to start with.").waitFor();
  await expectSound(page);
  expect((await account(page)).status).toBe("active");
});

test("without scripts a mistyped address is corrected from the reminder, and the code of the new mail confirms", async () => {
  const page = new PlainBrowser();
  const { who, right } = mistyped();
  await signedUp(page, who);
  await page.goto("/members");
  await page.goto("/activate/address");
  expect(page.value("email")).toBe(who.email);
  const send = (typed: Record<string, string>, status?: number) => page.press("Send the mail there", typed, { status });
  await send({ email: "anna@demo.example", password: "not the one" }, 422);
  page.shows("This password is not right.");
  expect([page.value("email"), page.value("password")]).toEqual(["anna@demo.example", undefined]);
  await send({ password: who.password }, 422);
  page.shows("This email address already owns an account on this website.");
  await expectPlainSound(page);
  await send({ email: right, password: who.password });
  page.shows(`A new mail is on its way to ${right}.`);

  // The link of the replaced address is invalid and shows no button.
  await page.goto(linkIn(await newestTo(who.email)));
  expect([page.path, page.heading, page.value("token")]).toEqual(["/activate/error", "Activation failed", undefined]);

  await page.goto("/activate");
  const code = codeIn(await newestTo(right));
  const [field] = page.all((one) => one.get("name") === "code");
  expect([field?.get("autocomplete"), field?.get("inputmode")]).toEqual(["one-time-code", "numeric"]);
  const other = code === "111111" ? "222222" : "111111";
  await page.press("Confirm", { code: other }, { status: 422 });
  page.shows("Code invalid");
  expect(page.value("code")).toBe(other);
  await page.press("Confirm", { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(page.path).toBe("/activate/done");
  page.shows("You have 10 credits to start with.");
  expect((await answerOf(page, "/api/user.php")).status).toBe("active");
  await page.goto("/activate/address");
  expect(page.path).toBe("/settings/email");
});

test("a link opened on another device confirms without a session, and says so when opened again", async () => {
  const { page: own, link } = await newMember("Lena");
  const elsewhere = new PlainBrowser();
  // A browser with another member's session names that member.
  const other = await PlainBrowser.of("demo0000000000000001");
  await other.goto(link);
  other.shows("You are logged in here as");

  await elsewhere.goto(link);
  await elsewhere.press("Confirm my address");
  expect(elsewhere.path).toMatch(/^\/activate\/done\?link=/);
  expect(elsewhere.link("Log in")).toMatch(/^\/login/);
  await elsewhere.goto(link);
  expect([elsewhere.heading, elsewhere.value("token")]).toEqual(["Your e-mail address is confirmed.", undefined]);
  await other.goto(link);
  other.shows("The link belongs to another account");
  await own.goto(link);
  own.shows("There is nothing left to do: the link has done its work.");
  for (const { path } of [elsewhere, other, own]) expect(path).toMatch(/^\/activate\/error/);
  // A mail client may truncate the link or include the full stop.
  for (const broken of [link.slice(0, -12), `${link}.`]) {
    await elsewhere.goto(broken);
    expect([elsewhere.path, elsewhere.heading]).toEqual(["/activate/error", "Activation failed"]);
  }
  expect((await answerOf(own, "/api/user.php")).status).toBe("active");
  // Only a fresh confirmation shows this page.
  await other.goto("/activate/done");
  expect(other.path).toBe("/members");
  await elsewhere.goto("/activate/done");
  expect(elsewhere.path).toMatch(/^\/login/);
});

test("the owner of an address that another member entered removes it and ends that session", async () => {
  const { page: own, who } = await newMember("Kim");
  const notMe = /https?:\/\/\S+\?not_me/.exec(await newestTo(who.email))?.[0] ?? "";
  const stranger = new PlainBrowser();
  await stranger.goto(notMe);
  await stranger.press("Remove my address");
  expect(stranger.heading).toBe("Your address is removed");
  await stranger.goto(notMe);
  expect(stranger.heading).toBe("Nothing to remove here");
  await own.goto("/profile");
  expect(own.path).toMatch(/^\/login/);
});

test("where accounts are secret an address is corrected without a session, and the answer reveals no account", async () => {
  const page = new PlainBrowser(VELVET);
  const who = newcomer("Vera");
  const right = `right.${who.email}`;
  await signedUp(page, { ...newcomer("Twin"), name: who.name.toUpperCase() });
  await signedUp(page, who);
  await page.goto("/signup?sent");
  await page.follow("Wrong address? Correct it");
  expect(page.path).toBe("/activate/address");
  // The log-in page links to the same form; a deleted account has its own link.
  await page.goto("/login");
  expect(page.link("Deleted your account? Bring it back")).toBe("/reactivate");
  await page.follow("Still waiting for your confirmation mail?");
  expect(page.heading).toBe("Your confirmation mail");
  page.shows("With the same address as before it comes once more");
  expect(page.all((one) => one.get("href") === "/login")).toEqual([]);
  const answers: string[] = [];
  for (const name of [`${who.name}x`, who.name]) {
    await page.goto("/activate/address");
    await page.press("Send the mail there", { name, email: right, password: who.password });
    expect(page.path).toBe("/activate/address?sent");
    answers.push(page.text);
  }
  expect(answers[1]).toBe(answers[0]);
  await page.goto(linkIn(await newestTo(right)));
  await page.press("Confirm my address");
  expect(page.path).toMatch(/^\/activate\/done/);
  // The name was taken, which nobody heard before the address was confirmed.
  page.shows("Choose your username");
  expect(page.text).toMatch(new RegExp(`The name ${who.name} was already taken, so you are ${who.name}\\d{4} for now`));
  await page.press("Take this name", { name: who.name }, { status: 422 });
  expect([errorOf(page, "name"), page.value("name")]).toEqual(["This username is already taken.", who.name]);
  await page.press("Take this name", { name: `${who.name}.V` });
  page.shows("Your username is saved.");
  expect(page.buttons("Take this name")).toEqual([]);
  await page.goto("/settings");
  page.shows(`${who.name}.V`);
});

test("who does not mend a taken name at once does so in the settings, or keeps the one that was given", async () => {
  const page = new PlainBrowser(VELVET);
  const who = newcomer("Wim");
  await signedUp(page, { ...newcomer("Twin"), name: who.name });
  await signedUp(page, who);
  await page.goto(linkIn(await newestTo(who.email)));
  await page.press("Confirm my address");
  expect(page.path).toMatch(/^\/activate\/done/);
  await page.goto("/settings");
  page.shows("Choose your username");
  await expectPlainSound(page);
  await page.press("Take this name", { name: "admin" }, { status: 422 });
  page.shows("This username is reserved.");
  const [keep] = page.buttons(/^Stay /);
  const given = keep?.text.slice("Stay ".length) ?? "";
  expect(given).toMatch(new RegExp(`^${who.name}\\d{4}$`));
  await page.press(/^Stay /);
  page.shows("Your username is saved.", given);
  expect(page.buttons("Take this name")).toEqual([]);
});
