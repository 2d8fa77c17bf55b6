import type { Card } from "#worker/discovery/members/members.contract.ts";
import { ALL_COUNTRIES } from "#worker/discovery/members/search.vocabulary.ts";
import { AppError } from "#worker/platform/errors.ts";
import { type Edge, edge } from "#worker/server/edge/edge.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";

type Place = Pick<Card, "country" | "region" | "city">;
export type RegionName = (place: Place) => string | null;

export interface RegionChoice {
  code: string;
  name: string;
}

// A domain that was read again is another object.
const known = new WeakMap<Edge["domain"], Map<string, Region[]>>();

/** Regions of a country; empty if the domain does not serve it or has no region data. */
export async function regionsOf(country: string): Promise<Region[]> {
  const { domain, settings, language, backend } = edge();
  const name = `${language} ${country}`;
  const ofDomain = known.get(domain) ?? new Map<string, Region[]>();
  known.set(domain, ofDomain);
  const found = ofDomain.get(name);
  if (found) return found;
  try {
    const { regions } = await backend.regions({ country });
    if (settings.countries.includes(country as never)) ofDomain.set(name, regions);
    return regions;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return [];
    throw error;
  }
}

export async function regionChoices(country: string): Promise<readonly RegionChoice[]> {
  const regions = country === ALL_COUNTRIES ? [] : await regionsOf(country);
  return regions.map(({ code, name }) => ({ code, name }));
}

/** Resolves region names; requests only the countries in `places`. */
export async function regionNames(places: Place[]): Promise<RegionName> {
  const countries = [...new Set(places.filter(({ region }) => region).map(({ country }) => country))];
  const found = await Promise.all(countries.map(async (country) => [country, await regionsOf(country)] as const));
  const names = new Map(found.flatMap(([country, regions]) => regions.map(({ code, name }) => [`${country} ${code}`, name])));
  return ({ country, region }) => (region ? (names.get(`${country} ${region}`) ?? null) : null);
}
