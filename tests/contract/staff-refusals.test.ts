import { expect, inject, test } from "vitest";
import { hashForSeed } from "#scripts/password.ts";
import { factorRows, staffRows } from "#tests/setup/staff.ts";
import { STAFF_LIMITS } from "#worker/platform/limits-staff.ts";
import { STAFF_CALLS } from "#worker/server/staff/calls.ts";
import { type Answer, ask } from "./http.ts";
import { inStore } from "./served-store.ts";

const PASSWORD = "a kettle on the roof";
const FORM = "application/x-www-form-urlencoded";

async function person(role: "operator" | "support") {
  const { id, token, rows } = await staffRows(role);
  await inStore(...rows);
  const headers = { host: "staff.localhost", cookie: `staff=${token}`, "sec-fetch-site": "same-origin" };
  const send = (path: string, body?: string, type = "application/json") =>
    body === undefined
      ? ask({ port: inject("local"), path, headers })
      : ask({ port: inject("local"), path, method: "POST", headers: { ...headers, "content-type": type }, body });
  return { id, send };
}

const often = async (times: number, send: () => Promise<Answer>) =>
  new Set((await Promise.all(Array.from({ length: times }, send))).map(({ status }) => status));

/** The header in seconds and the text in minutes: both more than 50 minutes away. */
const told = ({ status, headers, text }: Answer) => [
  ...[status, Number(headers["retry-after"]) > 3000],
  /You can try again in [56]\d minutes/.test(text),
];

test("a limit of reading tells when it opens again, by the call and the page", async () => {
  const { send } = await person("support");
  const read = () => send(`${STAFF_CALLS.memberFile.path}?id=x`);
  expect(await often(STAFF_LIMITS.staffFiles.windows[0].limit, read)).toEqual(new Set([404]));
  expect(told(await read())).toEqual([429, true, true]);
  expect(told(await send("/staff/members/x"))).toEqual([429, true, true]);
});

test("a limit of changes tells when it opens again, by the call and the form", async () => {
  const { send } = await person("operator");
  const change = () => send(STAFF_CALLS.disableStaff.path, '{"id":"x"}');
  expect(await often(STAFF_LIMITS.staffChanges.windows[0].limit, change)).toEqual(new Set([422]));
  expect(told(await change())).toEqual([429, true, true]);
  expect(told(await send("/staff/people?call=disableStaff", "id=x", FORM))).toEqual([429, true, true]);
});

test("a limit with an explanation of its own tells when it opens again too", async () => {
  const { send } = await person("support");
  const propose = () => send(STAFF_CALLS.proposeRefund.path, '{"payment":"x","share":"unused","reason":"fault"}');
  expect(await often(STAFF_LIMITS.staffRefunds.windows[0].limit, propose)).toEqual(new Set([404]));
  const form = await send("/staff/refunds?call=proposeRefund", "payment=x&share=unused&reason=fault", FORM);
  expect([...told(form), form.text.includes("Somebody else can propose it now.")]).toEqual([429, true, true, true]);
});

test("the form that disables asks for both factors at its own person", async () => {
  const [{ id, send }, other] = [await person("operator"), await person("support")];
  const { code, rows } = await factorRows(id, hashForSeed(PASSWORD));
  await inStore(...rows);
  const disable = (more: object) =>
    send("/staff/people?call=disableStaff", new URLSearchParams({ id: other.id, ...more }).toString(), FORM);
  for (const [field, typed] of [
    ["password", {}],
    ["code", { password: PASSWORD }],
  ] as const) {
    const { status, text } = await disable(typed);
    expect([status, wrongFields(text)]).toEqual([422, [`disable-${other.id}-${field}`]]);
  }
  expect((await disable({ password: PASSWORD, code })).status).toBe(303);
});

test("an uploaded file is refused at its field, beside what a browser sends of an empty one", async () => {
  const { send } = await person("operator");
  const part = (name: string, value: string, file = "") =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  const svg = '<svg viewBox="0 0 9 9">\n<script/></svg>';
  const body = [
    ...[part("site", "liaison"), part("slot", "logo"), part("replaces", ""), part("file", svg, '; filename="logo.svg"')],
    ...[part("drawn", "", '; filename=""'), "--x--\r\n"],
  ].join("");
  const page = "/staff/sites/liaison/pictures?call=putSiteFile";
  const { status, text } = await send(page, body, "multipart/form-data; boundary=x");
  expect([status, wrongFields(text), text.includes("2:1: &lt;script&gt; is not taken")]).toEqual([422, ["logo-file"], true]);
  expect((await send(page, "site=liaison", FORM)).status).toBe(415);
});

const wrongFields = (html: string) =>
  (html.match(/<input[^>]*aria-invalid="true"[^>]*>/g) ?? []).map((field) => /id="([^"]*)"/.exec(field)?.[1]);
