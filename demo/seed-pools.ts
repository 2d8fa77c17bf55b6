import type { Gender } from "#db/schema/attributes.ts";
import { readDomainFiles } from "#scripts/data.ts";

export interface Pool {
  id: string;
  domainId: string;
  countries: string[];
  genders: Gender[];
  niche: 1 | 2 | 3 | 4 | 5 | 6 | 7;
}

/** A pool that several domains share takes the countries and genders of all. */
export function pools(): Pool[] {
  const found = new Map<string, Pool>();
  for (const file of readDomainFiles()) {
    const known = found.get(file.pool);
    if (known) {
      known.countries = [...new Set([...known.countries, ...file.settings.countries])];
      known.genders = [...new Set([...known.genders, ...file.settings.genders])];
    } else
      found.set(file.pool, {
        id: file.pool,
        domainId: file.id,
        countries: file.settings.countries,
        genders: file.settings.genders,
        niche: file.settings.niche as Pool["niche"],
      });
  }
  const main = found.get("liaison");
  // File names decide the order of domains; the shared pool must belong to the default one.
  if (main) Object.assign(main, { domainId: "liaison", niche: 1 });
  return [...found.values()];
}
