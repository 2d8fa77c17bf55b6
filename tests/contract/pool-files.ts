import type { DomainFile } from "#worker/sites/domains/domain-file.ts";

/** Each pool sells in the name of companies of its own. */
export function sellingAlone(files: readonly DomainFile[]): DomainFile[] {
  return files.map((file) => {
    const companies = Object.entries(file.settings.companies).map(([country, company]) => {
      return [country, { ...company, name: `${company.name} ${file.pool}` }];
    });
    return { ...file, settings: { ...file.settings, companies: Object.fromEntries(companies) } };
  });
}
