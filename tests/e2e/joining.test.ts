import type { BrowserContextOptions, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { ask } from "#tests/contract/http.ts";
import { parseHtml } from "#tests/setup/html.ts";
import { at, DESKTOP, expectSound, PHONE, person, stranger, useBrowser } from "./browser.ts";
import { insertMember, memberPage } from "./fixtures.ts";
import { port } from "./product.ts";
import { account, confirm, fillSignup, fillSteps, hydrated, newcomer, press, said, say } from "./steps.ts";

useBrowser();

const ANNA = "demo0000000000000001";
const NARROW = { width: 360, height: 740 };
const WITHOUT_SCRIPT = { javaScriptEnabled: false };
const DESIGNS = ["landing", "landing2/spring", "landing3", "signup"];
/** A fictional member with more than one photo. */
let fictional = { id: "", name: "" };

const landing = (id: string, design: string) => `/members/${id}/${design}`;
const submit = (page: Page) => page.getByRole("button", { name: "Sign up free" }).click();

beforeAll(async () => {
  const request = (await person()).context.request;
  const { results } = await (await request.get("/api/members.php?gender=female&country=all")).json();
  for (const card of results) {
    const { profile } = await (await request.get(`/api/member.php?id=${card.id}`)).json();
    if (profile.fictional && profile.locked_photos > 0) fictional = profile;
  }
  expect(fictional.id).not.toBe("");
});

/** As a visitor past the age warning gets it; these pages send no scripts. */
async function read(path: string, host = "localhost") {
  const headers = { host: `${host}:${port}`, cookie: "dismissed=entry-t0", accept: "text/html" };
  const { status, text } = await ask({ port, path, headers });
  return { status, html: text, page: parseHtml(text) };
}

test("a member's landing pages show a fictional profile as such, and lead to the log-in for hidden parts", async () => {
  for (const design of DESIGNS) {
    const { page } = await read(landing(fictional.id, design));
    expect(page.find(({ tag }) => tag === "title")[0]?.text, design).toContain(fictional.name);
    expect(page.text, design).toContain("Fictional profile");
    expect(page.text, design).toContain("This profile is fictional: nobody you could meet.");
  }
  const next = `/login?next=${encodeURIComponent(`/members/${fictional.id}`)}`;
  for (const design of ["landing", "landing3"]) {
    const { page } = await read(landing(fictional.id, design));
    const ways = (to: string) => page.find((one) => one.tag === "a" && one.get("href") === to).map(({ text }) => text);
    expect(ways(next), design).toContain(`Login to view more photos of ${fictional.name}`);
    expect(ways(`${next}%3Fintent%3Dlike`), design).toContain(`Login to like ${fictional.name}'s profile`);
  }
  const hostile = '"><b>x';
  expect((await read(landing(ANNA, `landing2/${encodeURIComponent(hostile)}`))).html).not.toContain("<b>x");
  for (const design of DESIGNS) expect((await read(landing("nobody", design))).status, design).toBe(404);
});

test("on an invite-only domain a member's landing pages show nothing of the member", async () => {
  for (const design of DESIGNS) {
    // An unknown id gets the same response: another one would reveal members.
    const { status, page } = await read(landing("nobody", design), "velvet.localhost");
    expect([design, status]).toEqual([design, 200]);
    expect(page.text).toContain("Velvet shows its members to members only.");
    expect(page.find(({ tag }) => tag === "h1").map(({ text }) => text)).toEqual(["By invitation only"]);
    expect(page.find((one) => one.get("name") === "signup_key")).toEqual([]);
  }
});

test("without scripts a sign-up on a landing page leads to that profile", async () => {
  const { page } = await person({ ...WITHOUT_SCRIPT, viewport: NARROW });
  await page.goto(landing(ANNA, "landing?network=blog"));
  await fillSignup(page, newcomer("Lea"));
  await submit(page);
  await page.waitForURL(new RegExp(`/members/${ANNA}(\\?api_signup_complete=)?$`));
  await page.getByRole("heading", { level: 1, name: "Anna" }).waitFor();
  expect((await account(page)).status).toBe("not_confirmed");
  for (const design of DESIGNS)
    expect((await page.context().request.get(landing(ANNA, design))).url(), design).toBe(at(`/members/${ANNA}`));
});

test("a first message typed on a landing page waits in the chat until the address is confirmed", async () => {
  // A member of this test only, since it counts unread messages.
  const ben = await insertMember(newcomer("Ben", "male"));
  const { page } = await person(WITHOUT_SCRIPT);
  const mia = newcomer("Mia");
  await page.goto(landing(ben, "landing2/spring-banner"));
  await page.locator('textarea[name="signup_message"]').fill("Coffee or tea?");
  await fillSignup(page, { ...mia, email: "no address" });
  await page.locator("#field-email").evaluate((field: HTMLInputElement) => (field.type = "text"));
  await submit(page);
  await expect.poll(() => page.locator("#field-email-error").textContent()).toBe("Invalid email");
  await expect.poll(() => page.locator('textarea[name="signup_message"]').inputValue()).toBe("Coffee or tea?");
  await page.locator("#field-email").fill(mia.email);
  await page.locator("#field-password").fill(mia.password);
  await submit(page);
  await page.waitForURL(`**/members/${ben}/chat?api_signup_complete=`);
  await expect.poll(() => page.locator('textarea[name="text"]').inputValue()).toBe("Coffee or tea?");
  await page.getByText("Confirm your e-mail address first").first().waitFor();
  // A refused like links to the activation page.
  await page.goto(`/members/${ben}`);
  await page.getByRole("main").getByRole("button", { name: "Like", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "Confirm your e-mail address first" }).getByRole("link").click();
  await page.waitForURL("**/activate");
  await confirm(page, mia);
  await page.goto(`/members/${ben}/chat`);
  await say(page, await page.locator('textarea[name="text"]').inputValue());
  await page.waitForURL("**/chats/*");
  await said(page, "Coffee or tea?").waitFor();
});

test("the sign-up steps keep the requested page, can be skipped, and keep refused input", async () => {
  const { page } = await person({ ...WITHOUT_SCRIPT, viewport: NARROW });
  for (const path of ["/signup-matches", "/complete-signup"]) {
    await page.goto(path);
    await expect.poll(() => page.url()).toBe(at("/signup"));
  }
  await page.goto(`/members/${ANNA}`);
  await page.getByRole("button", { name: "Message", exact: true }).click();
  const modal = page.getByRole("dialog", { name: "You need to be logged in to chat" });
  await modal.getByRole("link", { name: "Sign up free" }).click();
  await page.waitForURL("**/signup?next=*");
  await expect
    .poll(() => page.getByRole("list", { name: "Step 1 of 5" }).locator("[aria-current=step]").textContent())
    .toContain("You");
  const ivo = newcomer("Ivo", "male");
  await fillSteps(page, ivo);
  await submit(page);

  await page.waitForURL("**/signup-matches?next=*");
  await page.getByRole("list", { name: "Step 3 of 5" }).waitFor();
  const people = page.getByRole("list", { name: "People you might like" }).getByRole("link");
  await expect.poll(() => people.count()).toBeGreaterThan(3);
  const suggested = await people.first().getAttribute("href");
  const { profile } = await (await page.context().request.get(`/api/member.php?id=${suggested?.split("/")[2]}`)).json();
  expect(profile).toMatchObject({ gender: "female", country: "NL" });
  const likes = async () => (await page.context().request.get("/api/likes.php")).json();
  await page.getByRole("button", { name: `Like ${profile.name}` }).click();
  await page.getByText("1 like is waiting.").waitFor();
  expect((await likes()).profiles).toEqual([]);
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("list", { name: "Step 4 of 5" }).waitFor();
  await page.getByRole("link", { name: "Skip this" }).click();

  await page.getByRole("list", { name: "Step 5 of 5" }).waitFor();
  const save = page.getByRole("button", { name: "Save and continue" });
  await expect
    .poll(() => save.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight), { message: "a screen" })
    .toBe(true);
  await page.getByLabel("Where you live").fill("Haarlem");
  await page.locator('[name="prompt_0"]').selectOption("small_joy");
  await page.locator('[name="answer_0"]').fill("Call me: 06 12 34 56 78");
  await save.click();
  await page.locator("#field-answer_0-error").waitFor();
  await expect.poll(() => page.locator('[name="answer_0"]').inputValue()).toBe("Call me: 06 12 34 56 78");
  await expect.poll(() => page.locator('[name="prompt_0"]').inputValue()).toBe("small_joy");
  await expect.poll(() => page.getByLabel("Where you live").inputValue()).toBe("Haarlem");
  await page.locator('[name="answer_0"]').fill("Good pancakes.");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await page.waitForURL(`**/members/${ANNA}/chat?api_signup_complete=`);
  const own = await (await page.context().request.get("/api/profile.php")).json();
  expect(own.profile).toMatchObject({
    city: "Haarlem",
    prompts: [{ question: "small_joy", answer: "Good pancakes." }],
    about: "",
  });
  await confirm(page, ivo);
  await page.getByText(`Your like to ${profile.name} is sent.`).waitFor();
  expect((await likes()).profiles).toMatchObject([{ id: profile.id }]);
});

