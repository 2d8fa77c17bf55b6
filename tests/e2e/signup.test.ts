import type { Page } from "playwright";
import { expect, test } from "vitest";
import { at, DESKTOP, expectSound, linkIn, mailsTo, PHONE, person, useBrowser } from "./browser.ts";
import { insertMember } from "./fixtures.ts";
import { account, answerQuestions, confirm, fillAccount, fillBirth, newcomer, signUpByCall } from "./steps.ts";

useBrowser();

const ANNA = "demo0000000000000001";
const go = (page: Page) => page.getByRole("button", { name: "Continue" }).last().click();
const submit = (page: Page) => page.getByRole("button", { name: "Sign up free" }).click();
const value = (page: Page, name: string) => page.locator(`#signup [name="${name}"]`).inputValue();
const answer = (page: Page, name: string, chosen: string) => page.locator(`#signup [name="${name}"][value="${chosen}"]`).click();
const step = (page: Page, number: number) => page.getByRole("list", { name: `Step ${number} of 5` }).waitFor();
/** Whom the newcomer wants to see, as it stands. */
const wishes = async (page: Page) => {
  await page.getByRole("heading", { name: "Whom do you want to see?" }).waitFor();
  await page.getByRole("button", { name: "Skip this" }).click();
  await page.locator('#signup [name="email"]').waitFor();
};

/** The pages of the sign-up send no JavaScript: with it and without they are the same. */
const WITHOUT = { viewport: PHONE, javaScriptEnabled: false };

test("sign-up steps resume in another tab and lead back to the like", async () => {
  const { page, context } = await person(WITHOUT);
  const who = newcomer("Vito", "male");
  await page.goto(`/members/${ANNA}?network=spring&sub1=a`);
  await page.getByRole("button", { name: "Like", exact: true }).click();
  await page.getByRole("dialog", { name: "Login to like Anna's profile" }).getByRole("link", { name: "Sign up free" }).click();
  await step(page, 1);
  await page.getByText("You wanted to like Anna: we keep it for you.").waitFor();
  await answerQuestions(page, who);
  await step(page, 2);
  await page.locator('[name="country"]').selectOption("DE");
  await page.getByText("You wanted to like Anna: we keep it for you.").waitFor();
  // One response shows both errors.
  await fillAccount(page, { ...who, name: "Anna", password: "password" });
  await submit(page);
  await page.locator("#field-password-error").waitFor();
  await expect.poll(() => page.locator("#field-name-error").textContent()).toBe("This username is already taken.");

  const tab = await context.newPage();
  await tab.goto("/signup");
  await tab.getByText("We kept what you had typed").waitFor();
  await expect.poll(() => value(tab, "email")).toBe(who.email);
  await expect.poll(() => value(tab, "password")).toBe("");
  await expect.poll(() => tab.locator('[name="terms"]').isChecked()).toBe(false);
  await tab.getByRole("button", { name: "Back" }).click();
  await step(tab, 1);
  await tab.getByRole("button", { name: "Back" }).click();
  await expect.poll(() => value(tab, "date_of_birth_year")).toBe("1990");
  await go(tab);
  await wishes(tab);
  await step(tab, 2);
  await fillAccount(tab, who);
  await submit(tab);
  await step(tab, 3);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("draft");
  const own = await (await context.request.get("/api/profile.php")).json();
  expect(own.profile).toMatchObject({ country: "DE", city: null });

  // The sign-up resumes at its step, and Back shows no sign-up form.
  await tab.goBack();
  await step(tab, 3);
  await page.goto("/signup");
  await step(page, 3);
  await page.close();
  await tab.getByRole("link", { name: "Continue" }).click();
  await step(tab, 4);
  await tab.getByRole("link", { name: "Skip this" }).click();
  await step(tab, 5);
  await tab.getByRole("link", { name: "Skip this" }).click();
  await tab.waitForURL(({ pathname, searchParams }) => pathname === `/members/${ANNA}` && searchParams.get("intent") === "like");
  await tab.getByText("We remember that you want to like Anna").waitFor();
  await confirm(tab, who);
  await tab.getByRole("button", { name: "Like Anna" }).click();
  await tab.waitForURL(`**/members/${ANNA}`);
  const { relation } = await (await context.request.get(`/api/member.php?id=${ANNA}`)).json();
  expect(relation.liked).toBe(true);
});

