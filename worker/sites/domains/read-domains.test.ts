import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { nicheOf } from "./niches.vocabulary.ts";
import { isLocal, readDomains, type Source } from "./read-domains.ts";

const demo = env.TEST_DOMAINS as { id: string; hosts: string[]; settings: { name: string; domain: string } }[];
const files: Source[] = demo.map((file) => ({ name: `${file.hosts[0]}.json`, text: JSON.stringify(file, null, 2) }));
const curves = demo.find(({ id }) => id === "curves") ?? expect.unreachable();

/** Problems of a new file beside the demo's. */
function problemsOf(change: (file: Record<string, unknown> & { settings: Record<string, unknown> }) => void): string[] {
  const file = structuredClone(curves) as never as Parameters<typeof change>[0];
  Object.assign(file, { id: "gipfel", hosts: ["gipfel.localhost"] });
  file.settings.domain = "gipfel.localhost";
  change(file);
  const { problems } = readDomains([...files, { name: "bergfex.json", text: JSON.stringify(file, null, 2) }]);
  return problems;
}

test("the demo's files are right, and all of this machine", () => {
  const read = readDomains(files);
  expect(read.problems).toEqual([]);
  expect(read.files.map(({ id }) => id)).toEqual(demo.map(({ id }) => id));
  expect(read.files.length).toBeGreaterThan(3);
  expect(read.files.every(isLocal)).toBe(true);
  expect(isLocal({ hosts: ["gipfel.localhost", "gipfel.example"] })).toBe(false);
  expect(isLocal({ hosts: ["notlocalhost"] })).toBe(false);
});

test("the demo's files reveal no account where an address alone would tell of somebody's sexuality", () => {
  const sensitive = readDomains(files).files.filter((file) => ["bdsm", "gay"].includes(nicheOf(file.settings)));
  expect(sensitive.map(({ id, settings }) => [id, settings.reveal_accounts])).toEqual([
    ["kompaan", "no"],
    ["velvet", "no"],
  ]);
});

test("mistakes come all at once, one a line, each with its file, its place and a way out", () => {
  const problems = problemsOf(({ settings }) => {
    Object.assign(settings, {
      search_field: [],
      domain_language: "fi",
      languages: ["de"],
      niche: "4",
      currencies: { "*": "CHF" },
    });
    delete settings.name;
    (settings.companies as Record<string, Record<string, unknown>>)["*"] = { id: "x", added: "1 May 2024" };
  });
  for (const line of problems) expect(line).toMatch(/^db\/domains\/bergfex\.json:\d+:\d+: settings\./);
  const said = problems.map((line) => line.replace(/^db\/domains\/bergfex.json:\d+:\d+: settings\./, "")).sort();
  expect(said).toEqual([
    'companies.*.added ("1 May 2024"): Invalid ISO datetime. For example: "2024-02-01T12:00:00Z"',
    'companies.*.address: is missing. For example: "Keizersgracht 1"',
    'companies.*.city: is missing. For example: "1015 CJ Amsterdam"',
    'companies.*.country: is missing. For example: "NL"',
    'companies.*.name: is missing. For example: "Liaison Media B.V."',
    'currencies.* ("CHF"): there are no packages in CHF',
    'domain_language ("fi"): is fi, but languages do not offer fi. For example: "de-AT"',
    'name: is missing. For example: "Gipfelglück"',
    'niche ("4"): is a text, not a number. For example: 1',
    'payment_methods.IE (["card", "paypal", "directdebit"]): direct debit (SEPA) is for euros only',
    "search_field: there is no such key; did you mean search_fields?",
  ]);
});

