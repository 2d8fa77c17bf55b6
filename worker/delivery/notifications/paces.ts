import { CHANNELS, type Channel, PACES, type Pace, type Preferences } from "#worker/people/preferences/preferences.vocabulary.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { momentOf, offsetOf } from "#worker/platform/zones.ts";
import { NOTIFICATION_KINDS, NOTIFICATIONS, type NotificationKind, OPTIONAL } from "./kinds.vocabulary.ts";

/** Wall-clock times in ms. Each member has a minute of the first two hours, which spreads the mails of a country. */
const FROM = 17 * HOUR;
const SPREAD = 120;
const UNTIL = 21 * HOUR;
/** Sunday, as in `Date`. */
const WEEKLY = 0;
/** In ms. A digest leaves within the hours above: another one of the same day is closer than this. */
export const DIGESTS_APART = DAY - (UNTIL - FROM);

/** Mails that a call sends at once, payments and security have no other pace. */
export function mayWait(kind: NotificationKind, channel: Channel): boolean {
  const { always, inBreak, consent, mail } = NOTIFICATIONS[kind];
  if (always.includes(channel) || inBreak || consent) return false;
  return channel !== "mail" || (mail !== null && "spacing" in mail);
}

export function paceOf({ paces }: Pick<Preferences, "paces">, kind: NotificationKind, channel: Channel): Pace {
  const chosen = paces[kind]?.[channel];
  return mayWait(kind, channel) ? (PACES.find((pace) => pace === chosen) ?? "at_once") : "at_once";
}

/** Kinds of which the digest tells, switched on or not. */
export function digestKinds(preferences: Pick<Preferences, "paces">) {
  return OPTIONAL.filter((kind) => paceOf(preferences, kind, "mail") !== "at_once");
}

/** The paces of all kinds and channels that have a choice. */
export function pacesOf(preferences: Pick<Preferences, "paces">) {
  return Object.fromEntries(
    NOTIFICATION_KINDS.flatMap((kind) => {
      const channels = CHANNELS.filter((channel) => mayWait(kind, channel));
      return channels.length === 0
        ? []
        : [[kind, Object.fromEntries(channels.map((channel) => [channel, paceOf(preferences, kind, channel)]))]];
    }),
  ) as Partial<Record<NotificationKind, Partial<Record<Channel, Pace>>>>;
}

/** Where a member lives, by the clock. */
export interface Clock {
  id: string;
  zone: string;
}

/** The paces whose digest may leave now; none outside its hours. */
export function duePaces({ id, zone }: Clock, now: number): Pace[] {
  const midnight = midnightOf(zone, now);
  if (now < momentOf(zone, midnight + startOf(id)) || now >= momentOf(zone, midnight + UNTIL)) return [];
  return isWeekly(midnight) ? ["daily", "weekly"] : ["daily"];
}

/** In ms: when the hours of the next digest of this pace begin. */
export function nextDigest({ id, zone }: Clock, pace: Exclude<Pace, "at_once">, now: number): number {
  const today = midnightOf(zone, now);
  for (let day = 0; day <= 14; day++) {
    const midnight = today + day * DAY;
    if (pace === "weekly" && !isWeekly(midnight)) continue;
    const at = momentOf(zone, midnight + startOf(id));
    if (at > now) return at;
  }
  throw new RangeError("no day of a fortnight");
}

/** Wall-clock time encoded as UTC. */
function midnightOf(zone: string, now: number): number {
  return Math.floor((now + offsetOf(zone, now)) / DAY) * DAY;
}

function isWeekly(midnight: number): boolean {
  return new Date(midnight).getUTCDay() === WEEKLY;
}

function startOf(id: string): number {
  const sum = [...id].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % SPREAD, 0);
  return FROM + sum * MINUTE;
}
