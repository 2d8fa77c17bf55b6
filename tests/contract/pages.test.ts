import { describe, expect, it } from "vitest";
import { routes } from "#tests/e2e/routes.ts";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { open } from "./forms.ts";
import type { Answer } from "./http.ts";
import { LOCAL, member, Person, SIDES } from "./person.ts";

/** Invalid return paths, one of each kind: spellings of other sites, and paths that are not pages. next.test.ts asks the rule in all. */
const ELSEWHERE = [
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/x/../..//evil.example",
  "/%2f%2fevil.example",
  "evil.example",
  "/api/logout.php",
  "/login?next=//evil.example",
];

/** Submits a form without JavaScript: its hidden fields and the typed values. */
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
    const answer = await submit(person, "/login", 'name="password"', { email, password: PASSWORD });
    expect([301, 302, 303]).toContain(answer.status);
    expect(person.cookies.has("session")).toBe(true);
    const page = await person.request("GET", "/members");
    expect(page.status).toBe(200);
    expect(page.text).toContain("logged-in");
    expect((await person.request("GET", "/profile")).text).toContain(name);
  });

  it("show a refusal beside the form, in the visitor's language, with the input kept", async () => {
    const person = new Person(side);
    person.cookies.set("locale", "nl");
    const answer = await submit(person, "/login", 'name="password"', { email: "nobody@example.org", password: "wrong" });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('lang="nl"');
    expect(answer.text).toContain("nobody@example.org");
    expect(answer.text).not.toContain('wrong"');
    expect(person.cookies.has("session")).toBe(false);
  });

  it("show a profile, and 404 for an unknown one", async () => {
    const anna = await member(side);
    const ben = await member(side, { gender: "male", looking_for: "female" });
    const page = await anna.request("GET", `/members/${ben.id}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(ben.name);
    const missing = await anna.request("GET", "/members/nobody");
    expect(missing.status).toBe(404);
    expect(missing.text).toContain("This page could not be found");
  });

  it("have a description: the search, a profile, a chat, all chats and the swipe game", async () => {
    const anna = await member(side);
    const ben = await member(side, { gender: "male", looking_for: "female" });
    for (const path of ["/members", `/members/${ben.id}`, `/members/${ben.id}/chat`, "/chats", "/swipe-game"]) {
      const { status, text } = await anna.request("GET", path);
      expect([path, status]).toEqual([path, 200]);
      expect(text, path).toMatch(/<meta content="[^"]{10,}" name="description"/);
    }
  });

  it("show the site to who gets a link to them elsewhere, and never a member", async () => {
    const ben = await member(side, { gender: "male", looking_for: "female" });
    const visitor = new Person(side);
    const landings = [`/members/${ben.id}`, ...["", "2", "3"].map((n) => `/members/${ben.id}/landing${n}`)];
    for (const path of [
      "/",
      "/signup",
      "/login",
      "/terms",
      "/members",
      "/landers/gallery",
      "/landers/gallery/amsterdam",
      ...landings,
    ]) {
      const { status, text } = await visitor.request("GET", path);
      expect([path, status]).toEqual([path, 200]);
      const tags = [...text.matchAll(/<meta content="([^"]*)" property="og:([\w:]+)"/g)].map(
        ([, value, name]) => [name, value] as const,
      );
      const og = Object.fromEntries(tags);
      expect([path, tags.length]).toEqual([path, Object.keys(og).length]);
      expect([path, og.site_name, og.locale, og["image:width"]]).toEqual([path, "Liaison", "en_US", "1200"]);
      expect(og.image, path).toMatch(/^http:\/\/localhost(:\d+)?\/icons\/share\.png\?v=[0-9a-f]{12}$/);
      for (const words of [og.title, og.description]) {
        expect(words?.length, path).toBeGreaterThan(5);
        expect(words, path).not.toContain(ben.name);
      }
      expect(og.url?.replace(/^http:\/\/localhost(:\d+)?/, ""), path).toBe(landings.includes(path) ? undefined : path);
    }
    expect((await ben.request("GET", "/")).text + (await ben.request("GET", "/members")).text).not.toContain('property="og:');
  });

  it("lead from a spent log-in link by the log-in back to the link, and other members to the search", async () => {
    const link = `/l${"A".repeat(43)}`;
    const visitor = await new Person(side).request("GET", link);
    expect(visitor.text).toContain(`href="/login?next=${encodeURIComponent(link)}"`);
    const other = await (await member(side)).request("GET", link);
    expect(other.status).toBe(200);
    const main = /<main[\s\S]*<\/main>/.exec(other.text)?.[0];
    expect(main).toContain('href="/members"');
    expect(main).not.toContain("/login?next=");
  });

  it("answer an unreadable place in the chat list as before: with an error page, and the log-in where the session ended", async () => {
    const anna = await member(side);
    const refused = await anna.request("GET", "/chats?cursor=nonsense");
    expect(refused.text).toContain("</header>");
    expect(refused.status).toBe(422);
    anna.cookies.set("session", `${anna.id}.${"x".repeat(43)}`);
    const ended = await anna.request("GET", "/chats?cursor=nonsense");
    expect([ended.status, ended.headers.location]).toEqual([302, `/login?next=${encodeURIComponent("/chats?cursor=nonsense")}`]);
  });

  it("ask who it is before they read the query: no page of members refuses a visitor's", async () => {
    const fields = ["before", "cursor", "discountcode", "gift", "name", "package", "profile"];
    const query = fields.map((name) => `${name}=${"x".repeat(500)}`).join("&");
    const paths = routes({ member: "nobody", conversation: "none" })
      .filter(({ leads }) => leads?.["logged out"]?.test("/login?next="))
      .map(({ path }) => `${path.split("?")[0]}?${query}`);
    expect(paths.length).toBeGreaterThan(35);
    const visitor = new Person(side);
    for (const path of paths) {
      const { status, headers } = await visitor.request("GET", path);
      expect([path, status, headers.location]).toEqual([path, 302, `/login?next=${encodeURIComponent(path)}`]);
    }
  });

  it("report an ended session once, and clear its cookie", async () => {
    const anna = await member(side);
    const other = new Person(side);
    other.email = anna.email;
    await (await other.logIn()).call("endSessions", { all: true });
    const sent = await anna.request("GET", "/chats");
    expect([sent.status, sent.headers.location]).toEqual([302, "/login?next=%2Fchats"]);
    const page = await anna.request("GET", "/login?next=%2Fchats");
    expect(page.text).toContain("You were logged out.");
    expect(anna.cookies.get("session")).toMatch(/^out\./);
    expect((await anna.request("GET", "/login?next=%2Fchats")).text).not.toContain("You were logged out.");
    // A page open to visitors shows the message itself.
    await anna.logIn();
    await (await other.logIn()).call("endSessions", { all: true });
    const open = await anna.request("GET", "/pricing");
    expect([open.status, open.text.includes("You were logged out.")]).toEqual([200, true]);
    expect((await anna.request("GET", "/pricing")).text).not.toContain("You were logged out.");
  });

  it("redirect a form of an ended session to the log-in and back, even with invalid fields", async () => {
    const anna = await member(side);
    const pages = [await open(anna, "/settings/privacy"), await open(anna, "/settings/delete"), await open(anna, "/profile")];
    const session = anna.cookies.get("session") as string;
    await anna.call("endSessions", { all: true });
    for (const { path, forms } of pages) {
      const own = forms.filter(({ method, names }) => method === "post" && names.some((name) => name !== "language"));
      expect(own.length, path).toBeGreaterThan(0);
      for (const form of own) {
        anna.cookies.set("session", session);
        const { status, headers } = await form.submit(anna);
        expect([status, headers.location], form.key).toEqual([302, `/login?next=${encodeURIComponent(path)}`]);
      }
    }
  });

  it("leave no member's data that a browser could show after the log-out", async () => {
    const anna = await member(side);
    for (const path of ["/members", "/chats", "/likes", "/profile", "/settings", "/settings/devices", "/notifications"]) {
      const { status, headers } = await anna.request("GET", path);
      expect([path, status, headers["cache-control"]]).toEqual([path, 200, "private, no-store"]);
    }
  });

  it("log out", async () => {
    const anna = await member(side);
    const session = anna.cookies.get("session") as string;
    const answer = await submit(anna, "/members", "Log out", {});
    expect([301, 302, 303]).toContain(answer.status);
    expect(anna.cookies.get("session")).not.toBe(session);
    // Only the next page says so; a later reload or an invented time does not.
    const location = answer.headers.location ?? "";
    expect(location).toMatch(/^\/\?logged_out=/);
    const said = async (path: string) => (await anna.request("GET", path)).text.includes("You are logged out.");
    expect(await said(location)).toBe(true);
    for (const path of ["/", "/?logged_out=", `/?logged_out=${(Date.now() - 61_000).toString(36)}`, "/?logged_out=zzzzzzzzzzz"])
      expect([path, await said(path)]).toEqual([path, false]);
    const again = await anna.request("GET", "/api/user.php", undefined, { cookie: `session=${session}` });
    expect(anna.refusal(again).code).toBe("authentication_required");
  });
});

describe.each(LOCAL)("pages, without JavaScript: %s", (side) => {
  it("keep refused quiet hours as typed, and say at the field what is wrong", async () => {
    const anna = await member(side);
    const typed = { quiet: "on", from: "21:30", to: "21:30" };
    const { text } = await submit(anna, "/settings/notifications", 'name="quiet"', typed);
    const field = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(text)?.[0];
    expect(field("quiet")).toContain("checked");
    expect(field("from")).toContain('value="21:30"');
    expect(field("to")).toContain('value="21:30"');
    expect(field("to")).toContain('aria-invalid="true"');
    expect(text).toContain("Choose a time other than the start.");
  });

  it("redirect to the requested page after the log-in, and never to another site", async () => {
    const password = PASSWORD;
    const went = async (next: string, how: "query" | "field", email: string) => {
      const person = new Person(side);
      const page = how === "query" ? `/login?next=${encodeURIComponent(next)}` : "/login";
      const typed: Record<string, string> = how === "query" ? {} : { next };
      const answer = await submit(person, page, 'name="password"', { email, password, ...typed });
      expect(answer.status).toBeGreaterThanOrEqual(301);
      const location = answer.headers.location ?? "";
      const target = new URL(location, `http://localhost:${person.port}/login`);
      // Resolved like in a browser: same origin, and no second leading slash.
      expect(target.origin, location).toBe(`http://localhost:${person.port}`);
      expect(location).toMatch(/^\/(?![/\\])/);
      return location;
    };
    for (const how of ["query", "field"] as const) {
      // The log-in limit is per account.
      const { email } = await member(side);
      expect(await went("/likes/received?x=1", how, email)).toBe("/likes/received?x=1");
      for (const next of ELSEWHERE)
        expect(await went(next, how, email), `${how} ${next}`).toMatch(/^\/(members$|%|evil\.example)/);
    }
  });
});

describe.each(LOCAL)("pages whose rows come with the session: %s", (side) => {
  it.each(["/chats", "/members", "profile", "new chat", "chat"])("%s asks the database once", async (page) => {
    const [anna, ben] = [await member(side, { gender: "male", looking_for: "female" }), await member(side)];
    const begin = () => anna.call("sendMessage", { profile: ben.id, text: "Hello", client_id: `hello-${anna.id}` });
    const conversation = page === "chat" ? (await begin()).message.conversation : "";
    const path = {
      profile: `/members/${ben.id}`,
      "new chat": `/members/${ben.id}/chat`,
      chat: `/chats/${conversation}`,
    }[page];
    const trips = async () => (await anna.request("GET", path ?? page, undefined, { "x-measure": "1" })).headers["x-d1-trips"];
    // The first search is not known ahead, and an isolate reads its domains anew now and then.
    await expect.poll(trips).toBe("1");
  });
});
