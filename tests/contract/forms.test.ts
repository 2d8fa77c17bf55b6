import { beforeAll, expect, it } from "vitest";
import { routes } from "#tests/e2e/routes.ts";
import { authorsIn, pressedBy, type Seen } from "./author-forms.ts";
import { labelOf, problemsOf, sameForm } from "./form-problems.ts";
import { crawl, formWith, isTyped, type PageForm, pageOf, typeOf } from "./forms.ts";
import { member, Person } from "./person.ts";

/** Expected autofill token (HTML) and virtual keyboard, by field name. */
const AUTOFILL: Record<string, RegExp> = {
  username: /^username$/,
  email: /^(email|username( webauthn)?)$/,
  old_password: /^current-password$/,
  password: /^(current|new)-password$/,
  password_repeat: /^new-password$/,
  code: /^one-time-code$/,
  date_of_birth_day: /^bday-day$/,
  date_of_birth_year: /^bday-year$/,
};
const TOKENS =
  /^(off|name|username( webauthn)?|email|tel|url|(current|new)-password|one-time-code|bday-(day|month|year)|country|postal-code|address-line1|address-level2)$/;

/** Forms that accept any input. */
const ALWAYS_GOOD =
  /^\/(chats\/\S+|members\/\S+\/chat): text$|^\/complete-signup: answer_0 place$|^\/settings\/delete: text$|^\/members: name$|^\/report: details$/;

/** Passkeys need scripts; without them the page says so and the button stays disabled. */
const SCRIPTS_ONLY = "/settings/passkeys: username name password";

/** The own profile with all its forms: links open one after the other. */
const EDITED = "/profile?edit=basics&edit=about&edit=prompts&edit=facts&edit=questions&edit=interests";

const people = {} as Record<"visitor" | "unconfirmed" | "member", Person>;
const pages: Seen<keyof typeof people>[] = [];
let css = "";

beforeAll(async () => {
  const anna = await member("local");
  const ben = await member("local", { gender: "male", looking_for: "female" });
  const { message } = await anna.call("sendMessage", { profile: ben.id, text: "Hello", client_id: "forms-say-hello" });
  Object.assign(people, { visitor: new Person("local"), unconfirmed: await new Person("local").signUp(), member: anna });
  // No page links to the targets of mail links.
  await people.visitor.call("requestReset", { email: anna.email });
  const byMail = [await anna.mailed(/(\/reset-password\/do\S+)/), await people.unconfirmed.mailed(/(\/a[\w-]{43})/)];
  const starts = routes({ member: ben.id, conversation: message.conversation }).map(({ path }) => path);
  for (const who of Object.keys(people) as (keyof typeof people)[])
    for (const page of await crawl(people[who], [EDITED, ...starts, ...byMail])) pages.push({ who, page });
  const links = pages.flatMap(({ page }) =>
    page.root.find(({ tag, attributes }) => tag === "link" && attributes.get("rel") === "stylesheet"),
  );
  const sheets = new Set(links.map((link) => link.get("href") ?? ""));
  expect(sheets.size).toBeGreaterThan(10);
  for (const sheet of sheets) css += (await people.visitor.request("GET", sheet)).text;
});

/** One of each kind of posted form with typed fields, and the person who sees it. */
function written(): { form: PageForm; who: keyof typeof people }[] {
  const found = new Map<string, { form: PageForm; who: keyof typeof people }>();
  for (const { who, page } of pages)
    for (const form of page.forms)
      if (form.method === "post" && form.typed.some((one) => one.get("aria-hidden") !== "true")) {
        // A form on many pages counts once per person; its values may differ between persons.
        const action = form.controls.find((one) => /^\$ACTION_/.test(one.get("name") ?? ""));
        if (form.key === SCRIPTS_ONLY) continue;
        const key = `${who} ${form.names.join()} ${action?.get("name")} ${action?.get("value")}`;
        if (!found.has(key)) found.set(key, { form, who });
      }
  return [...found.values()];
}

it("the crawl reaches the product's forms by links", () => {
  const all = pages.flatMap(({ page }) => page.forms);
  const keys = new Set(written().map(({ form }) => form.key.replace(/[\w-]{15,}/g, "{id}")));
  for (const path of ["/login", "/", "/reset-password", "/reset-password/do", "/complaints", "/profile", "/settings/password"])
    expect(
      [...keys].some((key) => key.startsWith(`${path}:`)),
      path,
    ).toBe(true);
  for (const page of pages) expect(page.page.status, `${page.who} ${page.page.path}`).toBeLessThan(500);
  console.log(`${pages.length} pages, ${all.length} forms, ${written().length} kinds to type into`);
});

