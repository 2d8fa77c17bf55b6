import { cellOf } from "#db/cells.ts";
import { INTERESTS } from "#db/schema/interests.ts";
import { variantsOf } from "#worker/accounts/signup/free-name.ts";
import { isIntimate } from "#worker/discovery/members/interests.vocabulary.ts";
import { ABOUT_LENGTH } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { findsContact } from "#worker/people/identity/contact.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import { cleanName, nameProblem } from "#worker/people/identity/name.ts";
import { ageOn } from "#worker/platform/dates.ts";
import { readLegacyHash } from "#worker/platform/legacy-hash.ts";
import { cleanLine, cleanText, nameKey } from "#worker/platform/text.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { regionsOf } from "#worker/sites/domains/regions.ts";
import type { ImportMember } from "./format.ts";

const OLDEST = 120;

/** What the database gets of a member, without hash. */
export interface MemberRow {
  id: string;
  oldId: string;
  email: string;
  name: string;
  nameKey: string;
  birthDate: string;
  gender: string;
  lookingFor: string;
  country: string;
  region: string | null;
  city: string | null;
  cell: number;
  language: string;
  about: string;
  attributes: Record<string, string>;
  interests: string[];
  joined: number;
  lastSeen: number;
  hidden: boolean;
  banned: boolean;
  consents: unknown[];
  credits: number;
  paths: string[];
}

export type Told = (text: string) => void;

/** The row of a member, or the reason why there is none. `tell` hears what is left out. */
export function rowOf(member: ImportMember, site: DomainFile, now: number, id: string, tell: Told): MemberRow | string {
  const { settings } = site;
  const email = parseEmail(member.email);
  if (!email) return `"${member.email}" is no e-mail address`;
  const age = ageOn(member.birth_date, now);
  if (age < settings.min_age) return `is ${age}, the site is for members of ${settings.min_age} and more`;
  if (age > OLDEST) return `is ${age} years old`;
  if (!settings.countries.some((one) => one === member.country)) return `country ${member.country} is not one of the site's`;
  const name = nameOf(member.name, email, site, tell);
  const joined = Date.parse(member.joined);
  if (joined > now) return "joined in the future";
  return {
    id,
    oldId: member.id,
    email,
    name,
    nameKey: nameKey(name),
    birthDate: member.birth_date,
    gender: member.gender,
    lookingFor: member.looking_for,
    ...placeOf(member, tell),
    language: settings.languages.find((one) => one === member.language) ?? settings.languages[0] ?? "en",
    about: aboutOf(member.about ?? "", tell),
    attributes: (member.attributes ?? {}) as Record<string, string>,
    interests: interestsOf(member.interests ?? [], tell),
    joined,
    lastSeen: Math.min(now, Math.max(joined, Date.parse(member.last_seen ?? member.joined))),
    hidden: member.hidden ?? false,
    banned: member.banned ?? false,
    consents: member.consents ?? [],
    credits: member.credits ?? 0,
    paths: [...new Set(member.old_paths ?? [])],
  };
}

function nameOf(typed: string, email: string, site: DomainFile, tell: Told): string {
  const own = ownNamesOf(site);
  const name = cleanName(typed);
  if (!nameProblem(name, email, own)) return name;
  const plain = name.replace(/[^\p{L}\p{Nd}_.-]+/gu, "_").replace(/^[_.-]+|[_.-]+$/g, "");
  const fit = nameProblem(plain, email, own) ? (freeNames(plain || "Member", email, site)[0] ?? "Member") : plain;
  tell(`name "${typed}" becomes "${fit}"`);
  return fit;
}

/** Names like a taken one. */
export function freeNames(name: string, email: string, site: DomainFile): string[] {
  return variantsOf(name, email, ownNamesOf(site));
}

function ownNamesOf({ settings }: DomainFile): string[] {
  return [settings.name, settings.mail_name];
}

function placeOf({ country, region, city }: ImportMember, tell: Told) {
  const regions = regionsOf(country);
  const town = city === undefined ? undefined : cleanLine(city);
  const named = regions.find(({ code }) => code === region);
  const home = town === undefined ? named : regions.find((one) => (named ? one === named : true) && one.cities.includes(town));
  if (region !== undefined && !named) tell(`region "${region}" is left out`);
  if (town !== undefined && !home) tell(`town "${town}" is left out`);
  const place = { country, region: (home ?? named)?.code ?? null, city: home && town !== undefined ? town : null };
  return { ...place, cell: cellOf(place) };
}

function aboutOf(typed: string, tell: Told): string {
  const about = cleanText(typed);
  if (findsContact(about)) {
    tell("text with contact details is left out");
    return "";
  }
  const letters = [...about];
  if (letters.length <= ABOUT_LENGTH) return about;
  tell(`text is cut to ${ABOUT_LENGTH} characters`);
  return letters.slice(0, ABOUT_LENGTH).join("").trimEnd();
}

/** Intimate interests are ticked by members themselves. */
function interestsOf(typed: string[], tell: Told): string[] {
  const known = typed.filter((one) => INTERESTS.some((interest) => interest === one) && !isIntimate(one));
  if (known.length < typed.length) tell(`interests are left out: ${typed.filter((one) => !known.includes(one)).join(", ")}`);
  return [...new Set(known)];
}

/** The hash's parts; null without a usable one. */
export function hashOf({ legacy_hash: hash }: ImportMember, tell: Told) {
  if (hash === undefined) return null;
  const read = readLegacyHash(hash);
  if (!("problem" in read)) return read;
  tell(`no log-in by the old password: ${read.problem}`);
  return null;
}
