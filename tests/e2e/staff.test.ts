import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD } from "#demo/logins.ts";
import { hashForSeed } from "#scripts/password.ts";
import { factorRows, staffRows } from "#tests/setup/staff.ts";
import { stepAt, totpCode } from "#worker/backoffice/staff/totp.ts";
import { newId } from "#worker/platform/ids.ts";
import { virtualAuthenticator } from "./authenticator.ts";
import { at, DESKTOP, expectLayout, expectSound, mailsTo, PHONE, stranger, useBrowser } from "./browser.ts";
import { PlainBrowser } from "./plain.ts";
import { insert, sql } from "./product.ts";
import { codeOf, decideOffline, emptyQueues, HOST, letDecisionsLeave, logIn, uploader } from "./staff-steps.ts";
import { hydrated } from "./steps.ts";

useBrowser({ pictures: true });
beforeAll(emptyQueues);

const statesOf = (page: Page) =>
  page.locator("[data-item]").evaluateAll((all) => all.map((item) => (item as HTMLElement).dataset.state));

test("a moderator's day: log-in with a code, photos by keyboard, a name taken down; the member gets the mails", async () => {
  const who = await uploader("Ludmila", 3);
  const { page, context } = await stranger({ viewport: DESKTOP });
  await page.goto(at("/staff", HOST));
  await page.waitForURL("**/staff/login");
  await expectSound(page);
  await logIn(page, "moderator@demo.example");
  await page.getByRole("row", { name: /^Photos 3 3 0 / }).waitFor();
  await expectSound(page);
  await page.setViewportSize(PHONE);
  const queue = page.locator("[data-label]:has(a)").first();
  await expect.poll(() => queue.evaluate((cell) => getComputedStyle(cell).alignItems)).toBe("baseline");
  await page.setViewportSize(DESKTOP);
  await page.getByRole("link", { name: "Photos" }).first().click();
  await page.waitForURL("**/staff/photos");
  await hydrated(page);
  await page.keyboard.press("n");
  await expect.poll(() => statesOf(page)).toEqual(["waiting", "waiting", "waiting"]);
  await hydrated(page);
  const picture = page.getByRole("img", { name: "Photo of Ludmila" }).first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  const rows = page.getByRole("navigation", { name: "In your hands" }).getByRole("link");
  const chosen = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-current")));
  await page.keyboard.press("j");
  await expect.poll(chosen).toEqual([null, "true", null]);
  await page.keyboard.press("ArrowUp");
  await expect.poll(chosen).toEqual(["true", null, null]);
  await expect.poll(() => page.locator("[data-item]:visible").count()).toBe(1);
  await decideOffline(page);
  await page.keyboard.press("a");
  await expect.poll(() => statesOf(page)).toEqual(["approve", "waiting", "waiting"]);
  await expect.poll(chosen).toEqual([null, "true", null]);
  await page.getByRole("navigation", { name: "Staff pages" }).getByRole("link", { name: "Photos 2 waiting." }).waitFor();
  await page.setViewportSize({ width: 1280, height: 480 });
  await page.keyboard.press("r");
  const reason = page.getByRole("button", { name: "5 Unclear" });
  await expect
    .poll(() => reason.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight), {
      message: "the reasons that a key opens can be read",
    })
    .toBe(true);
  await page.setViewportSize(PHONE);
  await expectSound(page);
  await page.setViewportSize(DESKTOP);
  await expectLayout(page);
  await page.keyboard.press("5");
  await page.getByText(`Photo of ${who.name}: Refused`).waitFor();
  await page.keyboard.press("a");
  await expect.poll(() => statesOf(page)).toEqual(["approve", "refuse", "approve"]);
  await page.getByText(`Photo of ${who.name}: Approved`).waitFor();
  await page.keyboard.press("u");
  await page.getByText(`Photo of ${who.name}: taken back`).waitFor();
  await expect.poll(() => statesOf(page)).toEqual(["approve", "refuse", "waiting"]);

  await letDecisionsLeave();
  const mails = await mailsTo(who.email, 2);
  const subjects = mails.map(({ subject }) => subject).sort();
  expect(subjects).toEqual(["Your photo at Liaison is approved", "Your photo at Liaison was not approved"]);
  expect(mails.find(({ subject }) => /not approved/.test(subject))?.text).toMatch(/too dark, too blurred[\s\S]*\/complaints/);
  const photos = await sql<{ status: string }>("SELECT status FROM photos WHERE profile_id = ? ORDER BY position", who.id);
  expect(photos.map(({ status }) => status)).toEqual(["active", "rejected", "inspection"]);

  await page.keyboard.press("Control+k");
  const search = page.getByRole("dialog", { name: "Go to" });
  await search.getByRole("combobox").fill("repo");
  await expectSound(page);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/staff/reports");
  await hydrated(page);
  await page.keyboard.press("Control+k");
  await search.getByRole("combobox").fill(who.name.slice(0, -1));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/staff/members/*");
  await page.getByRole("heading", { name: `Member ${who.name}` }).waitFor();
  await page.locator("summary", { hasText: "Take something down" }).click();
  await page.locator("#removeContent-content").selectOption({ label: "The name (a neutral one takes its place)" });
  await page.locator("#removeContent-reason").selectOption({ index: 1 });
  await page.locator("#removeContent-words").fill("This name advertises another site.");
  await page.getByRole("button", { name: "Take it down" }).click();
  await page.getByText("It is taken down after ten seconds").waitFor();
  await letDecisionsLeave();
  const reasons = await mailsTo(who.email, 3);
  expect(reasons.some(({ text }) => text.includes("This name advertises another site."))).toBe(true);
  expect(await sql("SELECT 1 FROM profiles WHERE name = ?", who.name)).toEqual([]);

  const plain = new PlainBrowser(HOST);
  const [session] = (await context.cookies(at("/", HOST))).filter(({ name }) => name === "staff");
  plain.cookies.set("staff", session?.value ?? expect.unreachable());
  await plain.goto("/staff/nowhere", { status: 404 });
  plain.shows("This page could not be found");
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "account and log-out" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/staff/login");
  expect((await context.cookies(at("/", HOST))).filter(({ name }) => name === "staff")).toEqual([]);
});

/** What stands at the item of a queue with these words. */
const itemOf = (page: PlainBrowser, words: string) =>
  page.all((one) => one.has("data-item") && one.text.includes(words))[0] ?? expect.unreachable(`no item: ${words}`);

test("without scripts the operator decides and undoes by forms, and the audit log says so; the words of an answer come back", async () => {
  await uploader("Wendela", 1);
  await sql(
    `INSERT INTO complaints (id, reference, domain_id, kind, name, email, text, language, country, receipt, created_at)
      VALUES (?, '7K3M9-QX4TE', 'liaison', 'consumer', 'Mieke', 'mieke@example.org', 'Ik kan niet inloggen.', 'nl', 'NL', 0, ?)`,
    ...[newId(), Date.now()],
  );
  const page = new PlainBrowser(HOST);
  await page.goto("/staff/login");
  const email = "operator@demo.example";
  await page.press("Log in", { email, password: "not this one", code: "000000" }, { status: 403 });
  page.shows("Login failed, please try again");
  await page.press("Log in", { email, password: DEMO_PASSWORD, code: await codeOf(email) });
  expect(page.path).toBe("/staff");
  await page.goto("/staff/photos");
  await page.press(/Take the next 20/);
  await page.press(/Approve/);
  await page.press(/Undo/);
  page.unfold(/Refuse/);
  await page.press(/Illegal/);
  expect(itemOf(page, "Wendela").text).toContain("Refused");
  await page.goto("/staff/audit");
  const noted = page.all(({ tag }) => tag === "tr").flatMap((row) => row.find(({ tag }) => tag === "td")[2]?.text ?? []);
  const actions = noted.filter((action) => !action.startsWith("Looked at "));
  expect(actions.slice(0, 6)).toEqual([
    "Refused (photo)",
    "Undid the decision (photo)",
    "Approved (photo)",
    "Took work",
    "Logged in",
    "A log-in was refused",
  ]);
  await letDecisionsLeave();
  const [photo] = await sql<{ reason: string }>(
    "SELECT rejected_for AS reason FROM photos JOIN profiles p ON p.id = profile_id WHERE p.name LIKE 'Wendela%'",
  );
  expect(photo?.reason).toBe("illegal");

  const words = "Ik kan niet inloggen.";
  await page.goto("/staff/complaints");
  await page.press(/Take the next 5/);
  const answer = () => itemOf(page, words).find((one) => one.tag === "textarea" && one.get("name") === "words")[0]?.text;
  page.unfold(/^Agree and answer/);
  await page.press("Send the answer", { words: "   " }, { status: 422 });
  page.shows("Please fill this in");
  expect(answer()?.trim()).toBe("");
  await page.press("Send the answer", { words: "Probeer het nog eens." });
  await page.press(/Undo/);
  page.unfold(/^Agree and answer/);
  expect(answer()).toBe("Probeer het nog eens.");
});

test("an operator adds a person, reads the figures and the status; the person scans a code and logs in with a passkey", async () => {
  const password = "a kettle on the roof";
  const { page, context } = await stranger({ viewport: DESKTOP });
  const { id, email, token, rows } = await staffRows("operator");
  const factors = await factorRows(id, hashForSeed(password));
  await insert([...rows, ...factors.rows]);
  await context.addCookies([{ name: "staff", value: token, url: at("/", HOST) }]);
  await page.goto(at("/staff/people", HOST));
  await page.getByLabel("Name").fill("Sanne");
  await page.getByLabel("E-mail address").fill("sanne@staff.example");
  await page.locator("#add-password").fill(password);
  await page.locator("#add-code").fill(factors.code);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const link = await page.getByLabel("Set-up link").inputValue();
  await expectSound(page);
  await sql(
    "INSERT INTO daily_figures (domain_id, day, name, value) VALUES ('liaison', ?, 'likes', 7)",
    Date.UTC(2026, 0, 2) / 86_400_000,
  );
  await page.goto(at("/staff/figures?from=2026-01-01&to=2026-01-03", HOST));
  await page.getByRole("img", { name: "Likes by day; most: 7 on 2 Jan 2026" }).waitFor();
  await expectSound(page);
  await page.goto(at("/staff/status", HOST));
  await page.getByRole("row", { name: /^Mails to send \d+/ }).waitFor();
  await expectSound(page);

  // The person's own phone.
  await context.clearCookies();
  await page.setViewportSize(PHONE);
  await virtualAuthenticator(page);
  await page.goto(link);
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  await expectSound(page);
  const [told] = await mailsTo(email, 1);
  expect(told).toMatchObject({
    subject: "Staff: added the account of Sanne",
    text: expect.stringContaining("sanne@staff.example"),
  });
  const secret = (await page.locator("code").textContent())?.replaceAll(" ", "") ?? "";
  const recovery =
    (await page
      .locator("li")
      .filter({ hasText: /^\w{4}-\w{4}-\w{4}$/ })
      .first()
      .textContent()) ?? "";
  await page.locator("[name=password]").fill(password);
  await page.locator("[name=code]").fill(await totpCode(secret, stepAt(Date.now())));
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL("**/staff");

  await page.goto(at("/staff/account", HOST));
  await page.locator("summary", { hasText: "Add a passkey" }).click();
  await page.locator('button:enabled:has-text("Add a passkey")').waitFor();
  await page.getByLabel("Name").fill("Phone");
  await page.locator("#add-password").fill(password);
  await page.locator("#add-code").fill(recovery);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText(/not used yet/).waitFor();
  await expectSound(page);
  await context.clearCookies({ name: "staff" });
  await page.goto(at("/staff/login", HOST));
  await page.getByRole("link", { name: "Log in with a passkey" }).click();
  await page.locator('button:enabled:has-text("Use a passkey")').click();
  await page.waitForURL("**/staff");

  await page.goto(at("/staff/members", HOST));
  await page.locator("[name=query]").fill("nobody@example.org");
  await context.clearCookies({ name: "staff" });
  await page.locator("[name=query]").press("Enter");
  await page.getByText("Your session had ended, so nothing was sent.").waitFor();
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.locator('button:enabled:has-text("Use a passkey")').waitFor();
  await expectSound(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("Nothing was sent yet").waitFor();
  expect(await page.locator("[name=query]").inputValue()).toBe("nobody@example.org");
  const actions = await sql<{ action: string }>(
    "SELECT action FROM staff_audit WHERE staff_id = (SELECT id FROM staff_members WHERE email = 'sanne@staff.example') ORDER BY id",
  );
  expect(actions.map(({ action }) => action)).toEqual(["set up", "add passkey", "login by passkey", "login by passkey"]);
});

test("without scripts a form whose session had ended comes back as it was left, and nothing was sent", async () => {
  const page = new PlainBrowser(HOST);
  const { token, rows } = await staffRows("operator");
  await insert(rows);
  page.cookies.set("staff", token);
  await page.goto("/staff/people");
  page.cookies.clear();
  await page.press("Add", { name: "Nele", email: "nele@staff.example", password: "x", code: "x" }, { status: 403 });
  page.shows("Your session had ended, so nothing was sent.");
  const email = "operator@demo.example";
  // Another test may have used the code of this half minute.
  const unused = () => sql("UPDATE staff_members SET totp_step = 0 WHERE email = ?", email);
  await unused();
  await page.press("Log in", { email, password: DEMO_PASSWORD, code: await codeOf(email) });
  page.shows("Nothing was sent yet");
  expect(page.value("name")).toBe("Nele");
  expect(await sql("SELECT 1 FROM staff_members WHERE email = 'nele@staff.example'")).toEqual([]);
  await unused();
  await page.press("Add", { password: DEMO_PASSWORD, code: await codeOf(email) });
  page.shows("nele@staff.example");
});
