import { z } from "zod";
import type { OwnTexts } from "#worker/sites/legal/legal.vocabulary.ts";
import { ageSettings } from "./age.vocabulary.ts";
import { ageProblems } from "./age-problems.ts";
import type { Assets } from "./assets.vocabulary.ts";
import { type OfferSettings, offerProblem } from "./codes.vocabulary.ts";
import { PLACEHOLDER } from "./companies.vocabulary.ts";
import { countryProblem } from "./countries.ts";
import { type DomainFile, writtenSchema } from "./domain-file.ts";
import { type Path, type Place, readJson } from "./json-source.ts";
import { methodProblems } from "./method-problems.ts";
import { nounProblem } from "./nouns.vocabulary.ts";
import { accountsProblem } from "./pool-agreement.ts";
import { priceProblems } from "./prices.ts";
import { PRICE_TEXTS, type PriceSettings } from "./prices.vocabulary.ts";
import { questionProblems } from "./questions.vocabulary.ts";
import { exampleOf, isObject, nodeAt, wordsOf } from "./schema-words.ts";
import { settingsSchema } from "./settings.vocabulary.ts";
import { withdrawalProblem } from "./withdrawal.vocabulary.ts";
import { wordProblems, wordsSchema } from "./words.vocabulary.ts";

export interface Source {
  name: string;
  text: string;
  /** The folder of the same name, where there is one. */
  folder?: Folder;
}

export interface Folder {
  words: { name: string; text: string } | null;
  assets: Assets;
  /** One line each, for files other than JSON. */
  problems: string[];
}

export const WORDS_FILE = "words.json";
/** Bytes of a domain as SQL: D1 takes statements of 100 kB. */
const MOST_STORED = 95_000;

/** Each problem is one line with file, line, column, place, error and a valid value. With problems, `files` is unusable. */
export function readDomains(sources: Source[]): { files: DomainFile[]; problems: string[] } {
  const { files, found } = checkDomains(sources);
  const ofFolders = sources.flatMap(({ folder }) => folder?.problems ?? []);
  return { files, problems: [...found.sort(byPlace).map(lineOf), ...ofFolders] };
}

/** The problems in the texts of the sources, for a form. */
export function checkDomains(sources: Source[]): { files: DomainFile[]; found: Problem[] } {
  const found: Problem[] = [];
  const files: DomainFile[] = [];
  const read = sources.flatMap(({ name, text, folder }) => {
    const source = readJson(text);
    const words = folder?.words ? { name: folder.words.name, source: readJson(folder.words.text) } : null;
    const say: Say = (path, message, what = "value") => {
      if (words && path[0] === "words" && path.length > 1)
        found.push({ name: words.name, path, message, place: words.source.placeOf(path.slice(1), what) });
      else found.push({ name, path, message, place: source.placeOf(path, what) });
    };
    for (const problem of source.problems) found.push({ name, ...problem });
    if (words)
      for (const { path, ...problem } of words.source.problems)
        found.push({ name: words.name, path: ["words", ...path], ...problem });
    if (source.value === undefined) return [];
    const raw = withWords(source.value, words?.source.value, say);
    const result = writtenSchema.safeParse(raw);
    if (result.success) {
      const file = { ...result.data, assets: folder?.assets ?? {} };
      const size = new TextEncoder().encode(JSON.stringify(file).replaceAll("'", "''")).length;
      if (size > MOST_STORED)
        say(["words"], `with the settings take ${Math.ceil(size / 1000)} kB; ${MOST_STORED / 1000} kB at most: shorten texts`);
      files.push(file);
    } else
      for (const issue of result.error.issues)
        for (const { path, message, what } of wordsOf(issue, raw)) {
          const isWhole = words && path.length === 1 && path[0] === "words";
          if (isWhole) found.push({ name: words.name, path, message, place: words.source.placeOf([], "value") });
          else say(path, message, what);
        }
    // After a shape error the schema skips its refinements; they run here on the readable parts.
    const parts = partsOf(raw);
    if (
      !result.success &&
      parts.prices &&
      !result.error.issues.some(({ code, path }) => code === "custom" && path[0] === "settings")
    )
      for (const { path, message } of priceProblems(parts.prices)) say(["settings", ...path], message);
    return [{ name, say, legal: folder?.assets.legal ?? {}, ...parts }];
  });
  for (const file of read) {
    checkItself(file);
    checkTexts(file);
    checkCountries(file);
    checkSales(file);
    checkNouns(file);
    checkDesk(file);
  }
  checkOnce("id", read, ({ id }) => (id === null ? [] : [id]));
  checkOnce("hosts", read, ({ hosts }) => hosts ?? []);
  for (const file of read) {
    checkAlternates(file, read);
    const problem = accountsProblem(file, read);
    if (problem) file.say(["settings", "reveal_accounts"], problem);
  }
  return { files, found };
}

