import type { Gender, Identity } from "#db/schema/attributes.ts";
import { type Tongue, tongueOf } from "#demo/people/phrases.ts";
import { readDomainFiles } from "#scripts/data.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";

export interface Pool {
  id: string;
  domainId: string;
  countries: string[];
  genders: Gender[];
  /** What its people can say beyond woman and man. */
  more: Identity["code"][];
  /** What people of a country write in: the language of the domain that serves the fewest countries beside it. */
  tongues: Record<string, Tongue>;
  niche: 1 | 2 | 3 | 4 | 5 | 6 | 7;
}

/** Seeded members say nothing in own words. */
function namedIn({ settings }: ReturnType<typeof readDomainFiles>[number]): Pool["more"] {
  return settings.more_genders.filter((code) => code !== "own");
}

/** A pool that several domains share takes the countries and genders of all. */
export function pools(): Pool[] {
  const found = new Map<string, Pool>();
  const files = readDomainFiles();
  for (const file of files) {
    const known = found.get(file.pool);
    if (known) {
      known.countries = [...new Set([...known.countries, ...file.settings.countries])];
      known.more = [...new Set([...known.more, ...namedIn(file)])];
      known.genders = [...new Set([...known.genders, ...file.settings.genders])];
    } else
      found.set(file.pool, {
        id: file.pool,
        domainId: file.id,
        countries: file.settings.countries,
        genders: file.settings.genders,
        more: namedIn(file),
        tongues: tonguesOf(files.filter(({ pool }) => pool === file.pool)),
        niche: file.settings.niche as Pool["niche"],
      });
  }
  const main = found.get("liaison");
  // File names decide the order of domains; the shared pool must belong to the default one.
  if (main) Object.assign(main, { domainId: "liaison", niche: 1 });
  return [...found.values()];
}

function tonguesOf(files: readonly DomainFile[]): Pool["tongues"] {
  const wideFirst = files.toSorted((a, b) => b.settings.countries.length - a.settings.countries.length);
  return Object.fromEntries(
    wideFirst.flatMap(({ settings: { countries, domain_language } }) =>
      countries.map((country) => [country, tongueOf(domain_language.slice(0, 2))]),
    ),
  );
}