test("a minor's draft is not stored, and a corrected date finds the other answers", async () => {
  const { page, context } = await person({ viewport: DESKTOP });
  const draft = () => context.request.get("/api/signup-draft.php");
  await page.goto("/signup");
  await answerQuestions(page, newcomer("Yul", "male"));
  await step(page, 2);
  expect((await draft()).status()).toBe(200);
  await page.goto("/signup?step=birth");
  await page.locator('[name="date_of_birth_year"]').fill(String(new Date().getFullYear() - 17));
  await go(page);
  await page.locator("#field-date_of_birth-error").waitFor();
  await page.getByText("You must be 18 or older to join.").waitFor();
  expect((await draft()).status()).toBe(204);
  await page.locator('[name="date_of_birth_year"]').fill("1990");
  await go(page);
  await wishes(page);
  await step(page, 2);
  expect((await (await draft()).json()).values).toMatchObject({ gender: "male", looking_for: "female" });

  // Lost with its cookie: the first question comes first, and is all that the page tells of.
  await page.goto("/signup?step=birth");
  await context.clearCookies();
  await go(page);
  await page.getByText("One thing needs another look").waitFor();
  await page.getByRole("link", { name: "I am" }).waitFor();
  await answer(page, "gender", "male");
  await answer(page, "looking_for", "female");
  await expect.poll(() => value(page, "date_of_birth_year")).toBe("1990");
});

test("the account step keeps name and address when its page is left, and never the password", async () => {
  const { page, context } = await person();
  const mira = newcomer("Mira");
  await page.goto("/signup");
  await answerQuestions(page, mira);
  await fillAccount(page, { ...mira, name: "Mir" });
  await page.reload();
  expect(await Promise.all(["name", "email"].map((name) => value(page, name)))).toEqual(["Mir", mira.email]);
  await fillAccount(page, mira);
  await page.goto("/terms");
  // The page that was left tells the server on its way; the draft has it when the server says so.
  const draft = async () => (await (await context.request.get(at("/api/signup-draft.php"))).json()).values;
  await expect.poll(draft).toMatchObject({ name: mira.name, email: mira.email, gender: mira.gender });
  expect(JSON.stringify(await draft())).not.toContain(mira.password);
  await page.goto("/signup");
  const shown = ["name", "email", "password"].map((name) => value(page, name));
  expect(await Promise.all(shown)).toEqual([mira.name, mira.email, ""]);
  await fillAccount(page, mira);
  await submit(page);
  await page.waitForURL(({ pathname }) => pathname !== "/signup");
  expect((await context.request.get(at("/api/signup-draft.php"))).status()).toBe(204);
  await context.close();
});

test("a stored draft can be deleted", async () => {
  const { page, context } = await person({ javaScriptEnabled: false, viewport: PHONE });
  await page.goto("/signup");
  await answerQuestions(page, newcomer("Old", "male"));
  await step(page, 2);
  await page.getByText("Start over", { exact: true }).click();
  await page.getByRole("button", { name: "Yes, start over" }).click();
  await step(page, 1);
  expect((await context.request.get("/api/signup-draft.php")).status()).toBe(204);
  await expect.poll(() => page.locator("#signup [aria-current]").count()).toBe(0);
});

test("a log-in from the like dialog gives that like", async () => {
  const who = newcomer("Lisa");
  const id = await insertMember(who);
  const { page, context } = await person({ javaScriptEnabled: false });
  await page.goto(`/members/${ANNA}`);
  await page.getByRole("button", { name: "Like", exact: true }).click();
  await page.getByRole("dialog", { name: "Login to like Anna's profile" }).getByRole("link", { name: "Log in" }).click();
  await page.locator('main [name="email"]').fill(who.email);
  await page.locator('main [name="password"]').fill(who.password);
  await page.getByRole("button", { name: "Log in", exact: true }).last().click();
  await page.waitForURL(at(`/members/${ANNA}`));
  expect((await account(page)).profile.id).toBe(id);
  const { relation } = await (await context.request.get(`/api/member.php?id=${ANNA}`)).json();
  expect(relation.liked).toBe(true);
});

