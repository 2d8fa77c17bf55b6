import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readDomainFiles } from "#scripts/data.ts";
import { withOperatorKey } from "#scripts/domain/operator-key.ts";
import { DomainError, originGiven, type Where } from "#scripts/domain/options.ts";
import { openStores } from "#scripts/domain/stores.ts";
import { linesIn } from "#scripts/lines.ts";
import { isDeployed, pepperOf } from "#scripts/own/own-store.ts";
import { SECRET_PURPOSE } from "#worker/backoffice/transfer/transfer.ts";
import { hmac } from "#worker/platform/crypto.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { type ImportLine, lineSchema } from "./format.ts";
import { createIds } from "./ids.ts";
import { createIntake } from "./intake.ts";
import { bringPhotos, PHOTO_CHECKS } from "./photos.ts";
import { createReport } from "./report.ts";

export interface ImportOptions extends Where {
  site: string;
  "dry-run": boolean;
  photos: string;
  rate: string;
}

/** Lines between two notes of how far the import is. */
const STEP = 10_000;

/** Brings the members of a file. Each chunk is one transaction; started again, it goes on behind the last. */
export async function importMembers(file: string, options: ImportOptions): Promise<void> {
  const site = siteOf(options.site);
  const check = PHOTO_CHECKS.find((one) => one === options.photos);
  const rate = Number(options.rate);
  if (!check) throw new DomainError(`--photos takes one of ${PHOTO_CHECKS.join(", ")}.`);
  if (!Number.isInteger(rate) || rate < 1 || rate > 6000) throw new DomainError("--rate takes photos a minute, 1 to 6000.");
  if (!existsSync(file)) throw new DomainError(`There is no file ${file}.`);
  const pepper = pepperGiven(options);
  const stores = await openStores(options);
  const origin = originGiven(options, site);
  if (isDeployed(options)) await withOperatorKey(stores.primary, origin, (ask) => mustShare(pepper, ask));
  const db = await stores.of(site.pool);
  const report = createReport(`${file}.report`);
  const dry = options["dry-run"];
  const progress = `${file}.progress`;
  const mark = `${site.id} ${statSync(file).size}`;
  const done = dry ? 0 : linesDone(progress, mark);
  if (done > 0) console.log(`▸ Going on behind line ${done}`);
  const source = await sourceOf(file);
  const target = { db, pool: site.pool, domainId: site.id, source, now: Date.now() };
  const intake = createIntake({ target, site, ids: createIds(pepper, site.id, source), pepper, report, dry });
  const since = Date.now();
  for await (const { text, number, utf8 } of linesIn(file)) {
    if (number % STEP === 0) console.log(`  line ${number}, ${Math.round((Date.now() - since) / 1000)} s: ${intake.told()}`);
    if (text.trim() === "") continue;
    const refuse = (reason: string) => report.refused(number, reason);
    if (!utf8) refuse("is not saved as UTF-8");
    const line = utf8 ? lineOf(text, refuse) : null;
    if (line && (await intake.take(line, number, number <= done)) && !dry) writeFileSync(progress, `${mark} ${intake.written()}`);
  }
  await intake.finish();
  console.log(`${dry ? "✓ Tried, nothing is written" : "✓ Brought"} in ${Math.round((Date.now() - since) / 1000)} s: ${intake.told()}
  ${report.told()}`);
  const photos = dry || check === "later" ? [] : intake.photos();
  if (photos.length > 0)
    await withOperatorKey(stores.primary, origin, (ask) => bringPhotos({ db, ask, photos, check, rate, file, report }));
  report.close();
  if (!dry && existsSync(progress)) rmSync(progress);
}

function siteOf(id: string): DomainFile {
  const files = readDomainFiles();
  const found = files.find((one) => one.id === id);
  if (!found) throw new DomainError(`There is no site "${id}": ${files.map((one) => one.id).join(", ")}.`);
  return found;
}

function pepperGiven(options: ImportOptions): string {
  const pepper = pepperOf(options);
  if (pepper) return pepper;
  throw new DomainError("Set PASSWORD_PEPPER to the deployment's secret: old passwords are wrapped with it.");
}

async function mustShare(pepper: string, ask: (path: string) => Promise<Response>): Promise<void> {
  const { print } = (await (await ask("secret")).json()) as { print: string };
  if (print !== (await hmac(pepper, SECRET_PURPOSE)))
    throw new DomainError("PASSWORD_PEPPER is not the deployment's: no old password would work there.");
}

/** 0 for another site or file. */
function linesDone(progress: string, mark: string): number {
  if (!existsSync(progress)) return 0;
  const text = readFileSync(progress, "utf8");
  return text.startsWith(`${mark} `) ? Number(text.slice(mark.length + 1)) : 0;
}

async function sourceOf(file: string): Promise<string> {
  for await (const { text } of linesIn(file)) {
    const line = lineOf(text, () => {});
    if (line?.type === "source") return line.name;
    break;
  }
  throw new DomainError('The first line must be {"type": "source", "name": "…"}.');
}

function lineOf(text: string, refuse: (reason: string) => void): ImportLine | null {
  const value = jsonOf(text);
  if (value === undefined) {
    refuse("is no JSON");
    return null;
  }
  const read = lineSchema.safeParse(value);
  if (read.success) return read.data;
  refuse(read.error.issues.map(({ path, message }) => `${path.join(".") || "type"}: ${message}`).join("; "));
  return null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