it("every field has a label, a name, an autofill token and existing descriptions", () => {
  const wrong = new Set<string>();
  for (const { page } of pages) {
    const ids = new Map<string, number>();
    for (const one of page.root.all()) if (one.has("id")) ids.set(one.get("id") ?? "", (ids.get(one.get("id") ?? "") ?? 0) + 1);
    for (const form of page.forms)
      for (const one of form.controls) {
        const say = (what: string) =>
          wrong.add(`${page.path.split("?")[0]?.replace(/[\w-]{15,}/, "{id}")} ${one.get("name")}: ${what}`);
        for (const id of (one.get("aria-describedby") ?? "").split(" ").filter(Boolean)) if (!ids.has(id)) say(`no #${id}`);
        if (one.has("id") && ids.get(one.get("id") ?? "") !== 1) say("its id stands twice");
        if (one.get("aria-hidden") === "true" || !(isTyped(one) || one.tag === "select")) continue;
        if (!one.get("name")) say("no name");
        if (labelOf(page.root, one) === "") say("no label");
        const token = one.get("autocomplete");
        if (one.tag === "input" && !TOKENS.test(token ?? "")) say(`autocomplete=${token}`);
        const expected = AUTOFILL[one.get("name") ?? ""];
        if (expected && !expected.test(token ?? "")) say(`autocomplete=${token}`);
        if (token === "email" && typeOf(one) !== "email" && one.get("inputmode") !== "email") say("no keyboard for addresses");
        if (/^(code|date_of_birth_)/.test(one.get("name") ?? "") && one.tag === "input" && one.get("inputmode") !== "numeric")
          say("no keyboard for digits");
        if (/password/.test(one.get("name") ?? "") && typeOf(one) !== "password") say("a password in the open");
      }
  }
  expect([...wrong]).toEqual([]);
});

it("every form is sent by a button or Enter to this site, and a post reaches its server function without scripts", () => {
  const wrong = new Set<string>();
  for (const { page } of pages)
    for (const form of page.forms) {
      const say = (what: string) => wrong.add(`${form.key}: ${what}`);
      if (!form.element.has("novalidate")) say("errors in the browser's words and language");
      if (form.method === "dialog") continue;
      if (form.key === SCRIPTS_ONLY) {
        if (!form.button?.has("disabled")) say("a button that does nothing yet");
        continue;
      }
      const action = form.element.get("action") ?? "";
      if (!/^(\/(?!\/).*|)$/.test(action)) say(`goes to ${action}`);
      const { button } = form;
      if (!button || (form.typed.length > 0 && button.has("disabled"))) say("no button");
      if (form.method !== "post") {
        // A discount code is no secret: links carry it.
        const secret = /password|email|(?<!discount)code|token/;
        if (form.typed.some((one) => secret.test(one.get("name") ?? ""))) say("a secret in the address");
        continue;
      }
      if (form.element.get("enctype") !== "multipart/form-data") say(`enctype ${form.element.get("enctype")}`);
      if (!form.controls.some((one) => /^\$ACTION_/.test(one.get("name") ?? ""))) say("no server function");
    }
  expect([...wrong]).toEqual([]);
});

it("every form that is posted names the person for whom its page was made", () => {
  const { named, wrong } = authorsIn(pages, people);
  expect(wrong).toEqual([]);
  expect(named).toBeGreaterThan(300);
});

it("a form of another member's page does nothing, says who is logged in now, and keeps the text", async () => {
  const carl = await member("local");
  const state = async () => [await carl.call("user", {}), await carl.call("profile", {}), await carl.call("preferences", {})];
  const before = await state();
  const { refused, wrong } = await pressedBy(carl, pages);
  expect(wrong).toEqual([]);
  expect(await state()).toEqual(before);
  expect(refused.length).toBeGreaterThan(25);
  const own = await formWith(carl, "/profile?edit=about", "about");
  expect((await own.submit(carl, { about: "Written on my own page." })).status).toBe(302);
});

it("a form with a password has the username for password managers", () => {
  const wrong = new Set<string>();
  for (const { who, page } of pages)
    for (const form of page.forms) {
      if (who === "visitor" || !form.names.some((name) => /^(old_)?password$/.test(name)) || page.path.startsWith("/reset-"))
        continue;
      const owner = form.controls.find((one) => one.get("autocomplete") === "username");
      if (owner?.get("value") !== people[who].email) wrong.add(form.key);
    }
  expect([...wrong]).toEqual([]);
});

it("no field has a font below 16 px, at which phones zoom", () => {
  const sizes = new Map<string, number>();
  const small = new Set<string>();
  for (const { page } of pages)
    for (const form of page.forms)
      for (const one of form.controls) {
        if (!(isTyped(one) || one.tag === "select") || one.get("aria-hidden") === "true") continue;
        const classes = (one.get("class") ?? "").split(" ");
        const key = classes.join(" ");
        const size = sizes.get(key) ?? Math.min(...classes.flatMap(sizesOf));
        sizes.set(key, size);
        // Infinity: the control's class sets no font size.
        if (size < 16 || size === Number.POSITIVE_INFINITY) small.add(`${form.key} ${one.get("name")}: ${size}`);
      }
  expect([...small]).toEqual([]);
  expect(sizes.size).toBeGreaterThan(1);
});

