import { beforeAll, describe, expect, it } from "vitest";
import type { StaffRole } from "#db/schema/attributes.ts";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { staffRows } from "#tests/setup/staff.ts";
import { AUTHOR, VISITOR } from "#worker/platform/author.ts";
import type { Call } from "#worker/platform/call.ts";
import { CALLS, type CallName } from "#worker/server/calls.ts";
import { STAFF_CALLS } from "#worker/server/staff/calls.ts";
import { formWith, open } from "./forms.ts";
import { ask } from "./http.ts";
import { LOCAL, member, Person, SIDES, type Side } from "./person.ts";
import { inStore, served } from "./served-store.ts";

/** Two members of one browser; `now` is logged in by now. */
async function browser(side: Side): Promise<{ before: Person; now: Person }> {
  return { before: await member(side), now: await member(side) };
}

/** Calls that change something of the member. One may share its path with a call for anyone. */
const ACTING = (Object.keys(CALLS) as CallName[]).filter((name) => {
  const { method, access, changesState }: Call = CALLS[name];
  return access !== "anyone" && (method !== "GET" || changesState);
});

/** worker/server/api/api.ts asks for the author by method and URL alone: a proxy is asked for one call of each kind. */
function callsOf(side: Side): CallName[] {
  const names = Object.keys(CALLS) as CallName[];
  if (side === "local") return names;
  const kindOf = (name: CallName) => {
    const { method, access, changesState, multipart }: Call = CALLS[name];
    return [method, access, changesState, multipart].join();
  };
  return [...new Map(names.map((name) => [kindOf(name), name])).values()];
}

const codeOf = (person: Person) => (JSON.parse(person.last.text) as { error?: { code: string } }).error?.code ?? "done";

describe.each(SIDES)("a call of a page: %s", (side) => {
  let before: Person;
  let now: Person;
  beforeAll(async () => {
    ({ before, now } = await browser(side));
  });

  it.each(callsOf(side))("%s is refused to another author, before its input is read", async (name) => {
    const answer = await now.send(name, {}, { [AUTHOR]: before.id });
    expect([answer.status, codeOf(now)]).toEqual([409, "other_member"]);
    expect(now.refusal()).toMatchObject({ params: { name: now.name }, message: expect.stringContaining(now.name) });
    expect(decodeURIComponent(String(answer.headers[AUTHOR]))).toBe(now.refusal().message);
  });

  it("is taken from its author, and from a client that names none", async () => {
    for (const headers of [{ [AUTHOR]: now.id }, {}] as Record<string, string>[])
      expect((await now.call("user", {}, headers)).profile.id).toBe(now.id);
  });

  it("shows another author neither page nor payload, and opens no socket for them or for a visitor", async () => {
    for (const path of ["/profile", "/profile.rsc", "/chats.rsc"])
      expect([path, (await now.request("GET", path, undefined, { [AUTHOR]: before.id })).status]).toEqual([path, 409]);
    expect((await now.request("GET", "/chats.rsc", undefined, { [AUTHOR]: now.id })).status).toBe(200);
    for (const author of [before.id, VISITOR]) {
      const upgrade = { upgrade: "websocket", connection: "Upgrade", origin: `http://localhost:${now.port}` };
      expect((await now.request("GET", `/api/live.php?author=${author}`, undefined, upgrade)).status).toBe(409);
    }
  });

  it("of a visitor's page reads and logs in, and changes nothing of the member", async () => {
    const headers = { [AUTHOR]: VISITOR };
    await now.call("user", {}, headers);
    const acting = ACTING.filter((name) => callsOf(side).includes(name));
    for (const name of acting) expect([name, (await now.refused(name, {}, headers)).code]).toEqual([name, "other_member"]);
    expect(acting.length).toBeGreaterThan(side === "local" ? 60 : 7);
    const third = await member(side);
    await now.call("login", { email: third.email, password: PASSWORD }, headers);
    expect((await now.call("user", {})).profile.id).toBe(third.id);
  });
});

