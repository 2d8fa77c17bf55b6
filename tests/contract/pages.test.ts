import { describe, expect, it } from "vitest";
import type { Answer } from "./http.ts";
import { member, Person, SIDES } from "./person.ts";

/** Sends a form of a page as a browser without JavaScript would: its hidden fields, and what was typed. */
async function submit(person: Person, page: string, contains: string, typed: Record<string, string>): Promise<Answer> {
  const { text } = await person.request("GET", page);
  const form = [...text.matchAll(/<form[\s\S]*?<\/form>/g)].map(([html]) => html).find((html) => html.includes(contains));
  if (!form) throw new Error(`no form with ${contains} on ${page}`);
  const fields = new Map<string, string>();
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) =>
      new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1]?.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
    if (attribute("type") === "hidden") fields.set(attribute("name") ?? "", attribute("value") ?? "");
  }
  for (const [name, value] of Object.entries(typed)) fields.set(name, value);
  const boundary = "----form";
  const parts = [...fields].map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = {
    "content-type": `multipart/form-data; boundary=${boundary}`,
    origin: `http://localhost:${person.port}`,
    "sec-fetch-site": "same-origin",
    referer: `http://localhost:${person.port}${page}`,
  };
  return person.request("POST", page, `${parts.join("")}--${boundary}--\r\n`, headers);
}

describe.each(SIDES)("pages, without JavaScript: %s", (side) => {
  it("log in and show the member", async () => {
    const { email, name } = await member(side);
    const person = new Person(side);
    const answer = await submit(person, "/login", 'name="password"', { email, password: "a-Long-enough-Secret-7" });
    expect([301, 302, 303]).toContain(answer.status);
    expect(person.cookies.has("session")).toBe(true);
    const page = await person.request("GET", "/members");
    expect(page.status).toBe(200);
    expect(page.text).toContain("logged-in");
    expect((await person.request("GET", "/profile")).text).toContain(name);
  });

  it("show a refusal beside the form, in the visitor's language, with what was typed", async () => {
    const person = new Person(side);
    person.cookies.set("locale", "nl");
    const answer = await submit(person, "/login", 'name="password"', { email: "nobody@example.org", password: "wrong" });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('lang="nl"');
    expect(answer.text).toContain("nobody@example.org");
    expect(answer.text).not.toContain('wrong"');
    expect(person.cookies.has("session")).toBe(false);
  });

  it("show a profile, and 404 for one that is not there", async () => {
    const anna = await member(side);
    const ben = await member(side, { gender: "male", looking_for: "female" });
    const page = await anna.request("GET", `/members/${ben.id}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(ben.name);
    const missing = await anna.request("GET", "/members/nobody");
    expect(missing.status).toBe(404);
    expect(missing.text).toContain("This page could not be found");
  });

  it("log out", async () => {
    const anna = await member(side);
    const session = anna.cookies.get("session") as string;
    const answer = await submit(anna, "/members", "Log out", {});
    expect([301, 302, 303]).toContain(answer.status);
    expect(anna.cookies.get("session")).not.toBe(session);
    const again = await anna.request("GET", "/api/user.php", undefined, { cookie: `session=${session}` });
    expect(anna.refusal(again).code).toBe("authentication_required");
  });
});
