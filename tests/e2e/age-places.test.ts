import { expect, test } from "vitest";
import { ask } from "#tests/contract/http.ts";
import { at, expectSound, mailTo, PHONE, person, useBrowser } from "./browser.ts";
import { insertMember, memberPage, newSession } from "./fixtures.ts";
import { port, runCron, sql } from "./product.ts";
import { newcomer } from "./steps.ts";

useBrowser();

const HOST = "gated.localhost";

async function moveTo(country: string, id: string): Promise<void> {
  await sql("UPDATE profiles SET country = ?, region = NULL, city = NULL WHERE id = ?", country, id);
  // The terms of another country are another company's.
  await sql("UPDATE accounts SET terms_version = '2026-11-28' WHERE id = ?", id);
}

/** A member of a country, at home there. */
async function memberIn(country: string) {
  const made = await memberPage("Pia", { host: HOST, viewport: PHONE, extraHTTPHeaders: { "cf-ipcountry": country } });
  await moveTo(country, made.id);
  return made;
}

/** Where a page leads, without the host and the way back. */
async function leadsTo(page: Awaited<ReturnType<typeof memberIn>>["page"], path: string): Promise<string> {
  await page.goto(path);
  return new URL(page.url()).pathname;
}

/** Without a browser, which has nothing to add to a status. Node does not resolve the host. */
async function asking(id: string, country: string) {
  const host = `${HOST}:${port}`;
  const session = await newSession(id, { host: HOST });
  const headers = { host, origin: `http://${host}`, "cf-ipcountry": country, cookie: `session=${session}` };
  return {
    async like(profile: string): Promise<number> {
      const json = { ...headers, "content-type": "application/json" };
      return (await ask({ port, method: "POST", path: "/api/like.php", body: JSON.stringify({ profile }), headers: json }))
        .status;
    },
    /** The path itself where its page is shown. */
    async leadsTo(path: string): Promise<string> {
      const { status, headers: answered } = await ask({ port, path, headers: { ...headers, accept: "text/html" } });
      if (status === 200) return path;
      expect([path, status]).toEqual([path, 302]);
      return new URL(answered.location ?? "", `http://${host}`).pathname;
    },
  };
}

const PROOF = "/proof-of-age";

test.each([
  ["off", "BE", { members: "/members", profile: "/profile", like: 200 }],
  ["off", "US", { members: "/members", profile: "/profile", like: 200 }],
  ["before_contact", "NL", { members: "/members", profile: "/profile", like: 403 }],
  ["before_contact", "GB", { members: "/members", profile: "/profile", like: 403 }],
  ["before_members", "DE", { members: PROOF, profile: "/profile", like: 403 }],
  ["before_members", "IE", { members: PROOF, profile: "/profile", like: 403 }],
  ["at_signup", "AT", { members: PROOF, profile: PROOF, like: 403 }],
  ["at_signup", "FR", { members: PROOF, profile: PROOF, like: 403 }],
])("%s in %s: what waits, and what never does", async (_, country, expected) => {
  const partner = await insertMember(newcomer("Petra", "male"), { host: HOST });
  const id = await insertMember(newcomer("Pia"), { host: HOST });
  await moveTo(country, id);
  const { like, leadsTo } = await asking(id, country);
  expect({ members: await leadsTo("/members"), profile: await leadsTo("/profile"), like: await like(partner) }).toEqual(expected);
  for (const free of ["/settings", "/settings/data", "/settings/delete", "/complaints", "/transactions"])
    expect(await leadsTo(free), free).toBe(free);
});

test("a visitor of a country whose members prove their age first sees no member", async () => {
  for (const [country, path] of [
    ["DE", "/login"],
    ["NL", "/members"],
  ] as const) {
    const { page } = await person({ baseURL: at("/", HOST), extraHTTPHeaders: { "cf-ipcountry": country } });
    expect([country, await leadsTo(page, "/members")]).toEqual([country, path]);
    await page.context().close();
  }
});

test("a member who was here before reads the day, gets one mail, and goes on until then", async () => {
  const { page, who } = await memberIn("DK");
  await page.goto("/members");
  await page.getByText("From 1 June 2099 on, we need a proof that you are an adult").waitFor();
  await expectSound(page);
  // The rules are new since the last run.
  await sql("DELETE FROM age_notices");
  const letters = () => sql("SELECT id FROM outbox WHERE recipient = ? AND template = 'age_proof'", who.email);
  // A run writes to 200 members.
  for (let run = 0; run < 10 && (await letters()).length === 0; run++) await runCron();
  const letter = await mailTo(who.email, /show by 1 June 2099 that you are an adult$/);
  expect(letter.text).toContain("/proof-of-age");
  await runCron();
  expect(await letters()).toHaveLength(1);
  await page.goto("/proof-of-age");
  await page.getByText("You have time until 1 June 2099.").waitFor();
  // The day has come.
  await sql(
    "UPDATE accounts SET created_at = ? WHERE id = (SELECT id FROM accounts WHERE email = ?)",
    Date.parse("2099-02-01"),
    who.email,
  );
  expect(await leadsTo(page, "/members")).toBe(PROOF);
});
