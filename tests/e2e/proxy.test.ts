import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Instance, proxiedDomain, startInstance } from "#tests/setup/instances.ts";
import { expectSound, person, useBrowser } from "./browser.ts";
import { account, badge, confirm, find, newcomer, openAlive, said, say, signUp, titleCount } from "./steps.ts";

useBrowser();

let behind: Instance;
let front: Instance;
const pages: Page[] = [];
let stopped = false;

beforeAll(async () => {
  behind = await startInstance();
  front = await startInstance([proxiedDomain(`http://localhost:${behind.port}`)]);
});
afterAll(async () => {
  // Pages first: an open page would poll its stopped server and log errors.
  await Promise.all(pages.map((page) => page.context().close()));
  await Promise.all([front?.stop(), stopped ? undefined : behind?.stop()]);
});

async function visitor(): Promise<Page> {
  const { page } = await person({ baseURL: `http://localhost:${front.port}` });
  pages.push(page);
  return page;
}

test("through a proxying instance: sign up, confirm, like, talk live, and a 502 page once the upstream stops", async () => {
  const [nina, max] = [newcomer("Nina"), newcomer("Max", "male")];
  const [page, other] = [await visitor(), await visitor()];
  for (const [tab, who] of [
    [page, nina],
    [other, max],
  ] as const) {
    await signUp(tab, who);
    await confirm(tab, who, behind.port);
  }
  const { profile } = await account(page);
  await openAlive(other, "/members");
  await find(page, max.name);
  await page.getByRole("button", { name: "Like", exact: true }).click();
  await page.getByRole("button", { name: "Take like back" }).waitFor();
  await badge(other, "/likes", 1);
  await titleCount(other, 1);

  await page.getByRole("link", { name: "Message", exact: true }).click();
  await say(page, "Hello from afar");
  await said(page, "Hello from afar").waitFor();
  await badge(other, "/chats", 1);
  await titleCount(other, 2);
  await other.goto(`/members/${profile.id}/chat`);
  await said(other, "Hello from afar").waitFor();
  await say(other, "As if you were here");
  await said(page, "As if you were here").waitFor();
  await page.getByRole("log").getByRole("img", { name: "Read" }).waitFor();
  expect([(await account(page)).credits, (await account(other)).credits]).toEqual([9, 9]);
  for (const tab of [page, other]) {
    await tab.reload();
    for (const text of ["Hello from afar", "As if you were here"]) await expect.poll(() => said(tab, text).count()).toBe(1);
  }

  // The upstream has a push key, this deployment's domain has none.
  for (const path of ["/likes", "/chats", "/settings", "/settings/notifications", "/notifications", "/privacy", "/cookies"]) {
    await other.goto(path, { waitUntil: "networkidle" });
    const [words = ""] = await other.locator("body").allInnerTexts();
    expect(words.length, path).toBeGreaterThan(200);
    expect(/push|hear from us at once/i.exec(words)?.[0], path).toBeUndefined();
  }

  await behind.stop();
  stopped = true;
  // Open pages stay; new ones answer 502.
  await expect.poll(() => said(page, "Hello from afar").count()).toBe(1);
  for (const path of ["/members", "/likes", "/chats"]) {
    const answer = await page.goto(path);
    expect([path, answer?.status()]).toEqual([path, 502]);
    await page.getByRole("heading", { level: 1, name: "An error occured, please try again later." }).waitFor();
    await page.getByRole("link", { name: "Back to the home page" }).waitFor();
  }
  await expectSound(page);
}, 120_000);
