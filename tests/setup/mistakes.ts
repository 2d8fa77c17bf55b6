import { expect } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import type { Section } from "#worker/backoffice/sites/sections.vocabulary.ts";

/** A written file, whose values a mistake may replace by any. */
interface Written {
  [key: string]: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: a mistake has no type
  settings: Record<string, any>;
}

export const curves = readDomainFiles().find(({ id }) => id === "curves") ?? expect.unreachable();
const own: Written = {
  ...{ id: "gipfel", hosts: ["dating.example.com", "gipfel.localhost"], pool: "gipfel", api: { mode: "local" } },
  settings: {
    ...curves.settings,
    ...{ domain: "dating.example.com", languages: ["de", "en"], domain_language: "de-AT", support_email: "hilfe@example.com" },
    ...{ countries: ["AT", "DE"], geoip_country: "AT", currencies: { "*": "EUR" }, tax_rates: { AT: 20, DE: 19 } },
    ...{ payment_provider: "verotel", payment_methods: { "*": ["card"] }, refund_days: 14, minimum_message_costs: {} },
    packages: {
      EUR: [
        { id: "c25", credits: 25, amount: 1249 },
        { id: "c60", credits: 60, amount: 2499 },
      ],
    },
  },
};
const PRICE = "/settings/packages/EUR/0/amount";
const SVG = (inside: string) => `<svg viewBox="0 0 30 10">\n${inside}</svg>`;
const png = (width: number, height: number) => {
  const header = Buffer.alloc(33);
  header.write("\x89PNG\r\n\x1a\n", "latin1");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
};

export function changed(change: (file: Written) => void): string {
  const file = structuredClone(own);
  change(file);
  return JSON.stringify(file, null, 2);
}
export const setting =
  (name: string, value: unknown): ((file: Written) => void) =>
  ({ settings }) =>
    void Object.assign(settings, { [name]: value });

/** What is typed where in the browser, and what the field says. */
type Typed = [section: Section, field: string, value: string, message: RegExp];

