import { type Block, FRONT, type Inline, parseMarkdown, withoutFront } from "#worker/platform/markdown.ts";
import { nearest } from "#worker/sites/domains/nearest.ts";
import { LEGAL_FLAGS, LEGAL_PLACES, OUR_VERSIONS, type OwnTextName } from "./legal.vocabulary.ts";

/** Headings to which other pages link, and words without which the page would lack what the law asks for. */
const NEEDED: Record<OwnTextName, { ids: string[]; words: [string, string][] }> = {
  terms: { ids: [], words: [] },
  privacy: { ids: ["consent", "deletion", "rights"], words: [] },
  imprint: {
    ids: [],
    words: [
      ["{{company}}", "who runs the site"],
      ["{{support_email}}", "the point of contact for users (DSA Article 12)"],
      ["{{authority_email}}", "the point of contact for authorities (DSA Article 11)"],
    ],
  },
  "return-policy": { ids: [], words: [["](/withdraw)", "a link to the withdrawal function"]] },
};

/** What the reader of Markdown does not know, and would show as it is written. */
const UNKNOWN: [RegExp, string][] = [
  [/<\/?[a-z][^>]*>|<!--/i, "is HTML, which is not shown"],
  [/!\[/, "is a picture, which a text cannot have"],
  [/^\s*\|/, "is a table; write a list"],
  [/^\s*(```|~~~)/, "is a block of code"],
  [/^#{4,}/, "is a heading of a fourth level; there are three"],
  [/^\s*[*+] /, 'is a list by * or +; begin items with "- "'],
  [/^\s{2,}(-|\d+\.) /, "is a list within a list"],
];

const LINK = /^(https:\/\/[^\s/]+|mailto:|tel:|\/(?!\/)|#)/;

interface TextProblem {
  /** From 1. */
  line: number;
  message: string;
}

export interface ReadText {
  /** ISO 8601 day; empty while there are problems with it. */
  version: string;
  /** Ids of the headings, in order. */
  ids: string[];
  problems: TextProblem[];
}

/** @param today ISO 8601 day */
export function readOwnText(name: OwnTextName, source: string, today: string): ReadText {
  const problems: TextProblem[] = [];
  const say = (line: number, message: string) => void problems.push({ line, message });
  const version = versionIn(name, source, today, say);
  const body = withoutFront(source);
  const before = source.slice(0, source.length - body.length).split("\n").length;
  const lineAt = (offset: number) => before + body.slice(0, offset).split("\n").length - 1;
  checkMarks(body, (offset, message) => say(lineAt(offset), message));
  for (const [index, line] of body.split("\n").entries())
    for (const [sign, message] of UNKNOWN) if (sign.test(line.replace(/^> ?/, ""))) say(before + index, message);
  const blocks = parseMarkdown(body.replaceAll(/\{\{[#^/]\w+\}\}/g, ""));
  const ids = checkBlocks(blocks, (words, message) => say(lineAt(Math.max(0, body.indexOf(words))), message));
  const { ids: wanted, words } = NEEDED[name];
  for (const id of wanted) if (!ids.includes(id)) say(before, `needs a heading with {#${id}}: other pages lead there`);
  for (const [word, what] of words) if (!body.includes(word)) say(before, `needs ${word}: ${what}`);
  return { version, ids, problems: problems.toSorted((one, other) => one.line - other.line) };
}

type Say = (line: number, message: string) => void;

function versionIn(name: OwnTextName, source: string, today: string, say: Say): string {
  const [, written] = FRONT.exec(source) ?? [];
  if (written === undefined) {
    say(1, `begins with its version, in three lines: ---, version: ${today}, ---`);
    return "";
  }
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(written) && new Date(written).toJSON()?.startsWith(written);
  if (!isDay) say(2, `version is the day from which the text applies, as ${today}`);
  else if (written > today) say(2, `version lies ahead: the text applies from the day on which it is published`);
  const ours = name === "terms" || name === "privacy" ? OUR_VERSIONS[name].slice(0, 10) : "";
  if (isDay && written <= ours)
    say(2, `version is not after ${ours}, that of our text: who agreed to ours would not be asked for yours`);
  return isDay ? written : "";
}

/** Placeholders and sections. */
function checkMarks(body: string, say: Say): void {
  const open: { flag: string; at: number }[] = [];
  for (const match of body.matchAll(/\{\{([#^/]?)([^{}]*)\}\}|\{\{|\}\}/g)) {
    const [whole, sign = "", name] = match;
    const at = match.index;
    if (name === undefined) say(at, `${whole} is no placeholder: {{name}}, {{#flag}}, {{^flag}} or {{/flag}}`);
    else if (sign === "") mustBeKnown(name, LEGAL_PLACES, "placeholder", (message) => say(at, message));
    else if (sign === "/") {
      const last = open.pop();
      if (last?.flag !== name) say(at, last ? `{{/${name}}} stands where {{/${last.flag}}} should` : `{{/${name}}} ends nothing`);
    } else {
      mustBeKnown(name, LEGAL_FLAGS, "flag", (message) => say(at, message));
      open.push({ flag: name, at });
    }
  }
  for (const { flag, at } of open) say(at, `{{#${flag}}} has no end`);
}

function mustBeKnown(name: string, known: readonly string[], kind: string, say: (message: string) => void): void {
  if (known.includes(name)) return;
  const close = nearest(name, [...known]);
  say(`there is no ${kind} ${name}${close ? `; did you mean ${close}?` : ""}`);
}

/** Returns the ids of the headings. */
function checkBlocks(blocks: Block[], say: (words: string, message: string) => void): string[] {
  const [title, lead] = blocks;
  if (title?.kind !== "heading" || title.level !== 1 || lead?.kind !== "paragraph")
    say("", "begins with a title (# …) and a sentence");
  const headings = blocks.filter((block) => block.kind === "heading");
  const ids: string[] = [];
  for (const { level, id, words } of headings.slice(1)) {
    const shown = first(words);
    if (level === 1) say(`# ${shown}`, "is a second title");
    if (level === 2 && id === null) say(`## ${shown}`, "needs an id after the words of the heading: {#who}");
    if (id !== null && ids.includes(id)) say(`{#${id}}`, `names {#${id}} a second time`);
    if (id !== null) ids.push(id);
  }
  for (const href of hrefsIn(inlinesOf(blocks))) {
    if (!LINK.test(href)) say(`](${href})`, `${href} is no address: https://…, mailto:…, tel:…, /page or #heading`);
    if (href.startsWith("#") && !ids.includes(href.slice(1))) say(`](${href})`, `there is no heading {${href}}`);
  }
  return ids;
}

function first([piece = ""]: Inline[]): string {
  return typeof piece === "string" ? piece : "";
}

function inlinesOf(blocks: Block[]): Inline[] {
  return blocks.flatMap((block) => {
    if (block.kind === "aside") return inlinesOf(block.blocks);
    return block.kind === "list" ? block.items.flat() : block.words;
  });
}

function hrefsIn(pieces: Inline[]): string[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === "string") return [];
    return "bold" in piece ? hrefsIn(piece.bold) : [piece.href, ...hrefsIn(piece.words)];
  });
}