/** The words of the folder stand in for those of the file. */
function withWords(file: unknown, words: unknown, say: Say): unknown {
  if (words === undefined || !isObject(file)) return file;
  if ("words" in file) say(["words"], "stand in words.json of the folder too; keep one of them");
  return { ...file, words };
}

export interface Problem {
  name: string;
  path: Path;
  message: string;
  place: Place;
}
type Say = (path: Path, message: string, what?: "name" | "value") => void;

function byPlace(one: Problem, other: Problem): number {
  const order = one.name === other.name ? 0 : one.name < other.name ? -1 : 1;
  return order || one.place.line - other.place.line || one.place.column - other.place.column;
}

type Parts = ReturnType<typeof partsOf>;
type Read = Parts & { name: string; say: Say; legal: OwnTexts };

function partsOf(raw: unknown) {
  const file = isObject(raw) ? raw : {};
  const settings = isObject(file.settings) ? file.settings : {};
  const of = <T>(schema: z.ZodType<T>, value: unknown): T | null => schema.safeParse(value).data ?? null;
  const { shape } = settingsSchema;
  const prices = Object.keys({ ...PRICE_TEXTS, message_credits: 0 }).map((key) => {
    const schema = (shape as Record<string, z.ZodType>)[key] as z.ZodType;
    return [key, schema.safeParse(settings[key])] as const;
  });
  const { time_bonus, welcome_discount_hours, delete_discount, countries, packages, refund_days } = shape;
  return {
    age: of(z.object({ countries, ...ageSettings }), settings),
    withdrawal: of(z.object({ countries, packages, refund_days }), settings),
    offers: of(z.object({ time_bonus, welcome_discount_hours, delete_discount }), settings) as OfferSettings | null,
    id: of(writtenSchema.shape.id, file.id),
    pool: of(writtenSchema.shape.pool, file.pool),
    revealAccounts: of(shape.reveal_accounts, settings.reveal_accounts),
    hosts: of(writtenSchema.shape.hosts, file.hosts),
    alternates: of(writtenSchema.shape.alternates, file.alternates),
    words: of(wordsSchema, file.words ?? {}),
    texts: { words: file.words, questions: settings.questions },
    api: of(writtenSchema.shape.api, file.api),
    domain: of(shape.domain, settings.domain),
    companies: of(shape.companies, settings.companies),
    countries: of(countries, settings.countries),
    desk: of(shape.fictional_desk, settings.fictional_desk),
    home: of(shape.geoip_country, settings.geoip_country),
    domainLanguage: of(shape.domain_language, settings.domain_language),
    languages: of(shape.languages, settings.languages),
    prices: prices.every(([, { success }]) => success)
      ? (Object.fromEntries(prices.map(([key, { data }]) => [key, data])) as PriceSettings)
      : null,
  };
}

function checkItself({ hosts, domain, domainLanguage, languages, companies, texts, say }: Read): void {
  for (const { path, message } of languages ? wordProblems(texts.words, languages) : []) say(["words", ...path], message);
  for (const { path, message } of languages ? questionProblems(texts.questions, languages) : [])
    say(["settings", "questions", ...path], message);
  for (const [country, { address, city }] of Object.entries(companies ?? {}))
    for (const [name, value] of Object.entries({ address, city }))
      if (value === PLACEHOLDER && hosts && !isLocal({ hosts }))
        say(["settings", "companies", country, name], "a site that leaves this machine names its company in full");
  if (hosts && domain && !hosts.includes(domain))
    say(["settings", "domain"], `${domain} is not one of hosts, and links in mails lead there`);
  // A mismatch gives first visitors another language than the file declares.
  const own = domainLanguage?.slice(0, 2).toLowerCase();
  if (own && languages && !languages.some((tag) => tag === own))
    say(["settings", "domain_language"], `is ${domainLanguage}, but languages do not offer ${own}`);
}

