import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyDomains } from "#scripts/data.ts";
import { command, type Instance, proxiedDomain, startInstance } from "#tests/setup/instances.ts";
import { memberRows } from "#tests/setup/member-rows.ts";
import { readyDomains } from "#tools/brand/store.ts";
import { expectSound, logIn, person, useBrowser } from "./browser.ts";
import {
  account,
  badge,
  confirm,
  find,
  type Newcomer,
  newcomer,
  openAlive,
  post,
  said,
  say,
  signUp,
  titleCount,
} from "./steps.ts";

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

async function visitor(at = front): Promise<Page> {
  const { page } = await person({ baseURL: `http://localhost:${at.port}` });
  pages.push(page);
  return page;
}

test("where likes and complaints answer here and all else upstream, two members like and match, and a message goes upstream", async () => {
  const [nina, max] = [newcomer("Nina"), newcomer("Max", "male")];
  // The next test signs up through an upstream, first-visit.test.ts without one.
  for (const who of [nina, max]) await insertBehind(who);
  const composed = await movedFront();
  try {
    const [page, other] = [await visitor(composed), await visitor(composed)];
    await logIn(page, nina.email, nina.password);
    await logIn(other, max.email, max.password);
    const [hers, his] = [(await account(page)).profile.id, (await account(other)).profile.id];
    await openAlive(other, "/members");
    await find(page, max.name);
    await page.getByRole("button", { name: "Like", exact: true }).click();
    await page.getByRole("button", { name: "Take like back" }).waitFor();
    await badge(other, "/likes", 1);
    expect([await likesIn(composed), await likesIn(behind)]).toEqual([[[hers, his]], []]);

    await other.goto("/likes");
    await other.locator('main li a[href^="/likes/m/"]').filter({ hasText: nina.name }).click();
    await other.getByRole("button", { name: "Like back" }).click();
    await other.getByRole("heading", { name: "It's a match!" }).waitFor();
    // The moment is shown at the press, before the answer.
    await expect.poll(async () => [(await likesIn(composed)).length, await likesIn(behind)]).toEqual([2, []]);

    // The next test talks in the browser.
    const sent = await post(page, "/api/chat.php", { profile: his, text: "Two servers, one hello", client_id: "two-servers" });
    expect(sent.status()).toBe(201);
    await badge(other, "/chats", 1);
    const texts = "SELECT count(*) AS n FROM messages";
    expect([await composed.db.prepare(texts).first("n"), await behind.db.prepare(texts).first("n")]).toEqual([0, 1]);

    await page.goto("/complaints");
    await page.locator('[name="kind"][value="consumer"]').check();
    await page.locator('[name="text"]').fill("Somebody uses a photo of me on this profile, without asking.");
    await page.locator('[name="name"]').fill("Nina Jansen");
    // A public page does not wait long for the upstream to say who asks.
    await page.locator('[name="email"]').fill(nina.email);
    await page.locator('[name="good_faith"]').check();
    await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
    await page.getByRole("heading", { level: 1, name: "Thank you, we have it" }).waitFor();
    const complaints = "SELECT count(*) AS n FROM complaints";
    expect([await composed.db.prepare(complaints).first("n"), await behind.db.prepare(complaints).first("n")]).toEqual([1, 0]);
    await Promise.all([page, other].map((tab) => tab.context().close()));
  } finally {
    await composed.stop();
  }
});

async function insertBehind(who: Newcomer): Promise<void> {
  for (const { sql, values } of memberRows(who, { gender: who.gender }).rows)
    await behind.db
      .prepare(sql)
      .bind(...values)
      .run();
}

/** A second deployment after docs/operating/proxy.md: the niche is copied, then its likes and complaints answer there. */
async function movedFront(): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), "liaison-moved-"));
  const niche = join(folder, "liaison.niche");
  const local = ["likes", "swipe", "match", "complaints"] as const;
  const file = proxiedDomain(`http://localhost:${behind.port}`, {}, { local: [...local] });
  const moved = await startInstance([], { domainsNow: () => [file] });
  expect(await command("domain", behind, "export", "liaison", niche)).toMatchObject({ code: 0 });
  expect(await command("domain", moved, "import", niche)).toMatchObject({ code: 0 });
  rmSync(folder, { recursive: true });
  await applyDomains(moved.db, await readyDomains([file], moved.db), Date.now(), { only: true });
  return moved;
}

async function likesIn({ db }: Instance): Promise<unknown[][]> {
  return db.prepare("SELECT liker_id, liked_id FROM likes ORDER BY created_at").raw();
}

test("through a proxying instance: sign up, confirm, like, talk live, and a 502 page once the upstream stops", async () => {
  const [nina, max] = [newcomer("Nina"), newcomer("Max", "male")];
  const [page, other] = [await visitor(), await visitor()];
  await signUp(page, nina);
  await confirm(page, nina, behind.port);
  await insertBehind(max);
  await logIn(other, max.email, max.password);
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
});
