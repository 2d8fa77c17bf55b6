import { AGE_METHODS, type AgeMethod } from "#db/schema/age-methods.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import { DAY } from "#worker/platform/durations.ts";
import { log } from "#worker/platform/log.ts";
import type { AgePlace, AgeSettings, AgeTime } from "#worker/sites/domains/age.vocabulary.ts";
import { AGE_TIMES, ageMethodsOf, ageRuleOf } from "#worker/sites/domains/age.vocabulary.ts";
import { CLOSED } from "./age-reach.vocabulary.ts";

export { type AgeReach, isClosed } from "./age-reach.vocabulary.ts";

/** What an account has proved. `day` and `until` are days of UTC (ISO 8601); `until` is the first one without the proof. */
export type AgeProofs = { readonly [M in AgeMethod]?: { day: string; until: string | null } } & {
  /** Day of an unconfirmed "under 18" of an app. It ends the time that was left; a proof removes it. */
  readonly unconfirmed?: { day: string };
};

/** What decides about one member, as mails, pushes and payments read it too. */
export interface AgeFacts {
  ageProofs: AgeProofs;
  /** In ms. */
  createdAt: number;
  fictional: boolean;
  /** Of the profile. */
  country: string;
  /** ISO 3166-2. */
  region: string | null;
  /** Id of the account's own domain. */
  home: string;
  /** Country of the latest log-in, for what no request asks; null if not read, '' if unknown. */
  seen: string | null;
}

/** Of a member's rows. */
export function ageFactsOf({ account, profile }: Pick<Member, "account" | "profile">): AgeFacts {
  const { ageProofs, createdAt, domainId } = account;
  const { fictional, country, region } = profile;
  return { ageProofs, createdAt, fictional, country, region, home: domainId, seen: null };
}

/** The domain on which something happens, and the account's own one: both decide, wherever it is asked. */
export interface AgeSites {
  current: AgeSettings;
  home: AgeSettings;
}

/** An unreadable home domain must not lock its members out of the others. */
export async function ageSitesOf(
  current: { id: string; settings: AgeSettings },
  { home }: Pick<AgeFacts, "home">,
  read: (id: string) => Promise<{ settings: AgeSettings } | null>,
): Promise<AgeSites> {
  const found =
    home === current.id
      ? null
      : await read(home).catch((error: unknown) => log("error", "domain not readable", { domain: home, error }));
  return { current: current.settings, home: (found ?? current).settings };
}

export interface AgeGate {
  /** The strictest rule that the member does not meet yet. */
  when: Exclude<AgeTime, "off">;
  methods: AgeMethod[];
  /** A place of the rule. */
  country: string;
  /** The proof is needed from this day (ISO 8601, UTC) on; null: now. */
  from: string | null;
}

export function isProved(proofs: AgeProofs, method: AgeMethod, now: number): boolean {
  const proof = proofs[method];
  return proof !== undefined && (proof.until === null || now < Date.parse(proof.until));
}

/**
 * What a member still has to prove. Every place counts that is known of them: of the account, and of the request or the latest log-in.
 * A gate that holds comes before one that begins later, a stricter one before a milder one.
 */
export function ageGateOf({ current, home }: AgeSites, member: AgeFacts, request: AgePlace | null, now: number): AgeGate | null {
  if (member.fictional || (isEmpty(current.age_proof) && isEmpty(home.age_proof))) return null;
  const { country, region, seen } = member;
  const latest = request ?? (seen ? { country: seen, region: null } : null);
  const places = [{ country, region }, ...(latest ? [latest] : [])];
  let found: AgeGate | null = null;
  for (const settings of new Set([current, home]))
    for (const place of places) {
      const gate = gateAt(settings, place, member, now);
      if (gate && (!found || weight(gate) > weight(found))) found = gate;
    }
  return found;
}

function gateAt(settings: AgeSettings, place: AgePlace, member: AgeFacts, now: number): AgeGate | null {
  const rule = ageRuleOf(settings, place);
  if (rule.when === "off") return null;
  const methods = ageMethodsOf(settings, rule, place);
  if (methods.some((method) => isProved(member.ageProofs, method, now))) return null;
  const { existing } = rule;
  const hasTime = existing && member.ageProofs.unconfirmed === undefined;
  const waits = hasTime && member.createdAt < Date.parse(existing.joined_before) && now < Date.parse(existing.prove_by);
  return { when: rule.when, methods, country: place.country, from: waits ? existing.prove_by : null };
}

function weight({ when, from }: AgeGate): number {
  return AGE_TIMES.indexOf(when) + (from === null ? AGE_TIMES.length : 0);
}

/** A visitor has no account that could prove anything: what shows members is closed where members prove their age first. */
export function isClosedToVisitors(settings: AgeSettings, place: AgePlace): boolean {
  return CLOSED[ageRuleOf(settings, place).when].includes("members");
}

/**
 * The next time in ms at which an open gate may close by itself; Infinity if none. Rules name days, and proofs end.
 * Answers and sockets kept for a member end then.
 */
export function ageGateChangesAt({ current, home }: AgeSites, { ageProofs }: Pick<AgeFacts, "ageProofs">, now: number): number {
  const days = [
    ...[current, home].flatMap(({ age_proof }) => Object.values(age_proof).map(({ existing }) => existing?.prove_by)),
    ...AGE_METHODS.map((method) => ageProofs[method]?.until),
  ];
  const times = days.flatMap((day) => (day ? [Date.parse(day)] : [])).filter((at) => at > now);
  return Math.min(...times, Number.POSITIVE_INFINITY);
}

/** The proof of today, kept for `days`, or for ever. */
export function newProof(now: number, days: number | undefined) {
  const day = new Date(now).toISOString().slice(0, 10);
  return { day, until: days === undefined ? null : new Date(Date.parse(day) + (days + 1) * DAY).toISOString().slice(0, 10) };
}

function isEmpty(rules: object): boolean {
  for (const _ in rules) return false;
  return true;
}
