import { describe, expect, it } from "vitest";
import { formWith } from "./forms.ts";
import { LOCAL, Person, SIDES } from "./person.ts";

const BOUNDARY = "----reply";
type Fields = [string, string][];

function multipart(fields: Fields): string {
  const parts = fields.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}

function post(person: Person, body: string, headers: Record<string, string> = {}) {
  const own = { origin: `http://localhost:${person.port}`, "sec-fetch-site": "same-origin" };
  const type = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  return person.request("POST", "/login", body, { ...own, ...type, ...headers });
}

/** Id of the log-in form's server function. */
async function knownId(person: Person): Promise<string> {
  const form = await formWith(person, "/login", "password");
  const [name = ""] = form.controls.map((one) => one.get("name") ?? "").filter((one) => one.startsWith("$ACTION_ID_"));
  expect(name).toMatch(/^\$ACTION_ID_.+#.+$/);
  return name.slice("$ACTION_ID_".length);
}

const OBJECTS = ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "__proto__", "__defineGetter__"];
const ROOTS = [
  "-",
  "[]",
  "{}",
  "null",
  "[",
  '"$@1"',
  '["$@1"]',
  '["$@9"]',
  '["$Q1"]',
  '["$W1"]',
  '["$B1"]',
  '["$h1"]',
  '["$F1"]',
];
const MORE_ROOTS = ['["$1:a:b"]', '["$K9","$K9"]', '["a"]', '["$T"]', '"$K1"', `[${'"$K1",'.repeat(1000)}1]`, "[".repeat(20_000)];

describe.each(LOCAL)("a posted server function: %s", (side) => {
  it("is a 400 with an unknown id", async () => {
    const person = new Person(side);
    const [module = "", name = ""] = (await knownId(person)).split("#");
    const ids = [
      ...OBJECTS.flatMap((one) => [`${one}#constructor`, `${one}#call`, `${module}#${one}`]),
      ...[module, `${module}#`, `#${name}`, "#", "x", `${module}#${name}#`, `$$preserve:${module}#${name}`, `${module}#*`],
    ];
    const answered: [string, number][] = [];
    for (const id of ids) {
      answered.push([`call ${id}`, (await post(person, '["a"]', { "rsc-action-id": id, "content-type": "text/plain" })).status]);
      answered.push([`form ${id}`, (await post(person, multipart([[`$ACTION_ID_${id}`, ""]]))).status]);
      const bound: Fields = [
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", JSON.stringify({ id, bound: null })],
      ];
      answered.push([`bound ${id}`, (await post(person, multipart(bound))).status]);
    }
    expect(answered.filter(([, status]) => status !== 400)).toEqual([]);
  });

  it("is a 400 with a body that no page sends", async () => {
    const person = new Person(side);
    const id = await knownId(person);
    const call = { "rsc-action-id": id };
    const answered: [string, number][] = [];
    for (const root of [...ROOTS, ...MORE_ROOTS]) {
      const fields: Fields = [
        ["1", '{"a":1}'],
        ["_1_email", "a"],
        ["0", root],
      ];
      answered.push([`text ${root.slice(0, 20)}`, (await post(person, root, { ...call, "content-type": "text/plain" })).status]);
      answered.push([`form ${root.slice(0, 20)}`, (await post(person, multipart(fields), call)).status]);
    }
    const many = Array.from({ length: 1000 }, (_, i): [string, string] => [`f${i}`, ""]);
    const bodies = ["", "garbage", `--${BOUNDARY}`, multipart([]), multipart([["0", '["$K1"]'], ...many])];
    for (const body of bodies) answered.push([`call ${body.slice(0, 20)}`, (await post(person, body, call)).status]);
    const named: Fields = [[`$ACTION_ID_${id}`, ""]];
    for (const [name, fields] of [
      ["no function", [["$ACTION_", ""]]],
      ["a second function", [...named, ["$ACTION_REF_1", ""], ["$ACTION_KEY", "k"]]],
      ["many fields", [...named, ...many]],
    ] as [string, Fields][])
      answered.push([name, (await post(person, multipart(fields))).status]);
    for (const body of ["garbage", "", `--${BOUNDARY}`]) answered.push([`no form ${body}`, (await post(person, body)).status]);
    expect(answered.filter(([, status]) => status !== 400)).toEqual([]);
  });

  it("runs with a valid form", async () => {
    const person = new Person(side);
    const id = await knownId(person);
    const typed: Fields = [
      ["email", "nobody@example.org"],
      ["password", "not this one"],
    ];
    const page = await post(person, multipart([[`$ACTION_ID_${id}`, ""], ...typed]));
    expect([page.status, page.text.includes("nobody@example.org")]).toEqual([403, true]);
    const fields = typed.map(([name, value]): [string, string] => [`_1_${name}`, value]);
    const call = await post(person, multipart([...fields, ["0", '["$K1"]']]), {
      "rsc-action-id": id,
      accept: "text/x-component",
    });
    expect([call.status, call.text.includes("nobody@example.org")]).toEqual([403, true]);
    expect(call.text).not.toMatch(/^<!doctype/i);
  });
});