describe("a mistake is told where it is", () => {
  test.each([
    ["id", { id: "curves" }, /^db\/domains\/bergfex\.json:3:9: id \("curves"\): curves is taken by curves\.localhost\.json/],
    [
      "hosts",
      { hosts: ["gipfel.localhost", "localhost"] },
      /^db\/domains\/bergfex\.json:\d+:12: hosts \(.*\): localhost is taken by localhost\.json/,
    ],
    ["domain", { hosts: ["other.localhost"] }, /settings\.domain \("gipfel\.localhost"\): gipfel\.localhost is not one of hosts/],
    ["a key at the top", { host: ["x"] }, /host: there is no such key; did you mean hosts\?$/],
    ["a key that is near to none", { zzzzzz: 1 }, /zzzzzz: there is no such key$/],
    [
      "a way of the api",
      { api: { mode: "proxy", upstrem: "https://a.example" } },
      /api\.upstrem: there is no such key; did you mean upstream\?/,
    ],
    [
      "a noun that only an upstream can answer",
      { api: { mode: "proxy", upstream: "https://a.example", local: ["chats"] } },
      /api\.local\[0\] \("chats"\): /,
    ],
    [
      "nouns that need others beside them",
      { api: { mode: "proxy", upstream: "https://a.example", local: ["likes", "complaints"] } },
      /api\.local \(\["likes", "complaints"\]\): lacks swipe and match: likes, swipe, match have the same rows/,
    ],
    ["an address of an upstream", { api: { mode: "proxy" } }, /api\.upstream: is missing\. For example: "https:/],
    [
      "alternates of nobody",
      { alternates: { de: "nobody.example" } },
      /alternates\.de \("nobody\.example"\): nobody\.example is the domain of no file/,
    ],
    [
      "a method that the provider has not",
      {
        settings: {
          ...curves.settings,
          domain: "gipfel.localhost",
          payment_provider: "verotel",
          payment_methods: { "*": ["card", "paypal"] },
        },
      },
      /settings\.payment_methods\.\*\[1\] \("paypal"\): is no method of verotel, which has card, ideal, directdebit/,
    ],
    [
      "a method that nobody has, in the sandbox",
      { settings: { ...curves.settings, domain: "gipfel.localhost", payment_methods: { "*": ["cheque"] } } },
      /payment_methods\.\*\[0\] \("cheque"\): is no method of the sandbox, which has card, paypal/,
    ],
    [
      "a method without a name",
      { settings: { ...curves.settings, domain: "gipfel.localhost", payment_methods: { "*": ["card"], BE: ["bancontact"] } } },
      /payment_methods\.BE\[0\] \("bancontact"\): has no texts of ours: name it in words under payment_methods\.bancontact/,
    ],
    [
      "accounts that another domain of the pool reveals",
      { settings: { ...curves.settings, domain: "gipfel.localhost", reveal_accounts: "no" } },
      /json:\d+:\d+: settings\.reveal_accounts \("no"\): is "yes" in curves\.localhost\.json; domains of one pool share accounts/,
    ],
    ["alternates without itself", { alternates: { en: "localhost" } }, /alternates \(.*\): do not name gipfel\.localhost itself/],
  ])("%s", (_, change, said) => {
    const problems = problemsOf((file) => Object.assign(file, change));
    expect(
      problems.some((line) => said.test(line)),
      problems.join("\n"),
    ).toBe(true);
  });

  test("a word that is near to a known one", () => {
    const [line, ...more] = problemsOf(({ settings }) => Object.assign(settings, { search_fields: ["hair", "bodie"] }));
    expect(line).toMatch(/: settings\.search_fields\[1\] \("bodie"\): is unknown; did you mean "body"\?$/);
    expect(more).toEqual([]);
  });

  test("a word that is near to none", () => {
    const [line] = problemsOf(({ settings }) => Object.assign(settings, { languages: ["en", "xx"] }));
    expect(line).toMatch(/: settings\.languages\[1\] \("xx"\): Invalid option: expected one of "da"/);
  });

  test("in a list, by its number", () => {
    const [line, ...more] = problemsOf(({ settings }) => Object.assign(settings, { countries: ["GB", "Austria"] }));
    expect(line).toMatch(
      /^db\/domains\/bergfex\.json:\d+:7: settings\.countries\[1\] \("Austria"\): two capital letters \(ISO 3166-1\)$/,
    );
    expect(more).toEqual([]);
  });

  test("what is no JSON, with the rest of the files read all the same", () => {
    const { problems } = readDomains([
      { name: "a.json", text: "{" },
      { name: "b.json", text: "[]" },
    ]);
    expect(problems[0]).toMatch(/^db\/domains\/a\.json:1:2: is not JSON: /);
    expect(problems.slice(1).every((line) => line.startsWith("db/domains/b.json:1:1: "))).toBe(true);
    expect(problems.length).toBeGreaterThan(1);
  });
});

describe("own words", () => {
  const problemsWith = (words: string, settings = {}) => {
    const file = structuredClone(curves) as unknown as Record<string, unknown> & { settings: Record<string, unknown> };
    Object.assign(file, { id: "gipfel", hosts: ["gipfel.localhost"] });
    Object.assign(file.settings, { domain: "gipfel.localhost", languages: ["de", "en"], domain_language: "de-AT", ...settings });
    const folder = {
      words: { name: "gipfel/words.json", text: words },
      assets: {},
      problems: ["db/domains/gipfel/logo.png: is no PNG"],
    };
    return readDomains([...files, { name: "gipfel.json", text: JSON.stringify(file, null, 2), folder }]);
  };

  test("in a file of their own are read with the domain's", () => {
    const { files: read } = problemsWith('{ "title": { "de": "Gipfel", "en": "Summit" } }');
    expect(read.find(({ id }) => id === "gipfel")?.words).toEqual({
      ...{ title: { de: "Gipfel", en: "Summit" }, points: [], faq: [], landers: {}, payment_methods: {} },
    });
  });

  test("that lack a language of the site, or have one more, are told with line and column in their file", () => {
    const words = `{
  "title": { "de": "Gipfel" },
  "faq": [{ "question": { "de": "Wo?", "en": "Where?", "fr": "Où ?" }, "answer": { "en": "Here." } }],
  "landers": { "video": { "title": { "de": "a", "en": "b" }, "here": { "de": "In {{place}}", "en": "Nowhere" } } },
  "tagline": { "de": "zwei  Blanks", "en": "{{site}}" },
  "titel": {}
}`;
    expect(problemsWith(words).problems).toEqual([
      expect.stringMatching(/^db\/domains\/gipfel\/words\.json:2:12: title\.en: is missing: the site speaks en too/),
      expect.stringMatching(/^db\/domains\/gipfel\/words\.json:3:\d+: faq\[0\]\.question\.fr \("Où \?"\): is a language that/),
      expect.stringMatching(/^db\/domains\/gipfel\/words\.json:3:\d+: faq\[0\]\.answer\.de: is missing/),
      expect.stringMatching(
        /^db\/domains\/gipfel\/words\.json:4:\d+: landers\.video\.here\.en \("Nowhere"\): names the place once/,
      ),
      expect.stringMatching(/^db\/domains\/gipfel\/words\.json:5:22: tagline\.de \("zwei Blanks"\): one line/),
      expect.stringMatching(/^db\/domains\/gipfel\/words\.json:5:44: tagline\.en \("{{site}}"\): takes no placeholder/),
      expect.stringMatching(/^db\/domains\/gipfel\/words\.json:6:3: titel: there is no such key; did you mean title\?$/),
      "db/domains/gipfel/logo.png: is no PNG",
    ]);
    const missing = problemsWith(
      '{\n  "title": { "de": "Gipfel" },\n  "points": [{ "de": "a", "en": "b", "fr": "c" }]\n}',
    ).problems;
    expect(missing.slice(0, 2)).toEqual([
      expect.stringMatching(/^db\/domains\/gipfel\/words\.json:2:12: title\.en: is missing: the site speaks en too/),
      expect.stringMatching(
        /^db\/domains\/gipfel\/words\.json:3:44: points\[0\]\.fr \("c"\): is a language that the site does not speak/,
      ),
    ]);
  });

  test("name a method that the provider declares beside ours, in all languages", () => {
    const methods = { payment_methods: { "*": ["card", "bancontact"] } };
    const named = '{ "payment_methods": { "bancontact": { "name": { "de": "Bancontact", "en": "Bancontact" } } } }';
    expect(problemsWith(named, methods).problems).toEqual(["db/domains/gipfel/logo.png: is no PNG"]);
    expect(problemsWith(named.replace(', "en": "Bancontact"', ""), methods).problems[0]).toMatch(
      /words\.json:1:\d+: payment_methods\.bancontact\.name\.en: is missing/,
    );
  });

  test("that would not fit into one statement with the settings are told before anything is applied", () => {
    const answer = { de: "ü".repeat(700), en: "'".repeat(700) };
    const faq = Array.from({ length: 10 }, (_, index) => ({ question: { de: `${index}?`, en: `${index}?` }, answer }));
    expect(problemsWith(JSON.stringify({ faq })).problems).toEqual(["db/domains/gipfel/logo.png: is no PNG"]);
    const methods = Object.fromEntries(
      Array.from({ length: 450 }, (_, n) => [`m${n}`, { name: { de: "x".repeat(40), en: "'".repeat(40) } }]),
    );
    const long = JSON.stringify({ faq, payment_methods: methods });
    expect(problemsWith(long).problems[0]).toMatch(
      /^db\/domains\/gipfel\.json:\d+:\d+: words.* with the settings take \d+ kB; 95 kB at most: shorten texts/,
    );
  });

  test("of an upstream's provider are not compared with ours", () => {
    const file = structuredClone(curves) as unknown as Record<string, unknown> & { settings: Record<string, unknown> };
    Object.assign(file, { api: { mode: "proxy", upstream: "https://api.example" } });
    Object.assign(file.settings, { payment_methods: { "*": ["cheque"] } });
    const others = files.filter(({ name }) => !name.startsWith("curves"));
    expect(readDomains([...others, { name: "curves.json", text: JSON.stringify(file) }]).problems).toEqual([]);
  });

  test("that are no JSON, or stand in both files, are told", () => {
    expect(problemsWith("[]").problems[0]).toMatch(/^db\/domains\/gipfel\/words\.json:1:1: .*expected object/);
    expect(problemsWith("{").problems[0]).toMatch(/^db\/domains\/gipfel\/words\.json:1:2: is not JSON: /);
    const twice = structuredClone(curves) as unknown as Record<string, unknown>;
    const text = JSON.stringify({ ...twice, words: {} }, null, 2);
    const folder = { words: { name: "curves/words.json", text: "{}" }, assets: {}, problems: [] };
    const others = files.filter(({ name }) => !name.startsWith("curves"));
    expect(readDomains([...others, { name: "curves.json", text, folder }]).problems[0]).toMatch(
      /^db\/domains\/curves\.json:\d+:\d+: words \(\{\}\): stand in words\.json of the folder too/,
    );
  });
});

describe("own questions", () => {
  const tent = {
    id: "tent",
    text: { en: "Tent?" },
    choices: [
      { id: "yes", name: { en: "Yes" } },
      { id: "no", name: { en: "No" } },
    ],
  };
  const problemsWith = (questions: unknown[]) =>
    problemsOf(({ settings }) => Object.assign(settings, { languages: ["en"], domain_language: "en-GB", questions }));

  test("in the languages of the site are taken", () => {
    expect(problemsWith([tent])).toEqual([]);
  });

  test.each([
    ["a missing language", [{ ...tent, text: { de: "Zelt?" } }], /settings\.questions\[0\]\.text\.en: is missing/],
    ["one choice", [{ ...tent, choices: tent.choices.slice(1) }], /settings\.questions\[0\]\.choices \(.*\): /],
    ["a question twice", [tent, tent], /settings\.questions \(.*\): each id once/],
    ["a choice twice", [{ ...tent, choices: [tent.choices[0], tent.choices[0]] }], /choices \(.*\): each id once/],
    ["an id with a quote", [{ ...tent, id: "t'x" }], /questions\[0\]\.id \("t'x"\): lower case letters/],
  ])("%s is told with its place", (_, questions, said) => {
    const problems = problemsWith(questions);
    expect(
      problems.some((line) => said.test(line)),
      problems.join("\n"),
    ).toBe(true);
  });
});

test("an upstream has its own accounts, whatever its pool is called", () => {
  const api = { mode: "proxy", upstream: "https://a.example" };
  expect(problemsOf((file) => Object.assign(file, { api, settings: { ...file.settings, reveal_accounts: "no" } }))).toEqual([]);
});

test("likes, swipe and match may answer here together, and complaints alone", () => {
  for (const local of [[], ["complaints"], ["likes", "swipe", "match"], ["match", "likes", "swipe", "complaints"]])
    expect(problemsOf((file) => Object.assign(file, { api: { mode: "proxy", upstream: "https://a.example", local } }))).toEqual(
      [],
    );
});