/** A member who reads a legal text must not meet another language than that of the page. */
function checkTexts({ legal, languages, say }: Read): void {
  for (const [name, text] of Object.entries(legal))
    for (const tag of languages ?? [])
      if (!text?.files[tag])
        say(["settings", "languages"], `the folder has no ${name}.${tag}.md, and the site speaks ${tag} too`);
}

function checkCountries({ countries, home, say }: Read): void {
  const named: [Path, string][] = (countries ?? []).map((code, index) => [["settings", "countries", index], code]);
  if (home) named.push([["settings", "geoip_country"], home]);
  for (const [path, code] of named) {
    const problem = countryProblem(code);
    if (problem) say(path, problem);
  }
}

/** What only our own server decides: an upstream has its own provider, offers and proofs of age. */
function checkSales({ prices, offers, age, withdrawal, words, api, say }: Read): void {
  if (!api || api.mode === "proxy") return;
  const methods = prices ? methodProblems(prices, words?.payment_methods ?? null) : [];
  for (const { path, message } of methods) say(["settings", ...path], message);
  for (const { path, message } of age ? ageProblems(age) : []) say(["settings", ...path], message);
  const short = withdrawal && withdrawalProblem(withdrawal);
  if (short) say(["settings", "refund_days"], short);
  const equal = offers && offerProblem(offers);
  if (equal) say(["settings", "delete_discount"], equal);
}

/** An upstream takes its own prices: this site must not say that anything is free. */
function checkDesk({ api, desk, say }: Read): void {
  if (desk && api?.mode === "proxy")
    say(["settings", "fictional_desk"], "another server answers this site's calls; only a site with api.mode local has a desk");
}

function checkNouns({ api, say }: Read): void {
  const problem = api?.mode === "proxy" ? nounProblem(api.local) : null;
  if (problem) say(["api", "local"], problem);
}

/** Names both files: either may hold the mistake. */
function checkOnce(key: string, files: Read[], valuesOf: (file: Read) => string[]): void {
  const owners = new Map<string, Read>();
  for (const file of files)
    for (const value of valuesOf(file)) {
      const owner = owners.get(value);
      owners.set(value, owner ?? file);
      if (!owner) continue;
      file.say([key], `${value} is taken by ${owner.name}`);
      if (owner !== file) owner.say([key], `${value} is taken by ${file.name}`);
    }
}

/** Search engines ignore hreflang alternates that are not mutual. */
function checkAlternates({ name, alternates, domain, hosts, say }: Read, files: Read[]): void {
  const named = Object.entries(alternates ?? {});
  if (named.length > 0 && domain && !named.some(([, host]) => host === domain))
    say(["alternates"], `do not name ${domain} itself`);
  for (const [tag, host] of named) {
    const other = files.find((candidate) => candidate.domain === host);
    if (!other) say(["alternates", tag], `${host} is the domain of no file`);
    else if (other.name !== name && other.alternates && !isSame(other.alternates, alternates ?? {}))
      say(["alternates", tag], `${other.name} has other alternates`);
    else if (other.hosts && hosts && isLocal({ hosts: other.hosts }) && !isLocal({ hosts }))
      say(["alternates", tag], `${host} stays on this machine, and this site does not`);
  }
}

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  const sorted = (alternates: Record<string, string>) => JSON.stringify(Object.entries(alternates).sort());
  return sorted(one) === sorted(other);
}

export function isLocalHost(host: string): boolean {
  return host === "127.0.0.1" || /(^|\.)localhost$/.test(host);
}

/** No deployment gets a local domain. */
export function isLocal({ hosts }: Pick<DomainFile, "hosts">): boolean {
  return hosts.every(isLocalHost);
}

function lineOf({ name, path, message, place: { line, column, text } }: Problem): string {
  const inFile = name.endsWith(`/${WORDS_FILE}`) ? path.slice(1) : path;
  const place = inFile.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  const shown = text && ` (${text})`;
  const said = `db/domains/${name}:${line}:${column}: ${place ? `${place.replace(/^\./, "")}${shown}: ${message}` : message + shown}`;
  const example = exampleOf(nodeAt(path));
  return example === undefined || /did you mean/.test(said) ? said : `${said}. For example: ${JSON.stringify(example)}`;
}