describe.each(SIDES)("URLs: %s", (side) => {
  it("have one spelling", async () => {
    const person = new Person(side);
    const status = async (path: string, method = "GET") => (await person.request(method, path)).status;
    for (const page of ["privacy", "terms", "cookies", "faq", "ban", "service", "return-policy", "settings/privacy", "login"]) {
      for (const path of [
        `/${page}.data`,
        `/${page}.data?token=SECRET`,
        `/${page}.data/`,
        `/${page.toUpperCase()}`,
        `/${page}//`,
      ])
        expect([path, await status(path)]).toEqual([path, 404]);
    }
    for (const path of ["/privacy", "/privacy/", "/faq?x=1", "/terms.rsc", "/privacy?_routes=root"])
      expect([path, await status(path)]).toEqual([path, 200]);
    const moved = await person.request("GET", "/%70rivacy?x=%70");
    expect([moved.status, moved.headers.location]).toEqual([301, "/privacy?x=%70"]);
    expect(await status("/%70rivacy", "POST")).toBe(404);
  });

  it("of files have the security headers", async () => {
    const person = new Person(side);
    const page = (await person.request("GET", "/login")).headers;
    const [, script = ""] = /href="(\/assets\/[^"]+\.css)"/.exec(person.last.text) ?? [];
    expect(script).not.toBe("");
    for (const path of [script, "/icons.svg", "/sw-push.js", "/landers/city.webp", "/media/none.full"]) {
      const { status, headers } = await person.request("GET", path);
      if (!path.startsWith("/landers") && !path.startsWith("/media")) expect([path, status]).toEqual([path, 200]);
      if (status !== 200 && !path.startsWith("/media")) continue;
      for (const name of ["x-content-type-options", "x-frame-options", "permissions-policy", "cross-origin-opener-policy"])
        expect([path, name, headers[name]]).toEqual([path, name, page[name]]);
      expect([path, headers["content-security-policy"]]).toEqual([path, expect.stringMatching(/^default-src 'none'; /)]);
    }
  });

  it("of any length are a 404", async () => {
    const person = new Person(side);
    for (const path of ["/a".repeat(4000), "/".repeat(4000), `/${"a".repeat(8000)}`, `${"/a".repeat(4000)}.rsc`])
      expect([path.slice(0, 10), (await person.request("GET", path)).status]).toEqual([path.slice(0, 10), 404]);
  });

  it("tell nobody the table of routes", async () => {
    const person = new Person(side);
    for (const path of ["/members.manifest", "/.manifest?paths=/members,/staff", "/__manifest?paths=/staff"]) {
      const { status, text } = await person.request("GET", path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toContain("routes/");
    }
  });

  it("refuse unsupported methods with 405", async () => {
    const person = new Person(side);
    for (const [method, path] of [
      ["PUT", "/privacy"],
      ["DELETE", "/login"],
      ["DELETE", "/privacy.rsc"],
      ["POST", "/privacy.rsc"],
    ] as const) {
      const answer = await person.request(method, path, undefined, { "sec-fetch-site": "same-origin" });
      expect([method, path, answer.status, answer.headers.allow?.includes(method)]).toEqual([method, path, 405, false]);
      expect(answer.text).not.toMatch(/action|route|loader/i);
    }
  });
});
