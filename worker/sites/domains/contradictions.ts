import { OUR_VERSIONS, type OwnTexts } from "#worker/sites/legal/legal.vocabulary.ts";
import type { DomainFile } from "./domain-file.ts";

type Site = Pick<DomainFile, "id" | "hosts" | "pool"> & {
  settings: Pick<DomainFile["settings"], "packages" | "languages">;
  assets?: { legal?: OwnTexts | undefined };
};

/** What the store holds of an applied site. */
export interface Standing {
  site: Site;
  members: number;
  /** Whole credits of its members. */
  credits: number;
  /** Payments that may still complete. */
  orders: { currency: string; packageId: string; count: number }[];
  /** Members by the language in which they read. */
  languages: { language: string; count: number }[];
}

export interface Contradiction {
  id: string;
  text: string;
  /** Whether it may be meant. What loses every member is refused in any case. */
  mayBeMeant: boolean;
}

/**
 * Compares files with what members have already: a right file can still contradict the store.
 *
 * @param only other sites of the store stay as they are; otherwise a site without a file goes
 */
export function contradictionsOf(standings: readonly Standing[], files: readonly Site[], only: boolean): Contradiction[] {
  return standings.flatMap((standing) => {
    const file = files.find(({ id }) => id === standing.site.id);
    if (file) return [...ofPool(standing, file), ...ofFields(standing, file), ...ofTexts(standing, file)];
    return ofMissing(standing, files, only);
  });
}

function ofPool({ site, members }: Standing, file: Site): Contradiction[] {
  if (file.pool === site.pool || members === 0) return [];
  const text = `pool is "${file.pool}" in the file, but the site's ${people(members)} ${members === 1 ? "is" : "are"} in "${site.pool}" and could not log in. Write "pool": "${site.pool}" again, or bring the pools together: npm run pool -- merge ${site.pool} ${file.pool}`;
  return [refused(site.id, text)];
}

/** A site of the store that no file describes. */
function ofMissing({ site, members, credits, orders }: Standing, files: readonly Site[], only: boolean): Contradiction[] {
  const heir = files.find(({ hosts }) => hosts.some((host) => site.hosts.includes(host)));
  if (heir && members > 0)
    return [
      refused(
        site.id,
        `${heir.hosts.filter((host) => site.hosts.includes(host)).join(", ")} would go to "${heir.id}", and ${people(members)} of "${site.id}" would lose the site. An id never changes: write "id": "${site.id}" again.`,
      ),
    ];
  if (only) return [];
  const open = orders.reduce((sum, { count }) => sum + count, 0);
  const lost = [members && people(members), credits && amount(credits, "credit"), open && amount(open, "open order")];
  const counts = lost.filter(Boolean).join(", ");
  return counts ? [asked(site.id, `has no file, so its hosts would show no site: ${counts}.`)] : [];
}

function ofFields({ site, members, orders, languages }: Standing, file: Site): Contradiction[] {
  const found: Contradiction[] = [];
  const hosts = site.hosts.filter((host) => !file.hosts.includes(host));
  if (members > 0)
    for (const host of hosts)
      found.push(
        asked(
          site.id,
          `${host} goes: its links lead nowhere then, and passkeys made there end. The site has ${people(members)}.`,
        ),
      );
  for (const { currency, packageId, count } of orders)
    if (!file.settings.packages[currency]?.some(({ id }) => id === packageId))
      found.push(
        asked(
          site.id,
          `${amount(count, "open order")} of ${packageId} in ${currency}, which the file no longer sells. An open order keeps its price and credits.`,
        ),
      );
  for (const currency of Object.keys(site.settings.packages))
    if (!file.settings.packages[currency] && members > 0)
      found.push(asked(site.id, `prices in ${currency} end; the site has ${people(members)}.`));
  const offered: readonly string[] = file.settings.languages;
  for (const { language, count } of languages)
    if (!offered.includes(language))
      found.push(
        asked(
          site.id,
          `the file no longer offers "${language}", in which ${people(count)} read${count === 1 ? "s" : ""} the site.`,
        ),
      );
  return found;
}

/** Texts to which members have agreed: only a later version asks them anew. */
function ofTexts({ site, members }: Standing, file: Site): Contradiction[] {
  if (members === 0) return [];
  return (["terms", "privacy"] as const).flatMap((name) => {
    const [before, after] = [site.assets?.legal?.[name], file.assets?.legal?.[name]];
    const [from, to] = [before, after].map((text) => text?.version ?? OUR_VERSIONS[name]) as [string, string];
    if (to < from)
      return [asked(site.id, `${name} goes back from version ${from} to ${to}: ${people(members)} would not be asked to agree.`)];
    const changed = Object.entries(before?.files ?? {}).flatMap(([tag, { hash }]) => {
      const now = after?.files[tag as keyof typeof after.files];
      return now && now.hash !== hash ? [`${name}.${tag}.md`] : [];
    });
    if (from !== to || changed.length === 0) return [];
    return [
      asked(
        site.id,
        `${changed.join(", ")} ${changed.length === 1 ? "has" : "have"} other words and the same version ${to}: ${people(members)} would not be asked to agree. A mere correction may keep it.`,
      ),
    ];
  });
}

function refused(id: string, text: string): Contradiction {
  return { id, text, mayBeMeant: false };
}

function asked(id: string, text: string): Contradiction {
  return { id, text, mayBeMeant: true };
}

function people(count: number): string {
  return amount(count, "member");
}

function amount(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
