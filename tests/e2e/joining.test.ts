import { beforeAll, expect, test } from "vitest";
import { ask } from "#tests/contract/http.ts";
import { type Element, parseHtml } from "#tests/setup/html.ts";
import { at, expectSound, PHONE, person, stranger, useBrowser } from "./browser.ts";
import { insertMember, memberPage } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { accountOf, answerAll, answerOf, atStep, chosenOf, confirmed, errorOf, personOf, signUpIn } from "./plain-steps.ts";
import { port } from "./product.ts";
import { hydrated, newcomer, press } from "./steps.ts";

useBrowser();

const ANNA = "demo0000000000000001";
const NARROW = { width: 360, height: 740 };
const PEOPLE = "People you might like";
const DESIGNS = ["landing", "landing2/spring", "landing3", "signup"];
/** A fictional member with more than one photo. */
let fictional = { id: "", name: "" };

const landing = (id: string, design: string) => `/members/${id}/${design}`;
const isIn = (one: Element, role: string) => one.closest((outer) => outer.get("role") === role) !== null;

beforeAll(async () => {
  const visitor = new PlainBrowser();
  const { results } = await answerOf(visitor, "/api/members.php?gender=female&country=all");
  for (const card of results) {
    const { profile } = await answerOf(visitor, `/api/member.php?id=${card.id}`);
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
  const page = new PlainBrowser();
  await page.goto(landing(ANNA, "landing?network=blog"));
  await signUpIn(page, newcomer("Lea"));
  expect(page.path).toMatch(new RegExp(`^/members/${ANNA}(\\?api_signup_complete=)?$`));
  page.shows("Anna");
  expect((await answerOf(page, "/api/user.php")).status).toBe("not_confirmed");
  for (const design of DESIGNS) {
    await page.goto(landing(ANNA, design));
    expect(page.path, design).toBe(`/members/${ANNA}`);
  }
});

test("a first message typed on a landing page waits in the chat until the address is confirmed", async () => {
  // A member of this test only, since it counts unread messages.
  const ben = await insertMember(newcomer("Ben", "male"));
  const page = new PlainBrowser();
  const mia = newcomer("Mia");
  await page.goto(landing(ben, "landing2/spring-banner"));
  const typed = { ...personOf(mia), ...accountOf(mia), signup_message: "Coffee or tea?", email: "no address" };
  await page.press("Sign up free", typed, { status: 422 });
  expect([errorOf(page, "email"), page.value("signup_message")]).toEqual(["Invalid email", "Coffee or tea?"]);
  await page.press("Sign up free", { email: mia.email, password: mia.password });
  expect(page.path).toBe(`/members/${ben}/chat?api_signup_complete=`);
  expect(page.value("text")).toBe("Coffee or tea?");
  page.shows("Confirm your e-mail address first");
  // A refused like links to the activation page.
  await page.goto(`/members/${ben}`);
  await page.press(/^Like( Liked)?$/, {}, { status: 403 });
  page.shows("Confirm your e-mail address first");
  expect(page.all((one) => one.tag === "a" && one.get("href") === "/activate" && isIn(one, "alert")).length).toBeGreaterThan(0);
  await confirmed(page, mia);
  await page.goto(`/members/${ben}/chat`);
  await page.press(/^Send( ·|$)/, { text: page.value("text") ?? "" });
  expect(page.path).toMatch(/^\/chats\//);
  page.shows("Coffee or tea?");
});

test("the sign-up steps keep the requested page, can be skipped, and keep refused input", async () => {
  const page = new PlainBrowser();
  for (const path of ["/signup-matches", "/complete-signup"]) {
    await page.goto(path);
    expect(page.path).toBe("/signup");
  }
  await page.goto(`/members/${ANNA}`);
  page.unfold("Message");
  page.shows("You need to be logged in to chat");
  await page.follow("Sign up free");
  expect(page.path).toMatch(/^\/signup\?next=/);
  atStep(page, 1);
  const [current] = page.all((one) => one.get("aria-current") === "step");
  expect(current?.text).toContain("You");
  const ivo = newcomer("Ivo", "male");
  await answerAll(page, ivo);
  await page.press("Sign up free", accountOf(ivo));

  expect(page.path).toMatch(/^\/signup-matches\?next=/);
  atStep(page, 3);
  const people = page.all((one) => one.tag === "a" && one.closest((outer) => outer.get("aria-label") === PEOPLE) !== null);
  expect(people.length).toBeGreaterThan(3);
  const { profile } = await answerOf(page, `/api/member.php?id=${people[0]?.get("href")?.split("/")[2]}`);
  expect(profile).toMatchObject({ gender: "female", country: "NL" });
  const likes = () => answerOf(page, "/api/likes.php");
  await page.press(`Like ${profile.name}`);
  page.shows("1 like is waiting.");
  expect((await likes()).profiles).toEqual([]);
  await page.follow("Continue");
  atStep(page, 4);
  await page.follow("Skip this");

  atStep(page, 5);
  const typed = { place: "Haarlem", prompt_0: "small_joy", answer_0: "Call me: 06 12 34 56 78" };
  await page.press("Save and continue", typed, { status: 422 });
  expect(errorOf(page, "answer_0")).toBeTruthy();
  expect({ place: page.value("place"), prompt_0: page.value("prompt_0"), answer_0: page.value("answer_0") }).toEqual(typed);
  await page.press("Save and continue", { answer_0: "Good pancakes." });
  expect(page.path).toBe(`/members/${ANNA}/chat?api_signup_complete=`);
  expect((await answerOf(page, "/api/profile.php")).profile).toMatchObject({
    city: "Haarlem",
    prompts: [{ question: "small_joy", answer: "Good pancakes." }],
    about: "",
  });
  await confirmed(page, ivo);
  page.shows(`Your like to ${profile.name} is sent.`);
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
  await expect.poll(() => field("name").evaluate((one) => one === document.activeElement)).toBe(true);
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

  // The last step is a screen of a small phone.
  await page.setViewportSize(NARROW);
  await page.goto("/complete-signup");
  const save = page.getByRole("button", { name: "Save and continue" });
  await expect.poll(() => save.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
});

const HAARLEM = { latitude: 52.39, longitude: 4.64 };
const ELEVEN = ["art", "beach", "beer", "biking", "coffee", "cooking", "dancing", "fashion", "foodie", "gym", "wine"];
const ticked = (interests: string[]) => Object.fromEntries(interests.map((one) => [`interest_${one}`, "on"]));

test("the member's own profile is edited and saved, without scripts", async () => {
  const { page, id } = await plainMember("Eva", { confirmed: false });
  await page.goto("/profile");
  page.shows("Your profile is 0% complete");
  await page.follow("Interests");
  await page.press("Save profile", ticked(ELEVEN), { status: 422 });
  page.link(/Choose at most 10\./);
  expect(errorOf(page, "interests")).toBe("Choose at most 10.");
  const kept = page.all((one) => one.has("checked") && /^interest_/.test(one.get("name") ?? ""));
  expect(kept).toHaveLength(11);
  await page.press("Save profile", { interest_wine: null });
  page.shows("Your profile is saved.", "Your profile is 1% complete");

  await page.goto("/profile?edit=basics");
  await page.press("Save profile", { place: "Atlantis", looking_for: "everyone" }, { status: 422 });
  expect(errorOf(page, "place")).toBeTruthy();
  expect([page.value("place"), chosenOf(page, "looking_for")]).toEqual(["Atlantis", ["everyone"]]);
  await page.press("Save profile", { place: "haarlem" });
  page.shows("Haarlem, Noord-Holland, Netherlands");
  await page.goto("/profile?edit=about");
  await page.press("Save profile", { about: "Books, and more books." });
  page.shows("Your profile is 21% complete");
  const { profile, looking_for } = await answerOf(page, "/api/profile.php");
  expect(looking_for).toBe("everyone");
  expect(profile.interests).toHaveLength(10);
  await page.follow("See it as others do");
  page.shows("Books, and more books.");
  expect(page.path).toBe(`/members/${id}`);
});

test("the member's own profile is edited in place, and takes the browser's position", async () => {
  const { page } = await memberPage("Eva", { confirmed: false, permissions: ["geolocation"], geolocation: HAARLEM });
  await page.goto("/profile");
  await page.getByRole("link", { name: "Interests", exact: true }).click();
  for (const interest of ELEVEN) await page.locator(`#interests [name="interest_${interest}"]`).check();
  const save = page.getByRole("button", { name: "Save profile" });
  await save.click();
  await page.getByRole("link", { name: "Choose at most 10." }).waitFor();
  await expect.poll(() => page.locator("#interests input:checked").count()).toBe(11);
  await page.getByRole("checkbox", { name: "Wine" }).uncheck();
  await save.click();
  await page.getByText("Your profile is saved.").waitFor();

  await page.locator('#basics a[href*="edit=basics"]').click();
  const place = page.getByLabel("Where you live");
  await place.fill("Atlantis");
  await page.getByRole("radio", { name: "everyone" }).check();
  await save.click();
  await page.locator("#field-place-error").waitFor();
  await expect.poll(() => place.inputValue()).toBe("Atlantis");
  await expect.poll(() => page.getByRole("radio", { name: "everyone" }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Use my position" }).click();
  await page.getByText("Found: Haarlem, Noord-Holland.").waitFor();
  await expect.poll(() => place.inputValue()).toBe("Haarlem, Noord-Holland");
  await save.click();
  await page.getByText("Haarlem, Noord-Holland, Netherlands").waitFor();
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
