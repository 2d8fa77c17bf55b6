import { expect, test } from "vitest";
import { PAGES } from "#locales/pages/index.ts";
import { parseHtml } from "#tests/setup/html.ts";
import { mailsTo, person, useBrowser } from "./browser.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { chosenOf, errorOf, referenceOn } from "./plain-steps.ts";
import { expectPlainSound } from "./sight.ts";
import { fillPerson, newcomer, unfold } from "./steps.ts";

useBrowser();

const PATHS = [...PAGES, "complaints", "withdraw"].map((page) => `/${page}`);

test("the complaint form knows a member's address", async () => {
  const { page, who } = await plainMember("Kim");
  await page.goto("/complaints");
  expect(page.value("email")).toBe(who.email);
});

test("each link of a legal page is answered, and each entry of its contents has a heading", async () => {
  const visitor = new PlainBrowser();
  const links = new Set<string>();
  let anchors = 0;
  for (const path of PATHS) {
    await visitor.goto(path);
    const html = parseHtml(visitor.html);
    const [main = expect.unreachable(path)] = html.find(({ tag }) => tag === "main");
    for (const href of main.find(({ tag }) => tag === "a").map((link) => link.get("href") ?? ""))
      if (href.startsWith("#")) {
        anchors++;
        expect(html.find((element) => element.get("id") === href.slice(1)).length, `${path}${href}`).toBe(1);
      } else if (href.startsWith("/")) links.add(href.replace(/#.*/, ""));
  }
  expect(links.size).toBeGreaterThan(5);
  expect(anchors).toBeGreaterThan(10);
  for (const href of links) await visitor.goto(href, { status: 200 });
});

test("the privacy statement differs for the United States, and each country names its company", async () => {
  const seen = async (path: string, country: string, language: string) => {
    const visitor = new PlainBrowser();
    visitor.headers["cf-ipcountry"] = country;
    visitor.cookies.set("locale", language);
    await visitor.goto(path);
    if (path === "/privacy" && country === "US" && language === "en") await expectPlainSound(visitor);
    return { title: visitor.all(({ tag }) => tag === "h1")[0]?.text, text: visitor.text };
  };
  const american = await seen("/privacy", "US", "en");
  expect(american.title).toBe("Privacy notice for the United States");
  expect(american.text).toContain("Liaison Media Inc.");
  const elsewhere = await seen("/privacy", "GB", "en");
  expect(elsewhere.title).toBe("Privacy statement");
  expect(elsewhere.text).toContain("Information Commissioner’s Office");
  const dutch = await seen("/privacy", "US", "nl");
  expect(dutch.title).toBe("Privacyverklaring");
  expect(dutch.text).toContain("Afhankelijk van je staat in de VS");
  // The fixed date, or a later start of the company.
  expect((await seen("/terms", "GB", "en")).text).toContain("since 1 December 2023");
  expect((await seen("/terms", "US", "en")).text).toContain("since June 1, 2024");
  expect((await seen("/terms", "NL", "nl")).text).toContain("sinds 1 februari 2024");
});

test("without scripts a complaint shows errors beside its fields, then a reference and a mail", async () => {
  const page = new PlainBrowser();
  const { email } = newcomer("Clara");
  await page.goto("/complaints?kind=consumer");
  expect(chosenOf(page, "kind")).toEqual(["consumer"]);
  await page.press("Send", { text: "Too short", email: "nobody" }, { status: 422 });
  expect(page.path).not.toContain("reference");
  expect(["text", "email", "name"].map((field) => errorOf(page, field))).toEqual([
    ...["At least 20 characters.", "Invalid email", "Please fill this in."],
  ]);
  expect(errorOf(page, "good_faith")).toBeTruthy();
  expect(page.value("text")).toBe("Too short");

  const text = "Somebody uses a photo of me on this profile, without asking.";
  await page.press("Send", { text, name: "Clara Jansen", email, good_faith: "on" });
  const reference = referenceOn(page);
  expect(page.path).toBe(`/complaints?reference=${reference}&mail`);
  page.shows("Thank you, we have it");
  expect((await mailsTo(email))[0]?.subject).toBe(`We have received your complaint ${reference}`);
});

test("a reference shows its receipt, and an invalid one the form", async () => {
  const page = new PlainBrowser();
  await page.goto("/complaints?reference=7K3M9-QX4TD");
  page.shows("No receipt was sent");
  await page.goto("/complaints?reference=Call+0900-1234");
  expect(page.all((one) => one.get("name") === "good_faith")).toHaveLength(1);
  page.lacks("0900-1234");
});

test("the terms open in a tab of their own and the sign-up form keeps its input", async () => {
  const { context, page } = await person();
  await page.goto("/");
  await fillPerson(page, newcomer("Half"));
  await unfold(page);
  await page.locator('#signup [name="name"]').fill("Half_way");
  for (const [name, heading] of [
    ["Read the terms of use", "Terms of use"],
    ["Read the privacy statement", "Privacy statement"],
  ] as const) {
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name }).click();
    const other = await opened;
    await expect.poll(() => other.locator("h1").textContent()).toBe(heading);
    await expect.poll(() => other.evaluate(() => window.opener)).toBeNull();
    await other.close();
  }
  await expect.poll(() => page.locator('#signup [name="name"]').inputValue()).toBe("Half_way");
});
