import { describe, expect, it } from "vitest";
import localhost from "#db/domains/localhost.json" with { type: "json" };
import { AVAILABLE, translator } from "#locales/index.ts";
import { PAGES, pageText, textNames } from "#locales/pages/index.ts";
import { type Block, chooseSections, type Inline, parseMarkdown, plainText } from "#worker/platform/markdown.ts";
import { COOKIES } from "#worker/server/edge/session.ts";
import { featuresOf } from "#worker/sites/domains/features.ts";
import { FEATURES } from "#worker/sites/domains/features.vocabulary.ts";
import { type Settings, settingsSchema } from "#worker/sites/domains/settings.vocabulary.ts";
import { factsOf, fill } from "./facts.ts";

const settings = settingsSchema.parse(localhost.settings);
const allOn = featuresOf({ ...settings, push_public_key: "key" }, [], {
  local: false,
  staff: true,
  relay: true,
  built: FEATURES,
});
const allOff = featuresOf(settings, [], { local: false, built: [] });
const TEXTS = AVAILABLE.flatMap((tag) => PAGES.map((page) => [tag, page] as const));

const { age_proof, age_oidc } = settingsSchema.parse({
  ...localhost.settings,
  age_proof: { NL: { when: "before_contact", methods: ["eu", "oidc", "person"] } },
  age_oidc: { issuer: "https://id.example.com", client_id: "x", claim: "age_over_18" },
});
const AGE = { age_proof, age_oidc };

