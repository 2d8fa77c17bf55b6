import type { Page } from "playwright";
import { expect, test } from "vitest";
import { at, person, useBrowser } from "./browser.ts";
import { insertMember } from "./fixtures.ts";
import { PlainBrowser } from "./plain.ts";
import { accountOf, answerAll, answerOf, atStep, BIRTH, chosenOf, confirmed, errorOf, handTo, signedUp } from "./plain-steps.ts";
import { expectPlainSound } from "./sight.ts";
import { fillAccount, newcomer } from "./steps.ts";

useBrowser();

const ANNA = "demo0000000000000001";
const value = (page: Page, name: string) => page.locator(`#signup [name="${name}"]`).inputValue();

/** Answers the question about whom the newcomer wants to see, as it stands. */
async function skipWishes(page: PlainBrowser): Promise<void> {
  page.shows("Whom do you want to see?");
  await page.press("Skip this");
  expect(page.buttons("Sign up free")).toHaveLength(1);
}

/** The pages of the sign-up send no JavaScript: with it and without they are the same. */
test("sign-up steps resume in another tab and lead back to the like", async () => {
  const page = new PlainBrowser();
  const who = newcomer("Vito", "male");
  await page.goto(`/members/${ANNA}?network=spring&sub1=a`);
  page.unfold("Like");
  page.shows("Login to like Anna's profile");
  await page.follow("Sign up free");
  atStep(page, 1);
  page.shows("You wanted to like Anna: we keep it for you.");
  await answerAll(page, who);
  atStep(page, 2);
  page.shows("You wanted to like Anna: we keep it for you.");
  // One response shows both errors.
  await page.press("Sign up free", { ...accountOf(who), country: "DE", name: "Anna", password: "password" }, { status: 422 });
  expect(errorOf(page, "password")).toBeTruthy();
  expect(errorOf(page, "name")).toBe("This username is already taken.");

  const tab = new PlainBrowser();
  for (const [name, kept] of page.cookies) tab.cookies.set(name, kept);
  await tab.goto("/signup");
  tab.shows("We kept what you had typed");
  expect([tab.value("email"), tab.value("password"), chosenOf(tab, "terms")]).toEqual([who.email, undefined, []]);
  await tab.press("Back");
  atStep(tab, 1);
  await tab.press("Back");
  expect(tab.value("date_of_birth_year")).toBe("1990");
  await tab.press("Continue");
  await skipWishes(tab);
  atStep(tab, 2);
  expect(tab.value("country")).toBe("DE");
  await tab.press("Sign up free", accountOf(who));
  atStep(tab, 3);
  expect([...tab.cookies.keys()]).not.toContain("draft");
  expect((await answerOf(tab, "/api/profile.php")).profile).toMatchObject({ country: "DE", city: null });

  // The sign-up resumes at its step.
  const other = new PlainBrowser();
  for (const [name, kept] of tab.cookies) other.cookies.set(name, kept);
  await other.goto("/signup");
  atStep(other, 3);
  await tab.follow("Continue");
  atStep(tab, 4);
  await tab.follow("Skip this");
  atStep(tab, 5);
  await tab.follow("Skip this");
  expect(tab.path).toMatch(new RegExp(`^/members/${ANNA}\\?.*intent=like`));
  tab.shows("We remember that you want to like Anna");
  await confirmed(tab, who);
  await tab.press("Like Anna");
  expect(tab.path).toBe(`/members/${ANNA}`);
  expect((await answerOf(tab, `/api/member.php?id=${ANNA}`)).relation.liked).toBe(true);
});

test("a minor's draft is not stored, a corrected date finds the other answers, and a stored draft can be deleted", async () => {
  const page = new PlainBrowser();
  const draft = () => page.call("/api/signup-draft.php");
  await page.goto("/signup");
  await answerAll(page, newcomer("Yul", "male"));
  atStep(page, 2);
  expect((await draft()).status).toBe(200);
  await page.goto("/signup?step=birth");
  const young = { date_of_birth_year: String(new Date().getFullYear() - 17) };
  await page.press("Continue", young, { status: 422 });
  expect(errorOf(page, "date_of_birth")).toBeTruthy();
  page.shows("You must be 18 or older to join.");
  expect((await draft()).status).toBe(204);
  await page.press("Continue", { date_of_birth_year: "1990" });
  await skipWishes(page);
  atStep(page, 2);
  expect((await answerOf(page, "/api/signup-draft.php")).values).toMatchObject({ gender: "male", looking_for: "female" });

  // Lost with its cookie: the first question comes first, and is all that the page tells of.
  await page.goto("/signup?step=birth");
  const stored = page.cookies.get("draft") ?? "";
  page.cookies.delete("draft");
  await page.press("Continue", {}, { status: 422 });
  page.shows("One thing needs another look");
  page.link(/I am/);
  await page.press("a man");
  await page.press("women");
  expect(page.value("date_of_birth_year")).toBe("1990");

  page.cookies.set("draft", stored);
  await page.goto("/signup");
  page.unfold("Start over");
  await page.press("Yes, start over");
  atStep(page, 1);
  expect((await draft()).status).toBe(204);
  expect(page.all((one) => one.get("aria-current") === "true")).toEqual([]);
});

