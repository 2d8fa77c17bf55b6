import { beforeAll, describe, expect, inject, it } from "vitest";
import { STAFF_ROLES, type StaffRole, WORK_KINDS } from "#db/schema/attributes.ts";
import { hashForSeed } from "#scripts/password.ts";
import { memberRows } from "#tests/setup/member-rows.ts";
import { bookedRows, factorRows, staffRows, staffSessionRow } from "#tests/setup/staff.ts";
import { ROLES_OF } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { WORKERS } from "#worker/backoffice/work/work.vocabulary.ts";
import { splitPath } from "#worker/platform/call.ts";
import { CALLS } from "#worker/server/calls.ts";
import { STAFF_CALLS, type StaffCallName } from "#worker/server/staff/calls.ts";
import { type Answer, ask } from "./http.ts";
import { inStore } from "./served-store.ts";
import { ROWS, SIGNED } from "./staff-rows.ts";

type Caller = StaffRole | "nobody";
const CALLERS: Caller[] = ["nobody", ...STAFF_ROLES];
const HOST = "staff.localhost";
const PASSWORD = "a kettle on the roof";
const tokens = new Map<Caller, string>();
const ids = new Map<Caller, string>();

/** A new account of each role, with a session. */
async function logIn(...roles: StaffRole[]): Promise<void> {
  const made = await Promise.all(roles.map(staffRows));
  await inStore(...made.flatMap(({ rows }) => rows));
  roles.forEach((role, index) => {
    tokens.set(role, made[index]?.token ?? "");
    ids.set(role, made[index]?.id ?? "");
  });
}

/** Sessions of the same accounts. A page of people lists every account: some hundreds made it slow. */
async function logInAgain(): Promise<void> {
  const made = await Promise.all(STAFF_ROLES.map((role) => staffSessionRow(ids.get(role) ?? "")));
  await inStore(...made.map(({ row }) => row));
  STAFF_ROLES.forEach((role, index) => {
    tokens.set(role, made[index]?.token ?? "");
  });
}

async function send(name: StaffCallName, input: Record<string, unknown>, caller: Caller, headers = {}): Promise<Answer> {
  const { method, path } = STAFF_CALLS[name];
  const token = tokens.get(caller);
  const who: Record<string, string> = { host: HOST, ...(token && { cookie: `staff=${token}` }) };
  if (method === "GET")
    return ask({ port: inject("local"), path: `${path}?${new URLSearchParams(input as Record<string, string>)}`, headers: who });
  const written = { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers };
  return ask({ port: inject("local"), path, method, headers: { ...who, ...written }, body: JSON.stringify(input) });
}

/** A form of the operator. */
async function post(path: string, body: string, headers = {}): Promise<Answer> {
  const who = { host: HOST, cookie: `staff=${tokens.get("operator")}`, "sec-fetch-site": "same-origin" };
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return ask({ port: inject("local"), path, method: "POST", headers: { ...who, ...type, ...headers }, body });
}

const fieldOf = ({ text }: Answer, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(text)?.[0] ?? expect.unreachable(`no field ${name}`);

const unsentIn = (answer: Answer) =>
  /value="([^"]*)"/.exec(fieldOf(answer, "kept"))?.[1]?.replaceAll("&quot;", '"').replaceAll("&amp;", "&") ?? "";

const outcomeOf = ({ status, text }: Answer): string =>
  status < 300 ? "ok" : (JSON.parse(text) as { error: { code: string } }).error.code;

/** Queues that are built; the other kinds are names only. */
const SERVED = new Set<string>(
  "photo report appeal complaint member refund withdrawal verification age text request desk".split(" "),
);
/** Calls about one queue: the object decides who may. */
const QUEUES: StaffCallName[] = ["workList", "workMine", "takeWork", "returnWork", "workHolders"];

