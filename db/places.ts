import { CA, US } from "./places/america.ts";
import { BE, NL } from "./places/benelux.ts";
import { GB, IE } from "./places/english.ts";
import { AT, CH, DE } from "./places/german.ts";
import { DK, FI, NO, SE } from "./places/nordic.ts";
import { PL } from "./places/poland.ts";
import { ES, FR, IT } from "./places/romance.ts";

export const COUNTRIES = [
  "NL",
  "BE",
  "DE",
  "AT",
  "CH",
  "GB",
  "IE",
  "US",
  "CA",
  "FR",
  "ES",
  "IT",
  "DK",
  "SE",
  "NO",
  "FI",
  "PL",
] as const;
export type CountryCode = (typeof COUNTRIES)[number];

interface Town {
  name: string;
  /** Degrees, two decimals (about a kilometre): town centres only, no addresses. */
  lat: number;
  lon: number;
}
export interface Region {
  /** ISO 3166-2 where it names the commonly used region. */
  code: string;
  /** In the local spelling. */
  name: string;
  /** Largest first. */
  towns: Town[];
}

const TOWN = /^(.+) (-?\d+\.\d+) (-?\d+\.\d+)$/;

function parseTown(text: string): Town {
  const match = TOWN.exec(text.trim());
  if (!match) throw new Error(`not a town with its coordinates: ${text}`);
  return { name: match[1] as string, lat: Number(match[2]), lon: Number(match[3]) };
}

/** A line with a code starts a region; indented lines continue its towns. */
function parseRegions(text: string): Region[] {
  return text
    .trim()
    .split(/\n(?! )/)
    .map((line) => {
      const colon = line.indexOf(":");
      const space = line.indexOf(" ");
      return {
        code: line.slice(0, space),
        name: line.slice(space + 1, colon),
        towns: line
          .slice(colon + 1)
          .split(",")
          .map(parseTown),
      };
    });
}

const SOURCES: Record<CountryCode, string> = { NL, BE, DE, AT, CH, GB, IE, US, CA, FR, ES, IT, DK, SE, NO, FI, PL };

export const PLACES = Object.fromEntries(
  COUNTRIES.map((country) => [country, { regions: parseRegions(SOURCES[country]) }]),
) as Record<CountryCode, { regions: Region[] }>;

export function isCountry(code: string): code is CountryCode {
  return Object.hasOwn(PLACES, code);
}
