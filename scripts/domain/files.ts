import { existsSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { DOMAINS, domainProblems, readDomainFiles } from "#scripts/data.ts";
import { hasStaffHost } from "#scripts/deploy/sites.ts";
import { placesOfPersonAlone } from "#worker/sites/domains/age-problems.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { isLocal } from "#worker/sites/domains/read-domains.ts";
import { warningsOf } from "#worker/sites/domains/warnings.ts";
import { newDomain } from "./new-domain.ts";
import { DomainError, type Options } from "./options.ts";

const ROOT = join(import.meta.dirname, "../..");

/** All of them, or those of the ids or hosts. @throws DomainError */
export function filesOf(wanted: string[]): DomainFile[] {
  const files = allFiles();
  if (wanted.length === 0) return files;
  return wanted.map((name) => {
    const file = files.find(({ id, hosts }) => id === name || hosts.includes(name));
    if (!file) throw new DomainError(`There is no domain "${name}" in db/domains.`);
    return file;
  });
}

function allFiles(): DomainFile[] {
  try {
    return readDomainFiles();
  } catch (error) {
    throw new DomainError((error as Error).message);
  }
}

export function check(wanted: string[]): void {
  const problems = domainProblems();
  const isOf = (line: string, id: string) => line.startsWith(`db/domains/${id}.json`) || line.startsWith(`db/domains/${id}/`);
  const shown = problems.filter((line) => wanted.length === 0 || wanted.some((id) => isOf(line, id)));
  if (shown.length > 0) throw new DomainError(`${shown.join("\n")}\n\n${counted(shown)}`);
  // With a mistake elsewhere the files cannot be read together.
  if (problems.length > 0) {
    const missing = wanted.find((id) => !existsSync(join(DOMAINS, `${id}.json`)));
    if (missing !== undefined) throw new DomainError(`There is no file db/domains/${missing}.json.`);
    console.log(`✓ ${wanted.join(", ")}; other files hold ${counted(problems)}`);
    return;
  }
  const files = filesOf(wanted);
  for (const file of files)
    for (const { path, message } of warningsOf(file))
      console.warn(`! db/domains/${file.id}.json: ${path.slice(1).map(String).join(".")} ${message}`);
  const unstaffed = hasStaffHost(DOMAINS, join(ROOT, "wrangler.toml")) ? [] : files;
  for (const { id, settings, api } of unstaffed.filter((file) => !isLocal(file))) {
    const places = api.mode === "local" ? placesOfPersonAlone(settings) : [];
    const needs = `staff alone can check the age in ${places.join(", ")}, and wrangler.toml and deploy.json name no STAFF_HOST`;
    if (places.length > 0) console.warn(`! db/domains/${id}.json: age_proof ${needs}: nobody there could go on`);
  }
  console.log(`✓ ${files.map((file) => `${file.id}${isLocal(file) ? " (this machine)" : ""}`).join(", ")}`);
}

function counted({ length }: string[]): string {
  return length === 1 ? "1 mistake" : `${length} mistakes`;
}

export function create([id = ""]: string[], options: Options): void {
  const path = join(DOMAINS, `${id}.json`);
  if (existsSync(path)) throw new DomainError(`There is a file db/domains/${id}.json already.`);
  const file = newDomain(id, options);
  const taken = allFiles().find((other) => other.id === id || other.hosts.some((host) => file.hosts.includes(host)));
  if (taken) throw new DomainError(`The domain ${taken.id} has this id, or one of ${file.hosts.join(", ")}.`);
  writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`);
  const problems = domainProblems().filter((line) => line.startsWith(`db/domains/${id}.json`));
  console.log(`✓ ${relative(process.cwd(), path)}: ${file.settings.name} on ${file.hosts.join(", ")}`);
  if (problems.length > 0) console.log(`\nTo mend:\n${problems.join("\n")}`);
  console.log(`\nThen: npm run domain -- check ${id}, preview ${id}, apply ${id}`);
}
