import { expect, test } from "vitest";
import { ask } from "#tests/contract/http.ts";
import { mailTo } from "./browser.ts";
import { insertMember, newSession } from "./fixtures.ts";
import { PlainBrowser } from "./plain.ts";
import { port, runCron, sql } from "./product.ts";
import { expectPlainSound } from "./sight.ts";
import { newcomer } from "./steps.ts";

const HOST = "gated.localhost";

async function moveTo(country: string, id: string): Promise<void> {
  await sql("UPDATE profiles SET country = ?, region = NULL, city = NULL WHERE id = ?", country, id);
  // The terms of another country are another company's.
  await sql("UPDATE accounts SET terms_version = '2026-11-28' WHERE id = ?", id);
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
    ["DE", /^\/login/],
    ["NL", /^\/members$/],
  ] as const) {
    const page = from(country);
    await page.goto("/members");
    expect(page.path, country).toMatch(path);
  }
});

test("a member who was here before reads the day, gets one mail, and goes on until then", async () => {
  const who = newcomer("Pia");
  const id = await insertMember(who, { host: HOST });
  await moveTo("DK", id);
  const page = await PlainBrowser.of(id, HOST, { "cf-ipcountry": "DK" });
  await page.goto("/likes");
  page.enter("From 1 June 2099 on, we need a proof that you are an adult");
  await expectPlainSound(page);
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
  page.shows("You have time until 1 June 2099.");
  // The day has come.
  await sql("UPDATE accounts SET created_at = ? WHERE id = ?", Date.parse("2099-02-01"), id);
  await page.goto("/members");
  expect(page.path).toMatch(/^\/proof-of-age/);
});

function from(country: string): PlainBrowser {
  const page = new PlainBrowser(HOST);
  page.headers["cf-ipcountry"] = country;
  return page;
}