const LOGIN = `/login?next=${encodeURIComponent("/profile?edit=about")}`;

describe.each(LOCAL)("a form without scripts: %s", (side) => {
  it("of a page made for nobody does nothing for the member who logged in since, but logs in", async () => {
    const { now } = await browser(side);
    const complaint = await formWith(new Person(side), "/complaints", "text");
    const refused = await complaint.submit(now, { text: "Written by a visitor." });
    expect([refused.status, refused.text.includes("Written by a visitor.")]).toEqual([409, true]);
    const logIn = await formWith(new Person(side), "/login", "email");
    const third = await member(side);
    expect((await logIn.submit(now, { email: third.email, password: PASSWORD })).status).toBe(302);
    expect((await now.call("user", {})).profile.id).toBe(third.id);
  });

  it("leads to the log-in where nobody is logged in by now", async () => {
    const { before } = await browser(side);
    const profile = await formWith(before, "/profile?edit=about", "about");
    const answer = await profile.submit(new Person(side), { about: "Hello" });
    expect([answer.status, answer.headers.location]).toEqual([302, LOGIN]);
    const now = await member(side);
    now.cookies.set("session", (now.cookies.get("session") as string).replace(/.$/, "_"));
    expect((await profile.submit(now, { about: "Hello" })).headers.location).toBe(LOGIN);
  });

  it("says who is logged in now in the language of the page, above a way to the same page", async () => {
    const { before, now } = await browser(side);
    const profile = await formWith(before, "/profile?edit=about", "about");
    now.cookies.set("locale", "nl");
    const { status, text } = await profile.submit(now, { about: "<b>Hills</b>" });
    expect(status).toBe(409);
    expect(text).toContain(`Je bent nu ingelogd als ${now.name}`);
    expect(text).toContain("&lt;b&gt;Hills&lt;/b&gt;");
    expect(text).toMatch(/<a [^>]*href="\/profile"/);
    expect((await open(now, "/other-member")).status).toBe(302);
  });
});

describe("a staff page", () => {
  const staff = (session: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    ask({
      ...{ port: served.local, path, method: body === undefined ? "GET" : "POST", body },
      headers: { host: "staff.localhost", cookie: `staff=${session}`, "sec-fetch-site": "same-origin", ...headers },
    });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  async function session(role: StaffRole): Promise<string> {
    const { token, rows } = await staffRows(role);
    await inStore(...rows);
    return token;
  }

  it("is used by the person for whom it was made only; what was typed stays", async () => {
    const [before, now] = [await session("operator"), await session("operator")];
    const { text } = await staff(before, "/staff/people");
    const actions = [...text.matchAll(/<form[^>]* action="([^"]*)"/g)].map(([, action = ""]) => action.replaceAll("&amp;", "&"));
    const author = /<body[^>]* data-author="([^"]+)"/.exec(text)?.[1] ?? expect.unreachable();
    expect(actions.length).toBeGreaterThan(1);
    expect(actions.filter((action) => new URLSearchParams(action.split("?")[1]).get("author") !== author)).toEqual([]);
    const add = actions.find((action) => action.includes("call=addStaff")) ?? expect.unreachable();
    const typed = "email=nele@staff.example&name=Nele+Typed&role=wrong";
    const refused = await staff(now, add, typed, form);
    expect([refused.status, refused.text.includes("You are now logged in as"), refused.text.includes("Nele Typed")]).toEqual([
      ...[409, true, true],
    ]);
    expect((await staff(before, add, typed, form)).status).toBe(422);
    const { path } = STAFF_CALLS.takeWork;
    const call = (by: string) =>
      staff(now, path, '{"kind":"photo"}', { "content-type": "application/json", ...(by && { [AUTHOR]: by }) });
    expect([(await call(author)).status, (await call("")).status]).toEqual([409, 200]);
  });
});