/** All blocks of a text, regardless of flags. */
async function blocksOf(tag: (typeof AVAILABLE)[number], page: Parameters<typeof pageText>[1]): Promise<Block[]> {
  return parseMarkdown((await pageText(tag, page)).replaceAll(/\{\{[#^/]\w+\}\}/g, ""));
}

function inlines(blocks: Block[]): Inline[] {
  return blocks.flatMap((block) => {
    if (block.kind === "aside") return inlines(block.blocks);
    return block.kind === "list" ? block.items.flat() : block.words;
  });
}

function hrefs(pieces: Inline[]): string[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === "string") return [];
    return "bold" in piece ? hrefs(piece.bold) : [piece.href, ...hrefs(piece.words)];
  });
}

/** Must be equal in every language. */
async function shapeOf(tag: (typeof AVAILABLE)[number], page: (typeof PAGES)[number]) {
  const text = await pageText(tag, page);
  const blocks = await blocksOf(tag, page);
  return {
    headings: blocks.flatMap((block) => (block.kind === "heading" ? [`${block.level} ${block.id}`] : [])),
    places: [...new Set([...text.matchAll(/\{\{\w+\}\}/g)].map(([place]) => place))].sort(),
    sections: [...text.matchAll(/\{\{[#^/]\w+\}\}/g)].map(([mark]) => mark).sort(),
    links: hrefs(inlines(blocks)).sort(),
    lists: blocks.filter((block) => block.kind === "list").map((block) => block.items.length),
  };
}

describe("the long texts", () => {
  it.each(TEXTS)("%s has %s, built like the English one", async (tag, page) => {
    expect(textNames()).toContain(`${tag}/${page}`);
    expect(await shapeOf(tag, page)).toEqual(await shapeOf("en", page));
  });

  it("are no others, and the one for the United States is in English only", () => {
    const languages = new Set(textNames().map((name) => name.split("/")[0]));
    const wanted = [...languages].flatMap((tag) => PAGES.map((page) => `${tag}/${page}`));
    expect(textNames().sort()).toEqual([...wanted, "en/privacy-us"].sort());
  });

  it.each(textNames())("%s reads well whatever the settings are", async (name) => {
    const [tag, page] = name.split("/") as [(typeof AVAILABLE)[number], (typeof PAGES)[number]];
    const text = await pageText(tag, page);
    const t = await translator(tag);
    const [bare, full] = [
      {
        ...settings,
        support_phone: "",
        fictional_profiles: false,
        free_conversations: null,
        signup_credits: 0,
        photo_credits: 0,
      },
      { ...settings, ...AGE, signups: "with_trafficsource", chat_history: { days: 30 }, logged_out_search: true },
    ] as [Settings, Settings];
    const read = new Set<string>();
    for (const reader of [
      { settings: bare, features: allOff, country: "NL", t },
      { settings: bare, features: allOff, country: "US", t },
      { settings: full, features: allOn, country: "GB", t },
      ...FEATURES.map((feature) => ({ settings, features: { ...allOff, [feature]: true }, country: "NL", t })),
    ]) {
      const { flags, places } = factsOf(reader);
      const chosen = chooseSections(text, (flag) => {
        if (!Object.hasOwn(flags, flag)) expect.unreachable(`flag ${flag}`);
        return flags[flag as keyof typeof flags];
      });
      // Most features change no word of a text.
      const reading = JSON.stringify([chosen, places]);
      if (read.has(reading)) continue;
      read.add(reading);
      expect(chosen).not.toMatch(/\{\{[#^/]/);
      const [title, lead, ...blocks] = parseMarkdown(chosen);
      expect(title).toMatchObject({ kind: "heading", level: 1 });
      expect(lead).toMatchObject({ kind: "paragraph" });
      const words = inlines([...blocks]).map((piece) => fill(plainText([piece]), places));
      // No markup and no empty placeholder remains.
      expect(words.join("\n")).not.toMatch(/\*\*|\]\(|\{|\}| ,|, ,|\( *\)|undefined/);
      expect(words.every((piece) => piece.trim() !== "" || piece === " ")).toBe(true);
      for (const block of blocks) {
        if (block.kind === "heading") expect(block.level === 2 ? block.id : "h3", plainText(block.words)).not.toBeNull();
      }
    }
  });

  it.each(textNames())("%s links to headings that exist", async (name) => {
    const [tag, page] = name.split("/") as [(typeof AVAILABLE)[number], (typeof PAGES)[number]];
    for (const href of hrefs(inlines(await blocksOf(tag, page)))) {
      expect(href).toMatch(
        /^(\/(settings\/)?[a-z-]+(#[a-z-]+)?|mailto:\{\{support_email\}\}(\?subject=\S+)?|tel:\{\{support_tel\}\})$/,
      );
      const [, target, id] = /^\/([a-z-]+)#(.+)$/.exec(href) ?? [];
      if (!target) continue;
      const ids = (await blocksOf(tag, target as (typeof PAGES)[number])).map((block) => block.kind === "heading" && block.id);
      expect(ids, href).toContain(id);
    }
  });
});

it.each(AVAILABLE)("the page about cookies names each of them, and no other, in %s", async (tag) => {
  const names = (await blocksOf(tag, "cookies")).flatMap((block) =>
    block.kind === "heading" && block.level === 3 ? [plainText(block.words)] : [],
  );
  expect(names).toEqual([...COOKIES]);
});

describe("the terms' date", () => {
  it.each([
    ["en", "NL", "1 February 2024"],
    ["en", "US", "June 1, 2024"],
    // The company started before the current terms.
    ["en", "GB", "1 December 2023"],
    ["de", "NL", "1. Februar 2024"],
    ["fr", "NL", "1er février 2024"],
    ["nl", "GB", "1 december 2023"],
  ] as const)("in %s for %s is %s", async (tag, country, date) => {
    expect(factsOf({ settings, features: allOff, country, t: await translator(tag) }).places.version_date).toBe(date);
  });
});

it.each(AVAILABLE)(
  "the privacy page says in one item who sees intimate interests here, and none where nobody can tick any, in %s",
  async (tag) => {
    const t = await translator(tag);
    const itemsFor = async (more: Partial<Settings>) => {
      const { flags } = factsOf({ settings: { ...settings, ...more }, features: allOff, country: "NL", t });
      const text = chooseSections(await pageText(tag, "privacy"), (flag) => flags[flag as keyof typeof flags]);
      return text.split("\n").filter((line) => line.startsWith("- ") && line.includes("](/profile)"));
    };
    const pairs = await itemsFor({ niche: 1 });
    const open = await itemsFor({ niche: 3 });
    expect([pairs.length, open.length]).toEqual([1, 1]);
    expect(pairs).not.toEqual(open);
    expect(await itemsFor({ niche: 1, intimate_interests: "open" })).toEqual(open);
    expect(await itemsFor({ interests: ["coffee"] })).toEqual([]);
  },
);

it.each(AVAILABLE)(
  "the privacy page tells of a proof of age by the methods asked for, of what programs decide, and of blocked pictures, in %s",
  async (tag) => {
    const t = await translator(tag);
    const textFor = async (more: Partial<Settings>, features = allOn) => {
      const { flags } = factsOf({ settings: { ...settings, age_proof: {}, ...more }, features, country: "NL", t });
      return chooseSections(await pageText(tag, "privacy"), (flag) => flags[flag as keyof typeof flags]);
    };
    const decided = (text: string) => /\{#automated\}[\s\S]*?\{#consent\}/.exec(text)?.[0] ?? expect.unreachable();
    const items = (text: string) => text.split("\n").filter((line) => line.startsWith("- ")).length;
    const [none, all] = [await textFor({}), await textFor(AGE)];
    expect([items(decided(none)), items(decided(all))]).toEqual([2, 3]);
    expect(decided(all)).toContain("22");
    // Four items about the data, one about what programs decide, one about the time.
    expect(items(all) - items(none)).toBe(6);
    expect([none.includes("{{age_provider}}"), all.includes("{{age_provider}}")]).toEqual([false, true]);
    const noStaff = await textFor(AGE, { ...allOn, verification: false });
    // The item of verifications is missing as well.
    expect(items(all) - items(noStaff)).toBe(2);
    const off = { NL: { ...AGE.age_proof.NL, when: "off" as const } } as Settings["age_proof"];
    expect(await textFor({ ...AGE, age_proof: off })).toBe(none);
  },
);
