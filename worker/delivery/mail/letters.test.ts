import { expect, test } from "vitest";
import { AVAILABLE, translator } from "#locales/index.ts";
import { colourOf, contrast } from "#tests/setup/colour.ts";
import { contextOf } from "#tests/setup/context.ts";
import { newId } from "#worker/platform/ids.ts";
import { regionName } from "#worker/platform/region-name.ts";
import { SAMPLE_MAILS } from "#worker/server/dev/sample-mails.ts";
import { optionalKind } from "./kinds.ts";
import { DIGEST } from "./kinds.vocabulary.ts";
import { createMails } from "./mails.ts";

const mails = createMails(async () => {});
const ORIGIN = "http://localhost";
const NAME = `<b>O'Neil & "Söhne"</b>`;
/** Templates sent to unverified addresses. */
const ENTERED = [
  "activation",
  "activationReminder",
  "alreadyMember",
  "signupAgain",
  "signupExcluded",
  "passwordReset",
  "mailChange",
  "addressChanged",
  "addressInUse",
  "complaint",
  "complaintAnswer",
  "withdrawal: of a visitor",
  "withdrawal",
];

async function written(name: string, language: string, host = "localhost") {
  const to = { id: newId(), email: "anna@example.org", name: NAME, language };
  const write = SAMPLE_MAILS[name] ?? expect.unreachable();
  return write(mails, await contextOf({ host }), to);
}