it("an empty form returns errors that are linked to its fields and focused first", async () => {
  const wrong: string[] = [];
  let sent = 0;
  for (const { form, who } of written()) {
    if (!form.controls.some((one) => one.has("required"))) continue;
    const empty = Object.fromEntries(
      form.controls.filter((one) => isTyped(one) && !one.has("readonly")).map((one) => [one.get("name") ?? "", ""]),
    );
    const boxes = form.controls.filter((one) => typeOf(one) === "checkbox").map((one) => [one.get("name") ?? "", null]);
    sent++;
    const answer = await form.submit(people[who], { ...empty, ...Object.fromEntries(boxes) });
    wrong.push(...problemsOf(form, answer.status, answer.text).map((problem) => `${who} ${form.key}: ${problem}`));
  }
  expect(wrong).toEqual([]);
  expect(sent).toBeGreaterThan(25);
});

it("a refused form keeps its input except secrets", async () => {
  const wrong: string[] = [];
  const good: string[] = [];
  let sent = 0;
  for (const { form, who } of written()) {
    const kind = form.key.replace(/[\w-]{15,}/g, "{id}");
    if (ALWAYS_GOOD.test(kind)) continue;
    const typed: Record<string, string> = {};
    for (const one of form.controls) {
      const name = one.get("name") ?? "";
      if (isTyped(one) && !one.has("readonly")) typed[name] = wrongValue(name);
      // The place options belong to the country that the page was rendered with.
      if (one.tag === "select" && name !== "country")
        typed[name] =
          one
            .find(({ tag }) => tag === "option")
            .at(-1)
            ?.get("value") ?? "";
      if (typeOf(one) === "radio") typed[name] = one.get("value") ?? "";
    }
    sent++;
    const answer = await form.submit(people[who], typed);
    if (answer.status < 400) {
      good.push(kind);
      continue;
    }
    wrong.push(...problemsOf(form, answer.status, answer.text).map((problem) => `${who} ${kind}: ${problem}`));
    // A code of one use is no secret once it was refused.
    const secrets = form.names.includes("code") ? /Secret-7-marker/ : /Secret-7-marker|987654/;
    if (secrets.test(answer.text)) wrong.push(`${who} ${kind}: a secret comes back`);
    const back = sameForm(pageOf(form.page, answer.text).forms, form);
    for (const [name, value] of Object.entries(typed)) {
      if (/password|.code|token/.test(name)) continue;
      const now = back?.values.find(([one]) => one === name)?.[1];
      if (now !== value) wrong.push(`${who} ${kind}: ${name} was "${value}" and is "${now}"`);
    }
  }
  expect(wrong).toEqual([]);
  expect(good).toEqual([]);
  expect(sent).toBeGreaterThan(25);
});

/** An invalid value for a field of this name. */
function wrongValue(name: string): string {
  if (/password/.test(name)) return `Secret-7-marker ${name}`;
  if (/email/.test(name)) return "Kept <as typed>";
  if (/code/.test(name)) return "987654";
  if (/_day$/.test(name)) return "31";
  if (/_year$/.test(name)) return "2031";
  if (/^(about|note|text)$/.test(name)) return "Too long & kept. ".repeat(200);
  return 'Kept "words" & <signs>';
}

/** Font sizes in px that the style sheet sets for a class. */
function sizesOf(name: string): number[] {
  if (!name) return [];
  const rules = css.matchAll(new RegExp(`\\.${name}(?![\\w-])[^{},]*\\{([^}]*)\\}`, "g"));
  return [...rules].flatMap(([, body = ""]) => {
    const size = /(?:^|;)\s*font-size:\s*([^;]+)/.exec(body)?.[1] ?? /(?:^|;)\s*font:\s*([^;]+)/.exec(body)?.[1];
    return size === undefined ? [] : [pixels(size)];
  });
}

function pixels(size: string): number {
  const token = /var\((--[\w-]+)\)/.exec(size)?.[1];
  const value = token ? (new RegExp(`${token}:\\s*([^;}]+)`).exec(css)?.[1] ?? "") : size;
  const found = [...value.matchAll(/([\d.]+)(rem|px)/g)].map(([, number, unit]) => Number(number) * (unit === "rem" ? 16 : 1));
  return found[0] ?? 0;
}

it("every form with a file takes one that is larger than other forms may be", async () => {
  const file = new File([new Uint8Array(300 * 1024)], "a.bin", { type: "application/octet-stream" });
  const refused = new Set<string>();
  const paths = new Set<string>();
  for (const { who, page } of pages)
    for (const form of page.forms) {
      const [chooser] = form.controls.filter((one) => typeOf(one) === "file");
      const kind = form.page.split("?")[0] ?? "";
      if (!chooser || form.key === SCRIPTS_ONLY || paths.has(kind)) continue;
      paths.add(kind);
      const { status, headers } = await form.submit(people[who], { [chooser.get("name") ?? ""]: file });
      if (status === 413 || headers.location?.includes("too_large")) refused.add(kind);
      // Where the answer to a file that is too large leads.
      if (form.element.get("id") !== "upload") refused.add(`${kind} has no #upload`);
    }
  expect([...refused]).toEqual([]);
  expect([...paths]).toEqual(expect.arrayContaining(["/complaints", "/complete-signup", "/profile", "/settings/acquaintances"]));
});
