import { beforeAll, expect, test } from "vitest";
import { staffRows } from "#tests/setup/staff.ts";
import { newId } from "#worker/platform/ids.ts";
import { at, DESKTOP, expectSound, mailsTo, PHONE, stranger, useBrowser } from "./browser.ts";
import { insertMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import type { PlainBrowser } from "./plain.ts";
import { insert, sql } from "./product.ts";
import { emptyQueues, HOST, letDecisionsLeave, plainStaff, takeWork } from "./staff-steps.ts";
import { newcomer } from "./steps.ts";

useBrowser();
beforeAll(emptyQueues);

/** Each test logs its own person in. */
let browser: Awaited<ReturnType<typeof stranger>>;
beforeAll(async () => {
  browser = await stranger({ viewport: DESKTOP });
});

const SAVED = /Saved as version \d+\./;

test("an operator's day: prices, one of them by two people, a version back, a code, a notice, a partner's link", async () => {
  const { page, context } = browser;
  const [olga, otto] = [await staffRows("operator"), await staffRows("operator")];
  await insert([...olga.rows, ...otto.rows]);
  // The two are independent: the command made their accounts before the work began.
  await sql("UPDATE staff_members SET created_at = 1 WHERE id IN (?, ?)", olga.id, otto.id);
  await sql("UPDATE domains SET settings = json_set(settings, '$.settings.prices_alone', 10) WHERE id = 'curves'");
  await context.addCookies([{ name: "staff", value: olga.token, url: at("/", HOST) }]);
  await page.goto(at("/staff/sites/curves/prices", HOST));
  const photo = page.getByLabel("Photo credits");
  const before = await photo.inputValue();
  await photo.fill("a few");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByText("Nothing was changed. Look at what is marked.").waitFor();
  expect([await photo.inputValue(), await photo.getAttribute("aria-invalid")]).toEqual(["a few", "true"]);
  await photo.fill(before);
  await page.locator("summary", { hasText: "EUR: c25, c60" }).click();
  await page.locator("[name='/settings/packages/EUR/0/amount']").fill("1300");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByText(SAVED).waitFor();

  const [one, other] = [plainStaff(olga.token), plainStaff(otto.token)];
  const rows = (on: PlainBrowser) => on.all(({ tag }) => tag === "tr").map(({ text }) => text);
  await one.goto("/staff/sites/curves/prices");
  one.unfold(/^EUR: c25, c60/);
  await one.press("Save and apply", { "/settings/packages/EUR/0/amount": "1900" });
  one.shows("Nothing is changed yet");
  await other.goto("/staff/sites/curves");
  expect(rows(other)).toContain("packages.EUR.c25.amount 1300 1900");
  await other.press("Approve");
  expect(other.text).toMatch(SAVED);
  expect(rows(other).filter((row) => /in the browser packages\.EUR\.c25\.amount now/.test(row))).toHaveLength(1);
  await page.goto(at("/staff/sites/curves", HOST));
  await expectSound(page);
  await other.press(/^Restore/);
  other.shows("Nothing is changed yet");
  await one.goto("/staff/sites/curves");
  expect(rows(one)).toContain("packages.EUR.c25.amount 1900 1300");
  await one.press("Approve");
  expect(one.text).toMatch(SAVED);
  expect(
    await sql("SELECT json_extract(settings, '$.settings.packages.EUR[0].amount') AS amount FROM domains WHERE id = 'curves'"),
  ).toEqual([{ amount: 1300 }]);

  await one.goto("/staff/sites/curves/codes");
  one.unfold("Add a code");
  const code = { discount: "spring-20", percent: "10", until: "2099-05-31T22:00", currency: "EUR", minimum: "49,99" };
  await one.press("Add the code", code);
  expect(rows(one).filter((row) => /^SPRING-20 10.*2099.*orders from €49\.99/.test(row))).toHaveLength(1);

  await one.goto("/staff/notices");
  const closing = () => one.buttons("Close all sites").length;
  expect(closing(), "one press closes the sites").toBe(0);
  one.unfold("Close all sites for maintenance");
  expect(closing()).toBe(1);
  await one.press("Show the notice", { text_en: "The new album is here." });
  await one.press("End: Notice");
  expect(rows(one).filter((row) => row.startsWith("Notice over all sites"))).toHaveLength(1);

  await page.goto(at("/staff/partners?site=curves&network=blog", HOST));
  await page.getByRole("button", { name: "Make the link" }).click();
  expect(await page.getByLabel("Link for the partner").inputValue()).toContain("curves.localhost");
  await expectSound(page);
  const acts = await sql<{ action: string }>(
    "SELECT action FROM staff_audit WHERE staff_id IN (?, ?) AND action NOT LIKE 'open %' ORDER BY id",
    olga.id,
    otto.id,
  );
  expect(acts.map(({ action }) => action)).toEqual([
    ...["change site", "propose site", "approve site", "propose site", "approve site"],
    ...["add code", "add notice", "end notice", "add partner link"],
  ]);
});

test("a day of support: a member found by mail gets the activation, a letter and credits; a complaint is answered in own words", async () => {
  const [email, who] = [`${newId()}@example.org`, newcomer("Griet")];
  const member = await insertMember(who, { confirmed: false });
  await sql(
    `INSERT INTO complaints (id, reference, domain_id, kind, name, email, text, language, country, receipt, created_at)
      VALUES (?, '7K3M9-QX4TD', 'liaison', 'consumer', 'Mieke', ?, 'Ik heb twee keer betaald.', 'nl', 'NL', 0, ?)`,
    ...[newId(), email, Date.now()],
  );
  const { page, context } = browser;
  await page.setViewportSize(PHONE);
  await page.goto("about:blank");
  const { id: sol, token, rows } = await staffRows("support");
  await insert(rows);
  await context.addCookies([{ name: "staff", value: token, url: at("/", HOST) }]);
  const support = plainStaff(token);
  await support.goto("/staff/members");
  await support.press("Find", { query: who.email });
  await support.follow(who.name);
  await support.press("Send the mail that confirms the address again");
  support.shows("The mail that confirms the address is on its way.");
  support.unfold("Write to this member");
  await support.press("Send", { text: "The link in the other mail of today confirms your address." });
  support.shows("The letter is on its way.");
  const mails = await mailsTo(who.email, 2);
  expect(mails.some(({ text }) => text.includes("The link in the other mail of today"))).toBe(true);
  support.unfold("Give credits");
  await support.press("Give", { credits: "10" });
  support.shows("The credits come after ten seconds");
  await letDecisionsLeave();
  expect(await sql("SELECT amount FROM ledger WHERE account_id = ? AND kind = 'goodwill'", member)).toEqual([{ amount: 10 }]);

  await takeWork(page, token, "/staff/complaints");
  const item = page.locator("[data-item]").filter({ hasText: "Ik heb twee keer betaald." });
  const answer = item.getByRole("textbox", { name: "Answer" });
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await answer.waitFor();
  await expectSound(page);
  // The browser takes spaces for an answer. The server's refusal stands at the field, which keeps them.
  await answer.fill("   ");
  await item.getByRole("button", { name: "Send the answer" }).click();
  await item.getByText("Please fill this in").waitFor();
  await expect.poll(() => answer.inputValue()).toBe("   ");
  await answer.fill("U krijgt het geld terug.");
  // The undo is pressed while the decision is on its way.
  const pressed = Promise.withResolvers<void>();
  await intercept(page, "**/staff/api/decide-work", (route) => pressed.promise.then(() => route.continue()), { times: 1 });
  const decided = page.waitForRequest("**/staff/api/decide-work");
  await item.getByRole("button", { name: "Send the answer" }).click();
  await decided;
  await item.getByRole("button", { name: /Undo/ }).click();
  pressed.resolve();
  await page.locator("[data-state=waiting]").filter({ hasText: "Ik heb twee keer betaald." }).waitFor();
  await item.locator("summary").first().click();
  await expect.poll(() => answer.inputValue()).toBe("U krijgt het geld terug.");
  await item.getByRole("button", { name: "Send the answer" }).click();
  await item.getByText("Agree and answer", { exact: true }).waitFor();
  await letDecisionsLeave();
  const [mail] = await mailsTo(email, 1);
  expect(mail).toMatchObject({
    subject: expect.stringMatching(/klacht/),
    text: expect.stringContaining("U krijgt het geld terug."),
  });
  const acts = await sql<{ action: string }>("SELECT action FROM staff_audit WHERE staff_id = ? ORDER BY id", sol);
  expect(acts.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["send activation", "write to member", "propose credits"]),
  );
});
