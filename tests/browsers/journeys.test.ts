import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { at, mailTo } from "#tests/e2e/browser.ts";
import { insertMember } from "#tests/e2e/fixtures.ts";
import { sql } from "#tests/e2e/product.ts";
import { type Newcomer, newcomer } from "#tests/e2e/steps.ts";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { ENGINES, useEngine } from "./engines.ts";
import { logIn } from "./people.ts";
import type { Session } from "./session.ts";

const LOG = '[role="log"]';
const TEXT = 'textarea[name="text"]';
/** In a chat that has not begun. */
const FIRST = "Send · 1 credit";

describe.each(ENGINES)("in %s", (engine) => {
  const { open } = useEngine(engine);

  test("a visitor says her age, signs up, confirms by the code, finds a member, likes him and talks to him live", async () => {
    const nina = newcomer("Nina");
    const ben = { ...newcomer("Ben", "male"), id: "" };
    ben.id = await insertMember(ben, { credits: 100 });
    const [hers, his] = [await open(), await open()];

    await hers.goto(at("/"));
    await hers.click("dialog button", "Yes, I am 18 or older");
    await hers.gone("dialog");
    await hers.goto(at("/signup"));
    await signUp(hers, nina);
    await hers.at(/\/members/);
    await hers.see('[name="code"]');
    const { text } = await mailTo(nina.email, /./);
    await hers.fill('[name="code"]', /\b\d{6}\b/.exec(text)?.[0] ?? expect.unreachable("no code in the mail"));
    await hers.click("button", "Confirm");
    await hers.at(/\/activate\/done/);

    await hers.goto(at("/members"));
    await search(hers, ben.name);
    await logIn(his, ben.id);
    await his.goto(at("/likes"));
    await his.alive();
    await hers.click("button", "Like");
    await hers.see("button", "Take like back");
    await his.see("main", nina.name);

    await hers.click("a", "Message");
    await hers.alive();
    const hello = `Hello, this is ${nina.name}`;
    await say(hers, hello, FIRST);
    await hers.see(`${LOG} p`, hello);
    await hers.at(/\/chats\/\w+/);
    await his.goto(at("/chats"));
    await his.alive();
    await his.click('main a[href^="/chats/"]', nina.name);
    // In a wide window the list shows the newest chat, too.
    await his.at(/\/chats\/\w+/);
    await his.see(`${LOG} p`, hello);
    await his.alive();
    // The mark changes by the open page's socket.
    await hers.see(`${LOG} [role="img"]`, "Read");
    await say(his, "Hello Nina, coffee?");
    await hers.see(`${LOG} p`, "Hello Nina, coffee?");
    // A message is read where its window is the one in use.
    await hers.front();
    await his.until("his message is read", async () => {
      const marks = await his.run(() =>
        [...document.querySelectorAll('[role="log"] [role="img"]')].map((mark) => mark.getAttribute("aria-label")),
      );
      return marks.at(-1) === "Read";
    });
  });

  test("a member buys credits at the sandbox and comes back to the receipt", async () => {
    const page = await open();
    const id = await insertMember(newcomer("Pia"), { credits: 0 });
    await logIn(page, id);
    await page.goto(at("/credits"));
    await page.click("main a", "25 credits");
    await page.at(/\/credits\/c25/);
    await order(page);
    await page.see("h1", "Payment complete");
    await page.see("main", "25 credits were added to your balance.");
    await page.click("main a", "Show the receipt");
    await page.at(/\/receipt$/);
    await page.see("button", "Print or save as PDF");
    const [{ credits } = { credits: -1 }] = await sql<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?1", id);
    expect(credits).toBe(25);
  });

  test("a member without credits pays in a sheet over the chat, and the message is sent on the return", async () => {
    const page = await open();
    const ben = await insertMember(newcomer("Ben", "male"));
    const id = await insertMember(newcomer("Ida"), { credits: 0 });
    await logIn(page, id);
    await page.goto(at(`/members/${ben}/chat`));
    await page.alive();
    await page.fill(TEXT, "Which walk was it?");
    await page.click("button", FIRST);
    await page.see("dialog button", "and send");
    await page.click("dialog button", "and send");
    await page.at(/^http:\/\/pay\.localhost/);
    await page.click("button", "Pay ");
    await page.at(/\/chats\//);
    await page.see(`${LOG} p`, "Which walk was it?");
    expect(await sql("SELECT text, price FROM messages WHERE sender_id = ?1", id)).toEqual([
      { text: "Which walk was it?", price: 1 },
    ]);
  });

  test("a member places a photo, and changes her settings", async () => {
    const folder = mkdtempSync(join(tmpdir(), "liaison-photo-"));
    const file = join(folder, "me.jpg");
    writeFileSync(file, await phonePhoto().bytes());
    const page = await open();
    await logIn(page, await insertMember(newcomer("Eva")));
    await page.goto(at("/profile"));
    await page.alive();
    await page.attach("#photo-files", file);
    await page.click("dialog button", "Use this part");
    await page.see("#photos button", "Photo 1 of 1");
    rmSync(folder, { recursive: true });

    await page.goto(at("/settings/privacy"));
    await page.click('label:has([name="invisible"])');
    await page.click("main button", "Save");
    await page.see("main", "Saved.");
    await page.goto(at("/settings/privacy"));
    expect(await page.run(() => document.querySelector<HTMLInputElement>('[name="invisible"]')?.checked)).toBe(true);
    await page.goto(at("/settings"));
    await page.click("main button", "Log out");
    await page.see("body", "You are logged out.");
  });
});

async function signUp(page: Session, who: Newcomer): Promise<void> {
  await page.click('#signup [name="gender"][value="female"]');
  await page.click('#signup [name="looking_for"][value="male"]');
  await page.fill('#signup [name="date_of_birth_day"]', "7");
  await page.choose('#signup [name="date_of_birth_month"]', "4");
  await page.fill('#signup [name="date_of_birth_year"]', "1990");
  await page.click("button", "Continue");
  await page.see("h1, h2", "Whom do you want to see?");
  await page.click("button", "Continue");
  await page.fill('#signup [name="name"]', who.name);
  await page.fill('#signup [name="email"]', who.email);
  await page.fill('#signup [name="password"]', who.password);
  await page.click('#signup label:has([name="terms"])');
  await page.click('#signup label:has([name="sensitive_data"])');
  await page.click("button", "Sign up free");
  await page.at(/\/signup-matches/);
  await page.click("main a", "Continue");
  await page.at(/step=photo/);
  await page.click("main a", "Skip this");
  await page.at(/\/complete-signup$/);
  await page.click("main a", "Skip this");
}

/** Members of one age, since those without a photo come last. */
async function search(page: Session, name: string): Promise<void> {
  await page.choose('select[name="country"]', "all");
  await page.fill('[name="min_age"]', "36");
  await page.fill('[name="max_age"]', "36");
  await page.run(() => document.querySelector<HTMLInputElement>('[name="max_age"]')?.form?.requestSubmit());
  await page.at(/min_age=36/);
  await page.click('main li a[href^="/members/"]', name);
  await page.see("h1", name);
  await page.alive();
}

async function say(page: Session, text: string, button = "Send"): Promise<void> {
  await page.fill(TEXT, text);
  await page.click("button", button);
}

/** From the package to the provider's page and back. */
async function order(page: Session): Promise<void> {
  await page.click("main a", "iDEAL");
  await page.at(/\/c25\/ideal$/);
  await page.click("main button", "Pay ");
  await page.at(/^http:\/\/pay\.localhost/);
  await page.click("button", "Pay ");
  await page.at(/\/transactions\//);
}