describe("every call of staff, by role", () => {
  beforeAll(() => logIn(...STAFF_ROLES));

  it.each(Object.keys(STAFF_CALLS) as StaffCallName[])("%s", async (name) => {
    const { access } = STAFF_CALLS[name];
    const queue = QUEUES.includes(name);
    const [input, outcome] = ROWS[name] ?? [queue ? { kind: "photo" } : {}, "ok"];
    for (const caller of CALLERS) {
      const admitted = access === "anyone" || (caller !== "nobody" && ROLES_OF[access].includes(caller));
      const refusal = caller === "nobody" ? "authentication_required" : "forbidden";
      const works = !queue || (caller !== "nobody" && WORKERS.photo.includes(caller));
      const expected = admitted ? (works ? outcome : "forbidden") : refusal;
      expect([caller, outcomeOf(await send(name, input, caller))]).toEqual([caller, expected]);
    }
    if (name === "staffLogout") await logInAgain();
  });

  // Above, each call about a queue is asked about photos. work.test.ts asks each about every kind.
  it.each(WORK_KINDS)("the queue of %s", async (kind) => {
    for (const role of STAFF_ROLES) {
      const expected = WORKERS[kind].includes(role) ? (SERVED.has(kind) ? "ok" : "not_found") : "forbidden";
      expect([role, outcomeOf(await send("workList", { kind }, role))]).toEqual([role, expected]);
    }
  });
});