test("a member's invitation admits its number of people and shows no name", async () => {
  const host = "velvet.localhost";
  const member = await person({ viewport: DESKTOP });
  const inviter = newcomer("Host");
  await signUpByCall(member.page, inviter, host);
  await confirmOn(member.page, inviter.email, host);
  await member.page.goto(at("/settings/invites", host));
  await member.page.getByRole("button", { name: "Make a link" }).click();
  const field = member.page.getByRole("textbox", { name: "Link 1" });
  const link = await field.inputValue();
  expect(link).toMatch(/^http:\/\/velvet\.localhost:\d+\/i[\w-]{43}$/);
  await expectSound(member.page);

  const typist = await person({ javaScriptEnabled: false });
  await typist.page.goto(at("/", host));
  await typist.page.getByLabel("Your invitation").fill("not an invitation");
  await typist.page.getByRole("button", { name: "Use my invitation" }).click();
  await expect.poll(() => typist.page.locator("#signup [aria-invalid='true']").count()).toBe(1);
  await typist.page.getByLabel("Your invitation").fill(` ${link} `);
  await typist.page.getByRole("button", { name: "Use my invitation" }).click();
  await step(typist.page, 1);

  const { page } = await person({ viewport: PHONE });
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "You are invited to Velvet" }).waitFor();
  await expect.poll(() => page.locator("main").textContent()).not.toContain(inviter.name);
  await expectSound(page);
  await page.getByRole("button", { name: "Accept and sign up" }).click();
  await step(page, 1);
  const guest = newcomer("Gast");
  await answerQuestions(page, guest);
  await page.locator('[name="country"]').selectOption("GB");
  await fillAccount(page, guest);
  await submit(page);
  await page.waitForURL("**/signup?sent");
  await member.page.reload();
  await member.page.getByText("2 people can still sign up with it.").waitFor();

  await member.page.getByRole("button", { name: "End this link" }).click();
  await member.page.getByText("The link no longer works.").waitFor();
  const late = await person({ javaScriptEnabled: false });
  expect((await late.page.goto(link))?.status()).toBe(410);
  await late.page.getByRole("heading", { level: 1, name: "This invitation is over" }).waitFor();
});

test("a site for men asks nobody for a gender, without scripts: sign-up, search and own profile", async () => {
  const host = "kompaan.localhost";
  const { page, context } = await person({ viewport: PHONE, javaScriptEnabled: false });
  await context.addCookies([{ name: "locale", value: "en", url: at("/", host) }]);
  const who = newcomer("Kees", "male");
  const api = async (path: string) => (await page.goto(at(`/api/${path}`, host)))?.json();
  const said = () => page.locator("#signup").getByText("You are signing up as a man looking for men.").waitFor();
  const asked = () => page.locator(":is([name=gender], [name=looking_for]):not([type=hidden])").count();
  await page.goto(at("/", host));
  await said();
  await expect.poll(asked).toBe(0);
  await page.goto(at("/signup", host));
  await step(page, 1);
  await said();
  await expect.poll(() => page.getByRole("button", { name: "Back" }).count()).toBe(0);
  await fillBirth(page);
  await go(page);
  await wishes(page);
  await step(page, 2);
  await said();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Back" }).click();
  await step(page, 1);
  await expect.poll(() => value(page, "date_of_birth_year")).toBe("1990");
  await go(page);
  await wishes(page);
  await fillAccount(page, who);
  await submit(page);
  await page.waitForURL("**/signup?sent");
  await confirmOn(page, who.email, host);

  // A link of another site, or of a time before.
  await page.goto(at("/members?gender=female", host));
  await expect.poll(() => page.locator("[data-results] a").count()).toBeGreaterThan(10);
  await expect.poll(() => page.locator("main").textContent()).not.toMatch(/women|everyone/i);
  await expect.poll(asked).toBe(0);
  const { results } = await api("members.php?country=all");
  expect(new Set(results.map(({ gender }: { gender: string }) => gender))).toEqual(new Set(["male"]));
  await page.goto(at("/swipe-game", host));
  await page.getByRole("button", { name: "Like", exact: true }).first().waitFor();
  await page.goto(at("/profile?edit=basics", host));
  await page.getByRole("button", { name: "Save profile" }).waitFor();
  await expect.poll(asked).toBe(0);
  await expect.poll(() => page.locator("main").textContent()).not.toContain("I am looking for");
  expect(await api("profile.php")).toMatchObject({ looking_for: "male", profile: { gender: "male" } });
});

/** Confirms by the mail's link on another host, which also logs in. */
async function confirmOn(page: Page, email: string, host: string): Promise<void> {
  const [mail] = await mailsTo(email);
  await page.goto(at(linkIn(mail?.text ?? ""), host));
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await page.waitForURL("**/activate/done");
}