test("fifteen actions lead from the age gate to the first like that is kept, and likes leave the page where it is", async () => {
  const { page } = await stranger({ viewport: PHONE, extraHTTPHeaders: { "cf-ipcountry": "NL" } });
  const lotte = newcomer("Lotte");
  let actions = 0;
  const act = async (work: Promise<unknown>) => {
    actions++;
    await work;
  };
  const field = (name: string) => page.locator(`#signup [name="${name}"]`);
  const button = (name: string) => page.getByRole("button", { name, exact: true }).first();
  await page.goto("/");
  await act(button("Yes, I am 18 or older").click());
  await act(page.locator('#signup label:has([name="gender"][value="female"])').click());
  await act(page.locator('#signup label:has([name="looking_for"][value="male"])').click());
  await act(field("date_of_birth_day").fill("7"));
  await act(field("date_of_birth_month").selectOption("4"));
  await act(field("date_of_birth_year").fill("1990"));
  await act(press(page, page.locator('#signup button[value="rest"]')));
  for (const name of ["name", "email", "password"] as const) await act(field(name).fill(lotte[name]));
  for (const name of ["terms", "sensitive_data"]) await act(field(name).check());
  await act(button("Sign up free").click());
  await page.waitForURL("**/signup-matches");
  const hearts = page.getByRole("list", { name: "People you might like" }).getByRole("button");
  await hydrated(page);
  await hearts.nth(2).scrollIntoViewIfNeeded();
  const places = () => hearts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  const before = await places();
  expect(before.length).toBeGreaterThan(2);
  await act(hearts.nth(2).click());
  await page.getByText("1 like is waiting.").waitFor();
  expect(actions).toBeLessThanOrEqual(15);
  for (const [index, waiting] of [
    [1, "2 likes are waiting."],
    [0, "3 likes are waiting."],
  ] as const) {
    await hearts.nth(index).click();
    await page.getByText(waiting).waitFor();
  }
  expect(await places()).toEqual(before);
});