describe("the staff host", () => {
  beforeAll(() => logIn("operator"));

  it("answers a write of the same origin only: a call in JSON, a page in a form", async () => {
    const other = await send("takeWork", { kind: "photo" }, "operator", { "sec-fetch-site": "cross-site" });
    expect([other.status, outcomeOf(other)]).toEqual([403, "cross_origin"]);
    const text = await send("takeWork", { kind: "photo" }, "operator", { "content-type": "text/plain" });
    expect(outcomeOf(text)).toBe("unsupported_media_type");
    const api = await post(STAFF_CALLS.takeWork.path, "kind=photo");
    expect(outcomeOf(api)).toBe("unsupported_media_type");
    const foreign = await post("/staff/photos?call=takeWork", "kind=photo", { "sec-fetch-site": "cross-site" });
    expect([foreign.status, foreign.text.includes("came from another site")]).toEqual([403, true]);
    const done = await post("/staff/photos?call=takeWork&then=//evil.example", "kind=photo");
    expect([done.status, done.headers.location]).toEqual([303, "/staff/photos"]);
    const wrong = await post("/staff/photos?call=takeWork&then=/staff", "kind=nothing");
    expect([wrong.status, wrong.headers.location, wrong.text.includes("This did not work")]).toEqual([422, undefined, true]);
    for (const call of ["staffMe", "takeWork2", "constructor", ""])
      expect([call, (await post(`/staff/photos?call=${call}`, "")).status]).toEqual([call, 404]);
  });

  it("asks a form for a session and a role before it reads it", async () => {
    const nobody = await post("/staff/members?call=findMembers", "query=Anna", { cookie: "" });
    expect([nobody.status, nobody.headers.location]).toEqual([403, undefined]);
    expect([fieldOf(nobody, "password"), nobody.text.includes("<table")]).toEqual([expect.any(String), false]);
    await logIn("moderator");
    const cookie = `staff=${tokens.get("moderator")}`;
    const form = "email=other@staff.example&name=Other&role=support";
    const refused = await post("/staff/account?call=addStaff&then=/staff", form, { cookie });
    expect([refused.status, refused.headers.location]).toEqual([403, undefined]);
  });

  it("keeps what was typed when the session had ended, through a log-in that fails", async () => {
    const typed = "email=new2@staff.example&name=Nele+%22N%22&role=support";
    const ended = await post("/staff/people?call=addStaff&then=/staff/people", typed, { cookie: "" });
    const kept = unsentIn(ended);
    expect(JSON.parse(kept)).toEqual({
      ...{ id: "addStaff", values: { email: "new2@staff.example", name: 'Nele "N"', role: "support" } },
    });
    const path = /<form[^>]* action="([^"]*)"/.exec(ended.text)?.[1]?.replaceAll("&amp;", "&");
    expect(path).toBe("/staff/people?call=staffLogin");
    const body = new URLSearchParams({ kept, email: "kept@b.example", password: "wrong", code: "123456" }).toString();
    const wrong = await post("/staff/people?call=staffLogin", body, { cookie: "" });
    expect([wrong.status, unsentIn(wrong)]).toEqual([403, kept]);
    const key = await post("/staff/people?with=passkey", new URLSearchParams({ kept }).toString(), { cookie: "" });
    expect([key.status, unsentIn(key), key.text.includes("/staff/people?call=staffPasskeyLogin")]).toEqual([200, kept, true]);
    const signed = new URLSearchParams({ kept, credential: JSON.stringify(SIGNED) }).toString();
    const unknown = await post("/staff/people?call=staffPasskeyLogin", signed, { cookie: "" });
    expect([unknown.status, unsentIn(unknown), unknown.text.includes("clientDataJSON")]).toEqual([403, kept, false]);
    const back = await post("/staff/people?with=password", new URLSearchParams({ kept }).toString(), { cookie: "" });
    expect([unsentIn(back), fieldOf(back, "password")]).toEqual([kept, expect.any(String)]);
    expect((await post("/staff/people?with=passkey", "kept=x", { cookie: "" })).status).toBe(400);
    const foreign = { cookie: "", "sec-fetch-site": "cross-site" };
    const elsewhere = await post("/staff/people?with=passkey", new URLSearchParams({ kept }).toString(), foreign);
    expect([elsewhere.status, elsewhere.text.includes("Nele")]).toEqual([403, false]);
    expect(wrong.headers["set-cookie"]).toBeUndefined();
  });

  it("shows an unsent form itself, unsent, when another tab has logged in meanwhile", async () => {
    const values = { email: "tabs@staff.example", name: "Nele Tabs", role: "support" };
    const kept = JSON.stringify({ id: "addStaff", values });
    const login = { kept, email: "kept@b.example", password: "wrong", code: "123456" };
    for (const [query, fields, status] of [
      ["with=passkey", { kept }, 200],
      ["with=password", { kept }, 200],
      ["call=staffLogin", login, 403],
      ["call=staffPasskeyLogin", { kept, credential: JSON.stringify(SIGNED) }, 403],
    ] as const) {
      const shown = await post(`/staff/people?${query}`, new URLSearchParams(fields).toString());
      expect([query, shown.status, shown.text.includes("Nothing was sent yet")]).toEqual([query, status, true]);
      expect(fieldOf(shown, "name")).toContain('value="Nele Tabs"');
      expect(shown.text).not.toContain('name="kept"');
    }
  });

  it("shows a refused form again with what was typed and the error at its field, and no password", async () => {
    const person = await post(
      "/staff/people?call=addStaff&then=/staff/people",
      "email=no+address&name=Nele+%22N%22&role=support",
    );
    expect(person.status).toBe(422);
    expect(fieldOf(person, "name")).toContain('value="Nele &quot;N&quot;"');
    expect(fieldOf(person, "email")).toContain('value="no address"');
    expect(fieldOf(person, "email")).toContain('aria-invalid="true"');
    expect(person.text).toMatch(/<option value="support" selected="">/);
    const login = await post("/staff/login?call=staffLogin&then=/staff", "email=c@b.example&password=secret-words&code=123456", {
      cookie: "",
    });
    expect([login.status, login.text.includes("c@b.example")]).toEqual([403, true]);
    for (const secret of ["secret-words", "123456"]) expect(login.text).not.toContain(secret);
  });

  it("shows the answers of a member under the words of their questions", async () => {
    const { id, rows } = memberRows({ email: "asked@example.org", name: "Asked", password: "coffee-in-Amsterdam" });
    const prompts = JSON.stringify([{ question: "wins_over", answer: "Cake" }]);
    await inStore(...rows, { sql: "UPDATE profiles SET prompts = ? WHERE id = ?", values: [prompts, id] });
    const headers = { host: HOST, cookie: `staff=${tokens.get("operator")}` };
    const page = await ask({ port: inject("local"), path: `/staff/members/${id}`, headers });
    // The forms of the page name the question by its code.
    const text = page.text.replace(/<script.*?<\/script>/gs, "").replace(/<[^>]*>/g, " ");
    expect([text.includes("Cake"), text.includes("wins_over"), text.includes("wins me over")]).toEqual([true, false, true]);
  });

  it("shows the entries of a member's file in words, and says why a second refund is not proposed", async () => {
    const { id, rows } = memberRows({ email: "booked@example.org", name: "Booked", password: "coffee-in-Amsterdam" });
    await inStore(...rows, ...bookedRows(id));
    const headers = { host: HOST, cookie: `staff=${tokens.get("operator")}` };
    const file = async () => (await ask({ port: inject("local"), path: `/staff/members/${id}`, headers })).text;
    const before = await file();
    for (const said of ["Booked by hand", "Refund not made", "Propose a refund of"]) expect(before).toContain(said);
    for (const code of [">adjustment<", ">refund_refused<"]) expect(before).not.toContain(code);
    const propose = () => post(`/staff/members/${id}?call=proposeRefund`, `payment=${id}&share=unused&reason=fault`);
    expect((await propose()).status).toBe(303);
    const second = await propose();
    expect([second.status, second.text.includes("see the latest proposals under Refunds")]).toEqual([409, true]);
    expect(await file()).not.toContain("Propose a refund of");
  });

  it("hands a new set-up link to the next page once, by a cookie and never by an address", async () => {
    await logIn("operator");
    const { code, rows } = await factorRows(ids.get("operator") ?? "", hashForSeed(PASSWORD));
    await inStore(...rows);
    const form = new URLSearchParams({ email: "new@staff.example", name: "Nele", role: "support", password: PASSWORD, code });
    const refused = await post(
      "/staff/people?call=addStaff&then=/staff/people",
      "email=new@staff.example&name=Nele&role=support",
    );
    const asked = /<input[^>]*id="add-password"[^>]*>/.exec(refused.text)?.[0] ?? "";
    expect([refused.status, asked.includes('aria-invalid="true"')]).toEqual([422, true]);
    const added = await post("/staff/people?call=addStaff&then=/staff/people", form.toString());
    expect([added.status, added.headers.location]).toEqual([303, "/staff/people"]);
    const [cookie = ""] = added.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^staff-link=\w+\.[\w-]{43}; Max-Age=120; Path=\/; HttpOnly; SameSite=Strict$/);
    const headers = { host: HOST, cookie: `staff=${tokens.get("operator")}; ${cookie.split(";")[0]}` };
    const page = await ask({ port: inject("local"), path: "/staff/people", headers });
    expect(page.text).toContain(`/staff/setup?token=${cookie.split(/[.;]/)[1]}`);
    expect(page.headers["set-cookie"]).toEqual([expect.stringMatching(/^staff-link=; Max-Age=0;/)]);
  });

  it("answers nothing of the dating product", async () => {
    const paths = ["/members", "/login", "/dev/mail", "/manifest.webmanifest", "/media/x.full", "/robots.txt", "/staff.rsc"];
    const calls = new Set(Object.values(CALLS).map((call) => splitPath(call).pathname));
    expect(calls.size).toBeGreaterThan(50);
    for (const path of [...paths, ...calls])
      expect([path, (await ask({ port: inject("local"), path, headers: { host: HOST } })).status]).toEqual([path, 404]);
    const posted = await ask({ port: inject("local"), path: "/staff/login", method: "POST", headers: { host: HOST }, body: "" });
    expect(posted.status).toBe(404);
  });

  it("is the only one with staff paths: every other host answers its own 404, with a staff cookie too", async () => {
    const headers = { host: "localhost", cookie: `staff=${tokens.get("operator")}` };
    const plain = await ask({ port: inject("local"), path: "/no/such-page", headers });
    expect(plain.status).toBe(404);
    const pages = ["/staff", "/staff/", "/staff/login", "/staff.rsc", "/staff/photos.manifest"];
    const asked = [
      ...pages.flatMap((path) => ["GET", "POST"].map((method) => ({ path, method }))),
      ...Object.values(STAFF_CALLS).map(({ path, method }) => ({ path, method })),
    ];
    for (const { path, method } of asked) {
      const answer = await ask({ port: inject("local"), path, method, headers });
      expect([path, method, answer.status]).toEqual([path, method, 404]);
      expect(answer.text).not.toContain("routes/backoffice/staff");
    }
  });

  it("keeps its pages and answers out of caches, frames and search engines", async () => {
    const { headers } = await ask({ port: inject("local"), path: "/staff/login", headers: { host: HOST } });
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex, nofollow",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
  });
});
