import { expect, test } from "vitest";
import type { Translate } from "#locales/index.ts";
import { invalidIn } from "#tests/setup/valid-html.ts";
import { type Content, type Frame, letter } from "./letter.ts";

const t = Object.assign((key: string) => key, { language: "en" }) as unknown as Translate;
const FRAME: Frame = {
  ...{ t, site: "Liaison", logo: null, support: "help@example.org", colour: "#c2126c", fictional: "", name: "<Anna>" },
  company: { name: "Company", address: "Street 1", city: "1000 AA Town", country: "NL" },
  ...{ because: "account", choices: "https://example.org/c" },
};
const CONTENT: Content = {
  ...{ subject: "Subject & more", title: "Title", paragraphs: ["One.", "Two."], after: ["After."] },
  button: { label: "Open", link: "https://example.org/a?b=1&c=2" },
};

test("a mail is valid HTML, with and without what only some letters have", async () => {
  const whole: Content = {
    ...{ ...CONTENT, code: { label: "Your code", digits: "123456" }, unsubscribe: "https://example.org/u" },
    instead: { label: "Choose", link: "https://example.org/i" },
  };
  const logo = { src: "https://example.org/logo.png", width: 120, height: 36 };
  for (const { html } of [letter(FRAME, CONTENT), letter({ ...FRAME, logo }, whole)])
    expect(await invalidIn(html, "mail")).toEqual([]);
});

test("a mail is 560 pixels wide in Outlook for Windows, and its button keeps its padding there", () => {
  const { html } = letter(FRAME, CONTENT);
  const inOutlook = html.replace(/<!--\[if mso\]>(.*?)<!\[endif\]-->/gs, "$1");
  const [, column = ""] = /<table role="presentation" width="560"[^>]*>(.*)<\/body>/s.exec(inOutlook) ?? [];
  expect(column).toContain("<h1");
  expect(column).toContain(FRAME.company.address);
  expect(column).toMatch(/<td[^>]*mso-padding-alt:14px 30px[^>]*background:#c2126c[^>]*><a class="button"/);
});
