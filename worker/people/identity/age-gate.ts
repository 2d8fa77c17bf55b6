import type { AgeMethod } from "#db/schema/age-methods.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AgePlace, AgeSettings, AgeTime } from "#worker/sites/domains/age.vocabulary.ts";
import { AGE_TIMES, ageMethodsOf, ageRuleOf } from "#worker/sites/domains/age.vocabulary.ts";
import { CLOSED } from "./age-reach.vocabulary.ts";

export { type AgeReach, isClosed } from "./age-reach.vocabulary.ts";

/** What an account has proved. `day` and `until` are days of UTC (ISO 8601); `until` is the first one without the proof. */
export type AgeProofs = { readonly [M in AgeMethod]?: { day: string; until: string | null } };

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
}

/** Of a member's rows. */
export function ageFactsOf({ account, profile }: Pick<Member, "account" | "profile">): AgeFacts {
  const { ageProofs, createdAt } = account;
  const { fictional, country, region } = profile;
  return { ageProofs, createdAt, fictional, country, region };
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
 * What a member still has to prove. Every place counts that is known of them: of the account, and of the request where there is one.
 * A gate that holds comes before one that begins later, a stricter one before a milder one.
 */
export function ageGateOf(
  sites: readonly AgeSettings[],
  member: AgeFacts,
  request: AgePlace | null,
  now: number,
): AgeGate | null {
  if (member.fictional || sites.every(({ age_proof }) => isEmpty(age_proof))) return null;
  const places = [{ country: member.country, region: member.region }, ...(request ? [request] : [])];
  let found: AgeGate | null = null;
  for (const settings of new Set(sites))
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
  const waits = existing && member.createdAt < Date.parse(existing.joined_before) && now < Date.parse(existing.prove_by);
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
export function ageGateChangesAt(sites: readonly AgeSettings[], { ageProofs }: Pick<AgeFacts, "ageProofs">, now: number): number {
  const days = [
    ...sites.flatMap(({ age_proof }) => Object.values(age_proof).map(({ existing }) => existing?.prove_by)),
    ...Object.values(ageProofs).map(({ until }) => until),
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