test("the account step keeps name and address when its page is left, and never the password; Back shows no form", async () => {
  const { page, context } = await person();
  const mira = newcomer("Mira");
  const answering = new PlainBrowser();
  await answering.goto("/signup");
  await answerAll(answering, mira);
  await handTo(context, answering);
  await page.goto("/signup");
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
  await page.getByRole("button", { name: "Sign up free" }).click();
  const step = page.getByRole("list", { name: "Step 3 of 5" });
  await step.waitFor();
  expect((await context.request.get(at("/api/signup-draft.php"))).status()).toBe(204);
  await page.goBack();
  await step.waitFor();
});

test("a log-in from the like dialog gives that like", async () => {
  const who = newcomer("Lisa");
  const id = await insertMember(who);
  const page = new PlainBrowser();
  await page.goto(`/members/${ANNA}`);
  page.unfold("Like");
  await page.follow("Log in");
  await page.press("Log in", { email: who.email, password: who.password });
  expect(page.path).toBe(`/members/${ANNA}`);
  expect((await answerOf(page, "/api/user.php")).profile.id).toBe(id);
  expect((await answerOf(page, `/api/member.php?id=${ANNA}`)).relation.liked).toBe(true);
});

test("a member's invitation admits its number of people and shows no name", async () => {
  const host = "velvet.localhost";
  const [member, typist, invited, late] = [0, 1, 2, 3].map(() => new PlainBrowser(host)) as [
    PlainBrowser,
    PlainBrowser,
    PlainBrowser,
    PlainBrowser,
  ];
  const inviter = newcomer("Host");
  await signedUp(member, inviter);
  await confirmed(member, inviter);
  await member.goto("/settings/invites");
  await member.press("Make a link");
  const [link = ""] = member
    .all(({ tag }) => tag === "input")
    .flatMap((one) => /^http:.*\/i.*/.exec(one.get("value") ?? "") ?? []);
  expect(link).toMatch(/^http:\/\/velvet\.localhost:\d+\/i[\w-]{43}$/);

  await typist.goto("/");
  await typist.press("Use my invitation", { token: "not an invitation" }, { status: 410 });
  expect(typist.all((one) => one.get("aria-invalid") === "true")).toHaveLength(1);
  await typist.press("Use my invitation", { token: ` ${link} ` });
  atStep(typist, 1);

  await invited.goto(link);
  invited.shows("You are invited to Velvet");
  invited.lacks(inviter.name);
  expect(invited.heading).toBe("You are invited to Velvet");
  await expectPlainSound(invited);
  await expectPlainSound(member);

  await invited.press("Accept and sign up");
  atStep(invited, 1);
  const guest = newcomer("Gast");
  await answerAll(invited, guest);
  await invited.press("Sign up free", { ...accountOf(guest), country: "GB" });
  expect(invited.path).toBe("/signup?sent");
  await member.goto("/settings/invites");
  member.shows("2 people can still sign up with it.");

  await member.press("End this link");
  member.shows("The link no longer works.");
  await late.goto(link, { status: 410 });
  late.shows("This invitation is over");
});

test("a site for men asks nobody for a gender, without scripts: sign-up, search and own profile", async () => {
  const page = new PlainBrowser("kompaan.localhost");
  page.cookies.set("locale", "en");
  const who = newcomer("Kees", "male");
  const said = () => page.shows("You are signing up as a man looking for men.");
  const asked = () =>
    page.all((one) => /^(gender|looking_for)$/.test(one.get("name") ?? "") && one.get("type") !== "hidden").length;
  await page.goto("/");
  said();
  expect(asked()).toBe(0);
  await page.goto("/signup");
  atStep(page, 1);
  said();
  expect(page.buttons("Back")).toEqual([]);
  await page.press("Continue", BIRTH);
  await skipWishes(page);
  atStep(page, 2);
  said();
  await page.press("Back");
  await page.press("Back");
  atStep(page, 1);
  expect(page.value("date_of_birth_year")).toBe("1990");
  await page.press("Continue");
  await skipWishes(page);
  await page.press("Sign up free", accountOf(who));
  expect(page.path).toBe("/signup?sent");
  await confirmed(page, who);

  // A link of another site, or of a time before.
  await page.goto("/members?gender=female");
  const results = page.all((one) => one.tag === "a" && one.closest((outer) => outer.has("data-results")) !== null);
  expect(results.length).toBeGreaterThan(10);
  expect(page.text).not.toMatch(/women|everyone/i);
  expect(asked()).toBe(0);
  const found: { gender: string }[] = (await answerOf(page, "/api/members.php?country=all")).results;
  expect(new Set(found.map(({ gender }) => gender))).toEqual(new Set(["male"]));
  await page.goto("/swipe-game");
  expect(page.buttons("Like").length).toBeGreaterThan(0);
  await page.goto("/profile?edit=basics");
  expect(page.buttons("Save profile").length).toBeGreaterThan(0);
  expect(asked()).toBe(0);
  page.lacks("I am looking for");
  expect(await answerOf(page, "/api/profile.php")).toMatchObject({ looking_for: "male", profile: { gender: "male" } });
});
