import { expect, test } from "vitest";
import { staffRows } from "#tests/setup/staff.ts";
import { newId } from "#worker/platform/ids.ts";
import { at, DESKTOP, expectSound, mailsTo, PHONE, stranger, useBrowser } from "./browser.ts";
import { insertMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { insert, sql } from "./product.ts";
import { HOST, letDecisionsLeave } from "./staff-steps.ts";
import { hydrated, newcomer } from "./steps.ts";

useBrowser();

test("an operator's day: prices, one of them by two people, a version back, a code, a notice, a partner's link", async () => {
  const { page, context } = await stranger({ viewport: DESKTOP });
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
  await page.getByText(/^Saved as version \d+\./).waitFor();

  await page.locator("summary", { hasText: "EUR: c25, c60" }).click();
  await page.locator("[name='/settings/packages/EUR/0/amount']").fill("1900");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByText("Nothing is changed yet", { exact: true }).waitFor();
  await context.addCookies([{ name: "staff", value: otto.token, url: at("/", HOST) }]);
  await page.goto(at("/staff/sites/curves", HOST));
  await page.getByRole("row", { name: "packages.EUR.c25.amount 1300 1900" }).waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText(/^Saved as version \d+\./).waitFor();
  await page.getByRole("row", { name: /in the browser packages\.EUR\.c25\.amount now/ }).waitFor();
  await expectSound(page);
  await page
    .getByRole("button", { name: /^Restore/ })
    .first()
    .click();
  await page.getByText("Nothing is changed yet", { exact: true }).waitFor();
  await context.addCookies([{ name: "staff", value: olga.token, url: at("/", HOST) }]);
  await page.goto(at("/staff/sites/curves", HOST));
  await page.getByRole("row", { name: "packages.EUR.c25.amount 1900 1300" }).waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText(/^Saved as version \d+\./).waitFor();
  expect(
    await sql("SELECT json_extract(settings, '$.settings.packages.EUR[0].amount') AS amount FROM domains WHERE id = 'curves'"),
  ).toEqual([{ amount: 1300 }]);

  await page.goto(at("/staff/sites/curves/codes", HOST));
  await page.locator("summary", { hasText: "Add a code" }).click();
  await page.locator("[name=discount]").fill("spring-20");
  await page.getByLabel("Percent off").fill("10");
  await page.getByLabel("Ends").fill("2099-05-31T22:00");
  await page.getByLabel("Only in the currency").selectOption("EUR");
  await page.getByLabel("Smallest order").fill("49,99");
  await page.getByRole("button", { name: "Add the code" }).click();
  await page.getByRole("row", { name: /^SPRING-20 10.*2099.*orders from €49\.99/ }).waitFor();

  await page.goto(at("/staff/notices", HOST));
  await page.locator("#notice-en").fill("The new album is here.");
  await page.getByRole("button", { name: "Show the notice" }).click();
  await page.getByRole("button", { name: "End: Notice" }).click();
  await page.getByRole("row", { name: /^Notice over all sites/ }).waitFor();
  expect(await page.getByRole("button", { name: "Close all sites" }).isVisible(), "one press closes the sites").toBe(false);

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
  const { page, context } = await stranger({ viewport: PHONE });
  const { id: sol, token, rows } = await staffRows("support");
  await insert(rows);
  await context.addCookies([{ name: "staff", value: token, url: at("/", HOST) }]);
  await page.goto(at("/staff/members", HOST));
  await page.locator("[name=query]").fill(who.email);
  await page.locator("[name=query]").press("Enter");
  await page.getByRole("link", { name: who.name }).click();
  await page.getByRole("button", { name: "Send the mail that confirms the address again" }).click();
  await page.getByText("The mail that confirms the address is on its way.").waitFor();
  await page.locator("summary", { hasText: "Write to this member" }).click();
  await page.getByLabel("Your words").fill("The link in the other mail of today confirms your address.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("The letter is on its way.").waitFor();
  const mails = await mailsTo(who.email, 2);
  expect(mails.some(({ text }) => text.includes("The link in the other mail of today"))).toBe(true);
  await page.locator("summary", { hasText: "Give credits" }).click();
  await page.locator("#giveCredits-credits").fill("10");
  await page.getByRole("button", { name: "Give", exact: true }).click();
  await page.getByText("The credits come after ten seconds").waitFor();
  await letDecisionsLeave();
  expect(await sql("SELECT amount FROM ledger WHERE account_id = ? AND kind = 'goodwill'", member)).toEqual([{ amount: 10 }]);

  await page.goto(at("/staff/complaints", HOST));
  await page.getByRole("button", { name: /Take the next 5/ }).click();
  const item = page.locator("[data-item]").filter({ hasText: "Ik heb twee keer betaald." });
  const answer = item.getByRole("textbox", { name: "Answer" });
  await hydrated(page);
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
