import type { Region } from "#worker/domains/domains.contract.ts";
import { edge } from "#worker/edge/edge.ts";
import { AppError } from "#worker/lib/errors.ts";
import { regionName } from "#worker/lib/region-name.ts";
import type { Card } from "#worker/members/members.contract.ts";

type Place = Pick<Card, "country" | "region" | "city">;
export type RegionName = (place: Place) => string | null;

export interface RegionChoice {
  code: string;
  name: string;
}

/** Regions of a country; empty if the domain does not serve it or has no region data. */
export async function regionsOf(country: string): Promise<Region[]> {
  try {
    return (await edge().backend.regions({ country })).regions;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return [];
    throw error;
  }
}

/** Resolves region names; requests only the countries in `places`. */
export async function regionNames(places: Place[]): Promise<RegionName> {
  const countries = [...new Set(places.filter(({ region }) => region).map(({ country }) => country))];
  const found = await Promise.all(countries.map(async (country) => [country, await regionsOf(country)] as const));
  const names = new Map(found.flatMap(([country, regions]) => regions.map(({ code, name }) => [`${country} ${code}`, name])));
  return ({ country, region }) => (region ? (names.get(`${country} ${region}`) ?? null) : null);
}

export function countryName(code: string): string {
  return regionName(edge().language, code);
}
