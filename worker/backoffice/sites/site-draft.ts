import { AppError, invalid } from "#worker/platform/errors.ts";
import { assetsSchema } from "#worker/sites/domains/assets.vocabulary.ts";
import { type Contradiction, contradictionsOf, type Standing } from "#worker/sites/domains/contradictions.ts";
import { type Difference, differences } from "#worker/sites/domains/differences.ts";
import { type DomainFile, domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import { checkDomains } from "#worker/sites/domains/read-domains.ts";
import { jsonSchema } from "#worker/sites/domains/schema-words.ts";
import { settingsSchema } from "#worker/sites/domains/settings.vocabulary.ts";
import { parseStored } from "#worker/sites/domains/stored-file.ts";
import { FIXED, type Section, settingsOf } from "./sections.vocabulary.ts";
import { fieldOf, type Schema, typedOf } from "./site-fields.ts";
import { escapedStep, type SiteField } from "./site-fields.vocabulary.ts";
import type { SiteForm } from "./sites.contract.ts";
import type { SiteRow, SitesStore } from "./sites.store.ts";

const { settings: SETTINGS = {}, words: WORDS = {} } = (jsonSchema as Schema).properties ?? {};

interface FormProblem {
  /** Name of the field in the form. */
  field: string;
  message: string;
}

/** What a form makes of a site. */
export interface Draft {
  before: DomainFile;
  /** Null while there are problems. */
  file: DomainFile | null;
  problems: FormProblem[];
  changes: Difference[];
}

export function readSite({ settings }: Pick<SiteRow, "settings">): DomainFile {
  return parseStored(domainFileSchema, settings);
}

/** The form of a section as the site is. */
export function fieldsOfSection(file: DomainFile, section: Section): SiteField[] {
  const { settings, words } = file;
  const { languages } = settings;
  if (section === "texts")
    return Object.entries(WORDS.properties ?? {})
      .filter(([key]) => key !== "$schema")
      .map(([key, schema]) => fieldOf(schema, `/words/${key}`, words[key as keyof typeof words], languages));
  const properties = SETTINGS.properties ?? {};
  return settingsOf(section, Object.keys(properties)).map((key) =>
    fieldOf(properties[key] ?? {}, `/settings/${key}`, settings[key as keyof typeof settings], languages),
  );
}

/** Checks the form as the command checks files, together with all other sites. @throws not_found */
export function draftOf(rows: readonly SiteRow[], form: Pick<SiteForm, "site" | "section"> & Record<string, unknown>): Draft {
  const row = rows.find(({ id }) => id === form.site);
  if (!row) throw new AppError("not_found");
  const before = readSite(row);
  const { assets, ...written } = before;
  const values = valuesOf(form);
  const part = form.section === "texts" ? "words" : "settings";
  const whole = part === "words" ? WORDS : SETTINGS;
  const properties = whole.properties ?? {};
  const names =
    part === "words"
      ? Object.keys(properties).filter((name) => name !== "$schema")
      : settingsOf(form.section, Object.keys(properties));
  const shown = { ...whole, properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])) };
  const typed = typedOf(shown, `/${part}`, values, written[part]);
  const kept = Object.entries(written[part]).filter(([name]) => !names.includes(name));
  const next = { ...Object.fromEntries(kept), ...(typed.value as object) };
  const { file, found } = checked(rows, row, { ...written, [part]: next }, assets);
  const problems = found.map(({ pointer, message }) => ({ field: typed.nameOf(pointer) ?? pointer, message }));
  return { before, file, problems, changes: file ? differences(before, file) : [] };
}

/** The site with other files. */
export function withAssets(rows: readonly SiteRow[], row: SiteRow, assets: DomainFile["assets"]): Draft {
  const before = readSite(row);
  const { assets: _, ...written } = before;
  const { file, found } = checked(rows, row, written, assetsSchema.parse(assets));
  const problems = found.map(({ pointer, message }) => ({ field: pointer, message }));
  return { before, file, problems, changes: file ? differences(before, file) : [] };
}

/** @throws not_found */
export async function findSite(store: Pick<SitesStore, "all">, id: string) {
  const { sites, newest } = await store.all();
  const row = sites.find((site) => site.id === id);
  const version = newest.find((one) => one.id === id);
  if (!row || !version) throw new AppError("not_found");
  return { row, version, sites };
}

/** @throws invalid */
export function fileOf({ file, problems }: Draft): DomainFile {
  if (file) return file;
  throw invalid(...problems.map(({ field }) => ({ field, code: "invalid_format" as const })));
}

/** An earlier version as the browser may bring it back. What only the file says stays, and the check of files decides. */
export function restoredOf(rows: readonly SiteRow[], row: SiteRow, version: Pick<SiteRow, "settings">): Draft {
  const before = readSite(row);
  const { assets, ...written } = keepFixed(before, readSite(version));
  const { file, found } = checked(rows, row, written, assets);
  const problems = found.map(({ pointer, message }) => ({ field: pointer, message }));
  return { before, file, problems, changes: file ? differences(before, file) : [] };
}

/** Words, pictures and open settings of the wanted file; all else as it is. */
export function keepFixed(before: DomainFile, { settings, words, assets }: DomainFile): DomainFile {
  const open = Object.entries(settings).filter(([name]) => !FIXED.includes(name));
  const fixed = Object.entries(before.settings).filter(([name]) => FIXED.includes(name));
  // Parsed for the order of keys in which the command stores them.
  return { ...before, settings: settingsSchema.parse(Object.fromEntries([...open, ...fixed])), words, assets };
}

/** Goes through the check of `npm run domain`, together with all other sites. */
function checked(rows: readonly SiteRow[], row: SiteRow, written: object, assets: DomainFile["assets"]) {
  const own = { name: `${row.id}.json`, text: JSON.stringify(written), folder: folderOf(assets) };
  const { files, found } = checkDomains([own, ...rows.filter((other) => other !== row).map(sourceOf)]);
  const problems = found
    .filter(({ name }) => name === own.name)
    .map(({ path, message }) => ({ pointer: `/${path.map((step) => escapedStep(String(step))).join("/")}`, message }));
  return { file: problems.length > 0 ? null : (files.find(({ id }) => id === row.id) ?? null), found: problems };
}

function valuesOf(form: Record<string, unknown>): Record<string, string> {
  const fields = Object.entries(form).filter(([name, value]) => name.startsWith("/") && typeof value === "string");
  return Object.fromEntries(fields) as Record<string, string>;
}

function sourceOf(row: SiteRow) {
  const { assets, ...written } = JSON.parse(row.settings) as DomainFile;
  return { name: `${row.id}.json`, text: JSON.stringify(written), folder: folderOf(assets) };
}

function folderOf(assets: DomainFile["assets"]) {
  return { words: null, assets, problems: [] };
}

/** What members of a site have; empty for an unknown one. */
export type StandingOf = (id: string) => Promise<Standing[]>;

/** What the file contradicts in the store. Its hosts are the deployment's. */
export async function contradicting(standingOf: StandingOf, file: DomainFile | null): Promise<Contradiction[]> {
  if (!file) return [];
  const standings = await standingOf(file.id);
  return contradictionsOf(
    standings,
    standings.map(({ site: { hosts } }) => ({ ...file, hosts })),
    true,
  );
}
