import { expect, test } from "vitest";
import { mailsTo, mailTo } from "./browser.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { referenceOn } from "./plain-steps.ts";
import { sql } from "./product.ts";
import { expectPlainSound } from "./sight.ts";
import { newcomer } from "./steps.ts";

const HOST = "127.0.0.1";

/** A member with a paid purchase of 25 credits. */
async function buyer() {
  const { page, id, who } = await plainMember("Pia", { host: HOST, credits: 0 });
  await page.goto("/credits/c25/card");
  await page.press(/^Pay \S+ now$/);
  const [, payment = ""] = /^\/transactions\/(\w+)/.exec(page.path) ?? [];
  await page.follow("Continue to the payment page");
  await page.press(/^Pay [^,]*$/);
  const credits = async () => (await sql<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?", id))[0]?.credits;
  expect(await credits()).toBe(25);
  return { who, payment, credits };
}

/** Withdraws from a contract without a log-in. */
async function states(page: PlainBrowser, contract: string, email: string): Promise<void> {
  await page.goto("/pricing");
  const links = page.anywhere((one) => one.tag === "a" && one.text === "Withdraw from contract here" && one.isIn("footer"));
  expect(new Set(links.map((link) => link.get("href")))).toEqual(new Set(["/withdraw"]));
  await page.goto("/withdraw");
  await page.press("Continue", { name: "Pia Jansen", contract, email });
  await page.press("Confirm withdrawal");
  page.shows("We have your withdrawal");
}

const refunds = (payment: string) => sql<{ status: string }>("SELECT status FROM refunds WHERE payment_id = ?", payment);

test("logged out, without scripts: a statement gets its receipt, and the link in the mail to the account pays back", async () => {
  const { who, payment, credits } = await buyer();
  const other = newcomer("Reader");
  const visitor = new PlainBrowser(HOST);
  await states(visitor, payment, other.email);
  await expectPlainSound(visitor);
  const reference = referenceOn(visitor);
  const receipt = await mailTo(other.email, /^We have received your withdrawal/);
  expect(receipt.subject).toContain(reference);
  for (const said of ["Pia Jansen", payment]) expect(receipt.text).toContain(said);
  expect(await refunds(payment), "nothing before the link").toEqual([]);

  const letter = await mailTo(who.email, /^Withdrawal from your purchase/);
  expect(letter.text).toContain(reference);
  const { pathname, search } = new URL(/https?:\/\/\S+token=\S+/.exec(letter.text)?.[0] ?? "");
  await visitor.goto(pathname + search);
  await expectPlainSound(visitor);
  await visitor.press(/^Pay back/);
  visitor.shows("The money is on its way back");
  expect(await refunds(payment)).toEqual([{ status: "done" }]);
  expect(await credits()).toBe(0);
});

test("without scripts, by the account's address; an unknown one gets the same page and no mail", async () => {
  const { who } = await buyer();
  const [visitor, guesser] = [new PlainBrowser(HOST), new PlainBrowser(HOST)];
  const [reader, nobody] = [newcomer("Reader"), newcomer("Nobody")];
  await states(visitor, who.email, reader.email);
  await states(guesser, nobody.email, reader.email);
  const shown = ({ text }: PlainBrowser) => text.replace(/[0-9A-Z]{5}-[0-9A-Z]{5}/, "").replace(/from .*? at .*?\./, "");
  expect(shown(visitor)).toBe(shown(guesser));
  await mailTo(who.email, /^Withdrawal from your purchase/);
  expect(await mailsTo(reader.email, 2)).toHaveLength(2);
  expect(await sql("SELECT id FROM outbox WHERE recipient = ?", nobody.email)).toEqual([]);
});