function wordsOf(html: string): string {
  const body = html.slice(html.indexOf("<body")).replace(/<[^>]+>/g, " ");
  const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&", nbsp: " " };
  return body.replace(/&(\w+|#39);/g, (_, name: string) => entities[name] ?? expect.unreachable()).replace(/\s+/g, " ");
}

test("every mail stands in the table", () => {
  const written = new Set(Object.keys(SAMPLE_MAILS).map((name) => name.split(":")[0]));
  expect([...written].sort()).toEqual(
    Object.keys(mails)
      .filter((name) => name !== "dispatch")
      .sort(),
  );
});

/** Refuses a mail of which something is wrong in a language. */
async function check(
  name: string,
  language: (typeof AVAILABLE)[number],
  english: Awaited<ReturnType<typeof written>>,
): Promise<void> {
  const { subject, text, html, headers, template } = await written(name, language);
  expect(subject.length, subject).toBeLessThanOrEqual(78);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).toContain(`<html lang="${language}">`);
  expect(headers).toMatchObject({ "Content-Language": language, "Auto-Submitted": "auto-generated" });

  // The page contains every line of the text.
  const words = wordsOf(html);
  const lines = text.split("\n").filter((line) => line !== "" && line !== "-- ");
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines.filter((one) => !one.startsWith(ORIGIN)))
    expect(words, line).toContain(line.replace(/:$/, "").replace(/\s+/g, " "));
  const country = regionName(language, "NL");
  for (const said of [NAME, "support@liaison.example", `Keizersgracht 1, Amsterdam, ${country}`]) expect(text).toContain(said);
  expect(text + html + subject).not.toMatch(/\{\{|undefined|\bnull\b|NaN|\[object|Invalid|\.\. /);

  // Names are escaped, nothing loads from outside, and every link leads to the member's own domain.
  expect(html).not.toMatch(/<b>|<img|<script|<link|<iframe|url\(|@import|javascript:/i);
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? "");
  expect(links.length).toBeGreaterThan(0);
  for (const link of [...links, ...(text.match(/https?:\/\/\S+/g) ?? [])]) expect(link).toMatch(new RegExp(`^${ORIGIN}/`));
  for (const link of links) expect(text).toContain(link);
  expect(new TextEncoder().encode(html).length).toBeLessThan(102 * 1024);

  // Only optional mails name the unsubscribe link and the page with the mail settings.
  const stop = headers?.["List-Unsubscribe"]?.slice(1, -1);
  const optional = template === DIGEST || optionalKind(template) !== null;
  expect(stop !== undefined).toBe(optional);
  for (const said of [text, html]) {
    if (stop) expect(said).toContain(stop);
    expect(said.includes(`${ORIGIN}/settings/notifications`)).toBe(optional);
  }

  // The footer states this reason and no other.
  const t = await translator(language);
  const given = (["entered", "account", "optional"] as const).filter((reason) =>
    text.includes(t(`mail.letters.because.${reason}`, { site: "Liaison" })),
  );
  expect(given).toEqual([optional ? "optional" : ENTERED.includes(name.split(":")[0] ?? "") ? "entered" : "account"]);

  if (language !== "en") {
    expect(subject).not.toBe(english.subject);
    const shared = lines.filter((line) => line.length > 30 && !/https?:|Keizersgracht/.test(line) && english.text.includes(line));
    expect(shared, "nothing was left in English").toEqual([]);
  }
}

test.each(Object.keys(SAMPLE_MAILS))("%s, in each language", async (name) => {
  const english = await written(name, "en");
  expect(AVAILABLE.length).toBeGreaterThan(5);
  for (const language of AVAILABLE)
    await check(name, language, english).catch((error: Error) => {
      error.message = `in ${language}: ${error.message}`;
      throw error;
    });
});

test.each(AVAILABLE)("every mail has a name in the list that a member sees, in %s", async (language) => {
  const t = await translator(language);
  for (const name of Object.keys(SAMPLE_MAILS)) {
    const key = `mail.settings.names.${(await written(name, language)).template}`;
    expect(t.has(key), key).toBe(true);
  }
});

test("the mail about a new device has another subject in each language", async () => {
  const subjects = new Set<string>();
  for (const language of AVAILABLE) subjects.add((await written("newDevice", language)).subject);
  expect(subjects.size).toBe(AVAILABLE.length);
});

test("a Polish mail counts hours by their form", async () => {
  expect((await written("activation", "pl")).text).toContain("48 godzin ");
  expect((await written("mailChange", "pl")).text).toContain("24 godziny ");
});

test("no mail speaks of a button: in its text there is none", async () => {
  const button = /\bbutton|\bknap|knopf|\bbot[oó]n|painik|\bbouton|pulsante|\bknopp|\bde knop\b|przycisk/i;
  for (const language of AVAILABLE)
    for (const name of Object.keys(SAMPLE_MAILS))
      expect((await written(name, language)).text, `${name}, ${language}`).not.toMatch(button);
});

test("a member whose language the domain lacks gets mails in the domain's language", async () => {
  expect((await written("trial", "tlh", "dichtbij.localhost")).html).toContain('<html lang="nl">');
});

test("it can be read in the dark too, where the mail program knows of it", async () => {
  const { html } = await written("activation", "en");
  const dark = /@media \(prefers-color-scheme:dark\)\{(.*?\})\}/s.exec(html)?.[1] ?? "";
  const colour = (name: string, property: string) =>
    new RegExp(`\\.${name}\\b[^{]*\\{[^}]*${property}:(#[0-9a-f]{6})`).exec(dark)?.[1] ?? expect.unreachable();
  const rgb = (hex: string) => colourOf(hex, new Map());
  for (const [ink, on] of [
    ["ink", "paper"],
    ["ink", "box"],
    ["small", "paper"],
    ["small", "back"],
    ["site", "back"],
  ] as const)
    expect(contrast(rgb(colour(ink, "color")), rgb(colour(on, "background"))), `${ink} on ${on}`).toBeGreaterThan(4.5);
  // The dark style sheet reaches every paragraph.
  const coloured = [...html.slice(html.indexOf("<body")).matchAll(/<(?:p|h1)\b[^>]*>/g)].filter(([tag]) => /color:#/.test(tag));
  expect(coloured.length).toBeGreaterThan(1);
  for (const [tag] of coloured) expect(tag).toMatch(/class="(ink|small|site)"/);
});

test("every mail is written in the member's language, with text and HTML saying the same", async () => {
  const titles: Record<string, string> = {
    en: "Nice to meet you!",
    nl: "Leuk je te leren kennen!",
    de: "Schön, dich kennenzulernen!",
  };
  for (const [language, title] of Object.entries(titles)) {
    const row = await mails.activation(await contextOf(), {
      id: newId(),
      email: "a@example.org",
      name: "Anna",
      language,
      link: "http://localhost/abc",
      code: "123456",
      hours: 48,
    });
    expect(row.html).toContain(`<html lang="${language}">`);
    expect(row.html).toContain(title);
    for (const said of ["Anna", "http://localhost/abc", "123456", "48", "Keizersgracht 1"]) {
      expect(row.html).toContain(said);
      expect(row.text).toContain(said);
    }
    expect(row.html + row.text + row.subject).not.toMatch(/\{\{|undefined|\[object/);
    const again = await mails.alreadyMember(await contextOf(), { id: newId(), email: "a@example.org", name: "Anna", language });
    expect(again.text).toContain("http://localhost/login");
    expect(again.html).toContain(`<html lang="${language}">`);
  }
});

test("a niche's own logo stands where its name stood, and says the name where pictures are not loaded", async () => {
  const context = await contextOf();
  const logo = { hash: "0123456789abcdef", type: "svg" as const, width: 300, height: 60 };
  const write = SAMPLE_MAILS.passwordChanged ?? expect.unreachable();
  const to = { id: newId(), email: "anna@example.org", name: NAME, language: "en" };
  const { html } = await write(mails, { ...context, domain: { ...context.domain, assets: { logo } } }, to);
  expect(html).toContain(`src="${context.origin}/brand/0123456789abcdef/mail.png" width="160" height="32" alt="Liaison"`);
  expect((await write(mails, context, to)).html).not.toContain("<img");
});