/** What a file says wrongly; the fourth is the same mistake in the browser. */
export const IN_SETTINGS: [mistake: string, change: (file: Written) => void, message: RegExp, typed?: Typed][] = [
  [
    "a key that does not exist",
    setting("signup_credit", 5),
    /signup_credit: there is no such key; did you mean signup_credits\?$/,
  ],
  [
    "a colour in words",
    setting("theme", { primary: "green" }),
    /theme\.primary \("green"\): .*For example: "#/,
    ["looks", "/settings/theme/primary", "green", /#/],
  ],
  [
    "a colour of three digits",
    setting("theme", { primary: "#2f6" }),
    /theme\.primary \("#2f6"\): /,
    ["looks", "/settings/theme/primary", "#2f6", /#/],
  ],
  [
    "a language that does not exist here",
    setting("languages", ["de", "pt"]),
    /languages\[1\] \("pt"\): is unknown; did you mean/,
  ],
  [
    "a language of the site that a question lacks",
    setting("questions", [
      {
        ...{ id: "tent", text: { de: "Zelt?" } },
        choices: ["a", "b"].map((id) => ({ id, name: { de: id, en: id } })),
      },
    ]),
    /questions\[0\]\.text\.en: is missing/,
  ],
  [
    "a host that another site has",
    (file) => void Object.assign(file, { hosts: ["dating.example.com", "curves.localhost"] }),
    /hosts .*: curves\.localhost is taken by curves\.json/,
  ],
  [
    "an id that another site has",
    (file) => void Object.assign(file, { id: "curves" }),
    /id \("curves"\): curves is taken by curves\.json/,
  ],
  ["a country that is none", setting("countries", ["AT", "UK"]), /countries\[1\] \("UK"\): .*did you mean "?GB/],
  [
    "a price of nothing",
    (file) => void Object.assign(file.settings.packages.EUR[0], { amount: 0 }),
    /EUR\[0\]\.amount \(0\): /,
    ["prices", PRICE, "0", /./],
  ],
  [
    "a price with a point",
    (file) => void Object.assign(file.settings.packages.EUR[0], { amount: 11.9 }),
    /EUR\[0\]\.amount \(11\.9\): .*in cents: 1190/,
    ["prices", PRICE, "11,90", /in cents: 1190/],
  ],
  [
    "a price in words",
    (file) => void Object.assign(file.settings.packages.EUR[0], { amount: "cheap" }),
    /amount \("cheap"\): /,
    ["prices", PRICE, "cheap", /./],
  ],
  [
    "two packages of one id",
    (file) => void Object.assign(file.settings.packages.EUR[1], { id: "c25" }),
    /packages\.EUR .*: two packages have the same id/,
    ["prices", "/settings/packages/EUR/1/id", "c25", /two packages have the same id/],
  ],
  [
    "a currency without packages",
    setting("currencies", { "*": "CHF" }),
    /currencies\.\* \("CHF"\): there are no packages in CHF/,
    ["prices", "/settings/currencies/*", "CHF", /no packages in CHF/],
  ],
  [
    "a domain that is no host",
    setting("domain", "other.example.com"),
    /domain \("other\.example\.com"\): other\.example\.com is not one of hosts/,
  ],
  ["a provider that does not exist", setting("payment_provider", "stripe"), /payment_provider \("stripe"\): /],
  [
    "a method that the provider lacks",
    setting("payment_methods", { "*": ["paypal"] }),
    /payment_methods\.\*\[0\] \("paypal"\): is no method of verotel/,
    ["prices", "/settings/payment_methods/*", "paypal", /is no method of verotel/],
  ],
  ["an age below 18", setting("min_age", 16), /min_age \(16\): /, ["members", "/settings/min_age", "16", /./]],
  [
    "a tax above 100",
    setting("tax_rates", { AT: 200 }),
    /tax_rates\.AT \(200\): /,
    ["prices", "/settings/tax_rates/AT", "200", /./],
  ],
  [
    "a time to withdraw below the law's",
    setting("refund_days", 3),
    /refund_days \(3\): .*14/,
    ["prices", "/settings/refund_days", "3", /14/],
  ],
  [
    "a site without a name",
    ({ settings }) => void delete settings.name,
    /name: is missing/,
    ["about", "/settings/name", "", /./],
  ],
];

/** Mistakes of the file as a whole, and of the folder beside it. */
export const OF_FILES: [mistake: string, text: string | Buffer, beside: Record<string, string | Buffer>, message: RegExp][] = [
  ["a missing comma", changed(() => {}).replace('",\n', '"\n'), {}, /gipfel\.json:3:3: is not JSON: /],
  ["a comma too many", '{\n  "id": "gipfel",\n}', {}, /gipfel\.json:3:1: is not JSON: /],
  ["an empty file", "", {}, /gipfel\.json:1:1: is not JSON: /],
  ["a list in place of a file", "[]", {}, /gipfel\.json:1:1: /],
  ["a comment", changed(() => {}).replace("{\n", "{\n  // prices\n"), {}, /gipfel\.json:2:3: is not JSON: a comment/],
  ["a key that stands twice", changed(() => {}).replace('"pool"', '"id": "x",\n  "pool"'), {}, /gipfel\.json:\d+:3: id.*twice/],
  ["Latin-1", Buffer.from(changed(setting("index_title", "Liebe über der Baumgrenze")), "latin1"), {}, /gipfel\.json: .*UTF-8/],
  [
    "a text that lacks a language",
    changed(() => {}),
    { "words.json": '{\n  "title": { "de": "Gipfel" }\n}' },
    /words\.json:2:12: title\.en: is missing/,
  ],
  [
    "a text in a language too many",
    changed(() => {}),
    { "words.json": '{ "title": { "de": "a", "en": "b", "fr": "c" } }' },
    /title\.fr \("c"\): is a language that the site does not speak/,
  ],
  ["a script in a drawing", changed(() => {}), { "logo.svg": SVG("<script>1</script>") }, /logo\.svg:2:1: /],
  [
    "a handler in a drawing",
    changed(() => {}),
    { "logo.svg": SVG('<path onclick="x()"/>') },
    /logo\.svg:2:1: onclick would run a script/,
  ],
  [
    "a link out in a drawing",
    changed(() => {}),
    { "logo.svg": SVG('<image href="https://a.example/x.png"/>') },
    /logo\.svg:2:1: /,
  ],
  ["letters in a drawing", changed(() => {}), { "logo.svg": SVG("<text>Gipfel</text>") }, /logo\.svg:2:1: /],
  [
    "a picture that is far too large",
    changed(() => {}),
    { "hero.jpg": Buffer.alloc(2_000_000) },
    /hero\.jpg: has 2000 kB; 1500 kB at most/,
  ],
  [
    "a picture that is too narrow",
    changed(() => {}),
    { "hero.png": png(800, 600) },
    /hero\.png: is 800 × 600 pixels; its longer side needs 1600/,
  ],
  ["an icon that is not square", changed(() => {}), { "icon.png": png(600, 512) }, /icon\.png: is not square/],
  ["a logo twice", changed(() => {}), { "logo.svg": SVG(""), "logo.png": png(64, 64) }, /logo\.png: stands beside logo\.svg/],
  ["a foreign file", changed(() => {}), { "banner.gif": "" }, /banner\.gif: is no file of a niche/],
  ["a font without its licence", changed(() => {}), { "font.woff2": "x" }, /font\.woff2: needs font-licence\.txt/],
  [
    "a legal text in one language of two",
    changed(() => {}),
    { "terms.de.md": "---\nversion: 2026-11-15\n---\n\n# {{site}}\n\nRegeln.\n" },
    /no terms\.en\.md/,
  ],
];

/** Right by the schema, and hardly meant. */
export const MEANT: [mistake: string, settings: Record<string, unknown>, warning: RegExp][] = [
  ["packages without a provider", { payment_provider: null }, /payment_provider is null, so a deployed site sells nothing/],
  ["a country without a tax rate", { tax_rates: { AT: 20 } }, /tax_rates has no rate for DE/],
  [
    "a method that is not used in a country",
    { payment_methods: { "*": ["card"], AT: ["card", "ideal"] } },
    /AT\.1 is not used in AT/,
  ],
  [
    "a larger package that costs more for each credit",
    {
      packages: {
        EUR: [
          { id: "c25", credits: 25, amount: 1249 },
          { id: "c60", credits: 60, amount: 9999 },
        ],
      },
    },
    /a credit costs more in c60 than in c25/,
  ],
  [
    "fictional profiles that nothing marks",
    { fictional_profiles: true, fictional_icon: false, fictional_warning: false },
    /fictional_warning is false, and fictional_icon/,
  ],
  ["mails from another domain", { support_email: "help@other.example" }, /mails leave from no-reply@other\.example/],
];
