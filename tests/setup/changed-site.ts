import { env } from "cloudflare:workers";
import type { Section } from "#worker/backoffice/sites/sections.vocabulary.ts";
import { fieldsOfSection } from "#worker/backoffice/sites/site-draft.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { runSql } from "./actions.ts";
import { applyTestDomains } from "./domains.ts";
import { untouched } from "./site-form.ts";

/** Fields of a section's form in which some changed. Prices of the site need two operators above 20 %. */
export async function changedSite(backend: StaffBackend, site: string, section: Section, changed: Record<string, string>) {
  await applyTestDomains();
  await runSql("UPDATE domains SET settings = json_set(settings, '$.settings.prices_alone', 20) WHERE id = ?", site);
  const { version: base } = await backend.staffSite({ site });
  const text = await env.DB.prepare("SELECT settings FROM domains WHERE id = ?").bind(site).first<string>("settings");
  const file = JSON.parse(text ?? "") as DomainFile;
  return { site, section, base, ...untouched(fieldsOfSection(file, section)), ...changed };
}
