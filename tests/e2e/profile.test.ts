import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { tripDay } from "#tests/setup/trip-day.ts";
import { at, DESKTOP, PHONE, person, useBrowser } from "./browser.ts";
import { insertMember, memberPage, nextMember } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { newcomer, said } from "./steps.ts";

useBrowser();

const ANSWER = "Ducks that walk as if they were late";

/** With scripts: each test logs its own member in. */
let browser: Page;
beforeAll(async () => {
  browser = (await person()).page;
});

/** Of a man with an answered question. */
async function answered(): Promise<string> {
  const id = await insertMember(newcomer("Bruno", "male"));
  await answer(id);
  return id;
}
const answer = (id: string) =>
  sql("UPDATE profiles SET prompts = ? WHERE id = ?", JSON.stringify([{ question: "laugh", answer: ANSWER }]), id);
const likeAnswer = async (page: Page) => {
  await page.getByRole("button", { name: "Like this answer" }).click();
  await page.getByRole("button", { name: "You like this answer" }).waitFor();
};

test("from a liked answer to a chat", async () => {
  const page = browser;
  await nextMember(page, newcomer("Nora"), { viewport: PHONE });
  await page.goto(at(`/members/${await answered()}`));
  await likeAnswer(page);
  await page.getByLabel("Say something about it").fill("Mine are always early.");
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await page.waitForURL("**/chats/*");
  await said(page, "Mine are always early.").waitFor();
  await page.getByText("You liked this answer").waitFor();
});

test("without scripts forms like an answer and send a message about it", async () => {
  const [nora, bruno] = [await plainMember("Nora"), await plainMember("Bruno", { gender: "male" })];
  await answer(bruno.id);
  await nora.page.goto(`/members/${bruno.id}`);
  await nora.page.press("Like this answer");
  expect(nora.page.buttons("You like this answer")).toHaveLength(1);
  await nora.page.press(/^Send( ·|$)/, { text: "Mine are always early." });
  expect(nora.page.path).toMatch(/^\/chats\//);
  nora.page.shows("Mine are always early.", "You liked this answer");
  await bruno.page.goto("/likes");
  bruno.page.shows("Likes your answer", ANSWER);
  await bruno.page.goto(`/members/${nora.id}/chat`);
  bruno.page.shows("Likes your answer", "Mine are always early.");
  await bruno.page.goto("/visitors");
  bruno.page.shows(nora.who.name);
});

test("a first message that cannot be sent is not lost, and the like stands", async () => {
  const [{ page }, bruno] = [await plainMember("Nora", { credits: 0 }), await plainMember("Bruno", { gender: "male" })];
  await answer(bruno.id);
  await page.goto(`/members/${bruno.id}`);
  await page.press("Like this answer");
  await page.press(/^Send( ·|$)/, { text: "Mine are always early." }, { status: 402 });
  page.shows("You do not have enough credits");
  expect(page.value("text")).toBe("Mine are always early.");
  expect(page.buttons("You like this answer")).toHaveLength(1);
});

test("without scripts a like of the first photo leads to the field for a message about it", async () => {
  const { page } = await memberPage("Bruno", { gender: "male", javaScriptEnabled: false });
  const [seeded] = await sql<{ id: string }>(
    "SELECT id FROM profiles WHERE main_photo IS NOT NULL AND pool = 'liaison' AND gender = 'female' AND status = 'active' LIMIT 1",
  );
  await page.goto(at(`/members/${seeded?.id}`));
  await page.getByRole("button", { name: "Like this photo" }).first().click();
  await page.waitForURL("**#liked");
  await page.locator("#liked").getByLabel("Say something about it").waitFor();
});

test("words that say nothing alone, such as an average body, stand beside what they are about", async () => {
  const [{ page }, { id }] = [await plainMember("Nora"), await plainMember("Bruno", { gender: "male" })];
  await sql("UPDATE profiles SET body = 'average', tattoos = 'few' WHERE id = ?", id);
  await page.goto(`/members/${id}`);
  for (const words of ["Tattoos: A few", "Body: Average"]) {
    const [fact] = page.all((one) => one.tag === "li" && one.text.includes(words));
    expect(
      fact?.find((one) => /visually-hidden/.test(one.get("class") ?? "")),
      words,
    ).toEqual([]);
  }
});

test("a pass leads back", async () => {
  await nextMember(browser, newcomer("Nora"), { viewport: DESKTOP });
  await browser.goto(at(`/members/${await answered()}`));
  await browser.getByRole("button", { name: "Pass" }).click();
  await browser.waitForURL(/\/members(\?|#|$)/);
});

test("without scripts forms add a trip, which others see, change it and remove it", async () => {
  const [nora, bruno] = [await plainMember("Nora"), await plainMember("Bruno", { gender: "male" })];
  await nora.page.goto("/settings");
  await nora.page.follow(/^Trips/);
  const day = tripDay();
  await nora.page.press("Save", { place: "Groningen", from: day, until: "" }, { status: 422 });
  nora.page.shows("Please fill this in.");
  expect(nora.page.value("place")).toBe("Groningen");
  // Another country brings its towns and leaves what was typed.
  await nora.page.press("Choose", { country: "DE", until: day });
  expect(["from", "until"].map((name) => nora.page.value(name))).toEqual([day, day]);
  expect(nora.page.html).toContain("Hamburg");
  await nora.page.press("Save", { country: "NL", place: "Groningen" });
  nora.page.shows("The trip is saved.", "Groningen, Netherlands", "Others see it now");
  await bruno.page.goto(`/members/${nora.id}`);
  bruno.page.shows("Trip: Groningen");
  await nora.page.follow("Change: Groningen, Netherlands");
  await nora.page.press("Save", { place: "Utrecht, Utrecht" });
  await bruno.page.goto(`/members/${nora.id}`);
  bruno.page.shows("Trip: Utrecht");
  await nora.page.press("Remove: Utrecht, Netherlands");
  nora.page.shows("The trip is removed.", "You have no trips to come.");
  await bruno.page.goto(`/members/${nora.id}`);
  bruno.page.lacks("Trip: Utrecht");
});