const HAARLEM = { latitude: 52.39, longitude: 4.64 };

test.each([
  ["without JavaScript, at 360 px", { ...WITHOUT_SCRIPT, viewport: NARROW }],
  ["with it, on a desktop", { viewport: DESKTOP, permissions: ["geolocation"], geolocation: HAARLEM }],
] as [string, BrowserContextOptions][])("the member's own profile is edited and saved: %s", async (_, options) => {
  const { page } = await memberPage("Eva", { confirmed: false, ...options });
  await page.goto("/profile");
  await page.getByText("Your profile is 0% complete").waitFor();
  await page.getByRole("link", { name: "Interests", exact: true }).click();
  const eleven = ["Art", "Beach", "Beer", "Biking", "Coffee", "Cooking", "Dancing", "Fashion", "Foodie", "Gym", "Wine"];
  for (const interest of eleven) await page.getByRole("checkbox", { name: interest, exact: true }).check();
  const save = page.getByRole("button", { name: "Save profile" });
  await save.click();
  await page.getByRole("link", { name: "Choose at most 10." }).waitFor();
  await expect.poll(() => page.locator("#field-interests-error").textContent()).toBe("Choose at most 10.");
  await expect.poll(() => page.locator("#interests input:checked").count()).toBe(11);
  await page.getByRole("checkbox", { name: "Wine" }).uncheck();
  await save.click();
  await page.getByText("Your profile is saved.").waitFor();
  await page.getByText("Your profile is 1% complete").waitFor();

  await page.locator('#basics a[href*="edit=basics"]').click();
  const place = page.getByLabel("Where you live");
  await place.fill("Atlantis");
  await page.getByRole("radio", { name: "everyone" }).check();
  await save.click();
  await page.locator("#field-place-error").waitFor();
  await expect.poll(() => place.inputValue()).toBe("Atlantis");
  await expect.poll(() => page.getByRole("radio", { name: "everyone" }).isChecked()).toBe(true);
  if (options.javaScriptEnabled === false) await place.fill("haarlem");
  else {
    await page.getByRole("button", { name: "Use my position" }).click();
    await page.getByText("Found: Haarlem, Noord-Holland.").waitFor();
    await expect.poll(() => place.inputValue()).toBe("Haarlem, Noord-Holland");
  }
  await save.click();
  await page.getByText("Haarlem, Noord-Holland, Netherlands").waitFor();
  await page.locator('#about a[href*="edit=about"]').click();
  await page.locator('[name="about"]').fill("Books, and more books.");
  await save.click();
  await page.getByText("Your profile is 21% complete").waitFor();
  const { profile, looking_for } = await (await page.context().request.get("/api/profile.php")).json();
  expect(looking_for).toBe("everyone");
  expect(profile.interests).toHaveLength(10);
  await page.getByRole("link", { name: "See it as others do" }).click();
  await page.getByText("Books, and more books.").waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/members/${(await account(page)).profile.id}`);
});

test("the dialog that asks a visitor to log in passes axe at 360 px, dark, in German", async () => {
  const { page, context } = await person({ viewport: NARROW, colorScheme: "dark" });
  await context.addCookies([{ name: "locale", value: "de", url: at("/") }]);
  await page.goto(`/members/${fictional.id}`);
  await page.locator("main [aria-haspopup=dialog]").first().click();
  await page.locator("dialog:popover-open").waitFor();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await page.locator("dialog:popover-open").waitFor({ state: "hidden" });
});
