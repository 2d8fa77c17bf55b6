import { NOTIFICATIONS, type WaitingKind, waitingMail } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { type Clock, DIGESTS_APART, duePaces, nextDigest, paceOf } from "#worker/delivery/notifications/paces.ts";
import { wants } from "#worker/delivery/notifications/preferences.ts";
import { ageGateOf, ageSitesOf, isClosed } from "#worker/people/identity/age-gate.ts";
import { newLoginLink } from "#worker/people/links/login-link.ts";
import { PACES, type Pace } from "#worker/people/preferences/preferences.vocabulary.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { log } from "#worker/platform/log.ts";
import { readersZone, zoneNamed } from "#worker/platform/zones.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { whyNot } from "./kinds.ts";
import { DIGEST } from "./kinds.vocabulary.ts";
import type { Mails } from "./mails.ts";
import type { NotificationMailsStore, Piece, Receiver } from "./notification-mails.store.ts";
import type { UnsubscribeLinks } from "./unsubscribe.ts";

/** A member who was online within this time gets no mail. */
const OFFLINE_AFTER = 10 * MINUTE;
const STALE_AFTER: Record<Pace, number> = { at_once: 3 * DAY, daily: 3 * DAY, weekly: 10 * DAY };
/** Of one member, for one digest. */
const DIGEST_PIECES = 500;
/** Who must prove the age first is told of nobody. */
const PROOF_LATER = DAY / 4;
/** A tick that dies leaves its pieces to the next one after this time. */
const LEASE = 10 * MINUTE;
/** An evening of 100,000 digests begins 834 of them a minute at most: see `SPREAD`. */
export const MEMBERS_A_MINUTE = 1000;
/** Members of one message: at 10 messages, an invocation tells 100 members with 1,000 subrequests. */
export const TOGETHER = 10;
const PIECES_AT_ONCE = 500;

interface Deps {
  store: NotificationMailsStore;
  mails: Mails;
  links: UnsubscribeLinks;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
  isOnline(memberId: string): Promise<boolean>;
  /** Hands members to other invocations, a hundred groups at once. */
  enqueue(groups: string[][]): Promise<unknown>;
}

export type NotificationMails = ReturnType<typeof createNotificationMails>;

type Decision = "drop" | { postpone: number } | { tell: Piece[] };
/** What one sweep has settled with digests: keys of rows. */
type Settled = Set<string>;
/** The pieces of one receiver that one mail of `kind` may tell. */
interface Letter {
  kind: WaitingKind;
  pieces: [Piece, ...Piece[]];
  domain: Domain;
}

export function createNotificationMails({ store, mails, links, domainOf, originOf, isOnline, enqueue }: Deps) {
  const notificationMails = {
    /** The cron calls it each minute. It tells few members itself; a lost message is repeated a minute later. */
    async sweep(now: number): Promise<{ mails: number }> {
      const due = await store.dueMembers(now, MEMBERS_A_MINUTE);
      const groups = Array.from({ length: Math.ceil(due.length / TOGETHER) }, (_, at) =>
        due.slice(at * TOGETHER, (at + 1) * TOGETHER),
      );
      const [own = [], ...others] = groups;
      const told = await notificationMails.tell(own, now);
      if (others.length > 0) await enqueue(others);
      return told;
    },

    /** Sends the due mails of these members. Idempotent. */
    async tell(members: string[], now: number): Promise<{ mails: number }> {
      if (members.length === 0) return { mails: 0 };
      let sent = 0;
      const domains = new Map<string, Promise<Domain | null>>();
      const dropped: string[] = [];
      const settled: Settled = new Set();
      /** True after a mail. */
      const settle = async (letter: Letter, isTold: boolean): Promise<boolean> => {
        const { kind, pieces } = letter;
        const pace = paceOf(pieces[0].to, kind, "mail");
        if (pace !== "at_once") {
          const isSent = await settleLater(letter, pace, settled, now);
          sent += Number(isSent);
          return false;
        }
        const decision = isTold ? { postpone: now + waitingMail(kind).spacing } : await decide(letter, now);
        if (decision === "drop") dropped.push(...keysOf(pieces));
        else if ("postpone" in decision) await store.postpone(keysOf(pieces), decision.postpone);
        else {
          dropped.push(...keysOf(pieces.filter((piece) => !decision.tell.includes(piece))));
          await tell({ ...letter, pieces: decision.tell as Letter["pieces"] }, now);
          sent++;
          return true;
        }
        return false;
      };
      for (const pieces of groupsOf(await store.claim(members, now, LEASE, PIECES_AT_ONCE))) {
        const { domainId } = pieces[0].to;
        try {
          if (!domains.has(domainId)) domains.set(domainId, domainOf(domainId));
          const domain = (await domains.get(domainId)) ?? null;
          let isTold = false;
          if (domain) for (const letter of lettersOf(pieces, domain)) isTold = (await settle(letter, isTold)) || isTold;
          else dropped.push(...keysOf(pieces));
        } catch (error) {
          // The lease returns these pieces later; the other groups continue.
          log("error", "notification mail not written", { kind: pieces[0].kind, error });
        }
      }
      await store.drop(dropped);
      return { mails: sent };
    },
  };
  return notificationMails;

  async function decide(letter: Letter, now: number): Promise<Decision> {
    const { kind, pieces, domain } = letter;
    const { to } = pieces[0];
    const fresh = freshIn(letter, now);
    if (fresh.length === 0) return "drop";
    if (await mustProve(to, domain, now)) return { postpone: now + PROOF_LATER };
    const spaced = (to.toldAt ?? 0) + waitingMail(kind).spacing;
    if (spaced > now) return { postpone: spaced };
    const away = to.lastActiveAt + OFFLINE_AFTER;
    if (away > now) return { postpone: away };
    return (await isHere(to)) ? { postpone: now + OFFLINE_AFTER } : { tell: fresh };
  }

  /** News of a daily or weekly pace waits for its hour. Then all that waits for the member goes into one mail: true after it. */
  async function settleLater(letter: Letter, pace: Exclude<Pace, "at_once">, settled: Settled, now: number): Promise<boolean> {
    const { pieces, domain } = letter;
    const { to } = pieces[0];
    const rest = pieces.filter(({ key }) => !settled.has(key));
    const fresh = freshIn(letter, now).filter(({ key }) => !settled.has(key));
    await store.drop(keysOf(rest.filter((piece) => !fresh.includes(piece))));
    if (fresh.length === 0) return false;
    const postpone = async (until: number): Promise<false> => {
      await store.postpone(keysOf(fresh), until);
      return false;
    };
    const clock = clockOf(to, domain);
    const due = duePaces(clock, now);
    const isTold = (to.digestAt ?? Number.NEGATIVE_INFINITY) > now - DIGESTS_APART || settled.has(to.id);
    if (isTold || !due.includes(pace) || (await mustProve(to, domain, now))) return postpone(nextDigest(clock, pace, now));
    const away = to.lastActiveAt + OFFLINE_AFTER;
    if (away > now || (await isHere(to))) return postpone(Math.max(away, now + MINUTE));
    const waiting = (await store.waiting(to.id, DIGEST_PIECES)).filter((piece) =>
      due.includes(paceOf(to, kindOf(piece, domain), "mail")),
    );
    for (const { key } of waiting) settled.add(key);
    settled.add(to.id);
    const letters = lettersOf(waiting, domain).map((one) => ({ ...one, pieces: freshIn(one, now) }));
    const told = letters.flatMap((one) => one.pieces);
    await store.drop(keysOf(waiting.filter((piece) => !told.includes(piece))));
    if (told.length === 0) return false;
    await tellAll(letters.filter((one) => one.pieces.length > 0) as Letter[], now);
    return true;
  }

  async function mustProve(to: Receiver, domain: Domain, now: number): Promise<boolean> {
    const sites = await ageSitesOf(domain, to.age, domainOf);
    return isClosed(ageGateOf(sites, to.age, null, now), "members");
  }

  async function isHere({ id }: Receiver): Promise<boolean> {
    try {
      return await isOnline(id);
    } catch (error) {
      log("warn", "presence not known", { error });
      return false;
    }
  }

  async function tell({ kind, pieces, domain }: Letter, now: number): Promise<void> {
    const [{ to }] = pieces;
    const origin = originOf(domain);
    const { link, login } = await linkFor(to, pathOf({ kind, pieces }), domain, now);
    const mail = await mails.notification(
      { domain, country: to.country, origin, now },
      {
        ...to,
        kind,
        ...whoIn({ kind, pieces }),
        link,
        logsIn: login !== null,
        unsubscribe: `${origin}/${await links.token(domain.id, to.id, kind)}`,
      },
    );
    await store.tell(mail, login?.token ?? null, pieces, now);
    await mails.dispatch(mail.id);
  }

  /** One digest. */
  async function tellAll(letters: Letter[], now: number): Promise<void> {
    const [first, ...others] = letters.toSorted((one, other) => orderOf(one) - orderOf(other)) as [Letter, ...Letter[]];
    const [{ to }] = first.pieces;
    const { domain } = first;
    const origin = originOf(domain);
    const { link, login } = await linkFor(to, others.length === 0 ? pathOf(first) : "/notifications", domain, now);
    const mail = await mails.digest(
      { domain, country: to.country, origin, now },
      {
        ...to,
        parts: [first, ...others].map((one) => ({ kind: one.kind, count: one.pieces.length, ...whoIn(one) })),
        ...{ link, logsIn: login !== null },
        unsubscribe: `${origin}/${await links.token(domain.id, to.id, DIGEST)}`,
      },
    );
    const pieces = letters.flatMap((one) => one.pieces);
    await store.tell(mail, login?.token ?? null, pieces, now, { apart: DIGESTS_APART });
    await mails.dispatch(mail.id);
  }

  async function linkFor(to: Receiver, path: string, domain: Domain, now: number) {
    const origin = originOf(domain);
    const login = to.mailLogin && domain.settings.mail_login_links === "yes" ? await newLoginLink(to, path, now) : null;
    return { login, link: login ? `${origin}/${login.link}` : origin + path };
  }
}

/** What is still to be told. */
function freshIn({ kind, pieces, domain }: Letter, now: number): Piece[] {
  const { to } = pieces[0];
  const { feature } = NOTIFICATIONS[kind];
  if (to.fictional || whyNot(kind, to) !== null || (feature && !domain.features[feature])) return [];
  const { fictional_profiles } = domain.settings;
  const stale = now - STALE_AFTER[paceOf(to, kind, "mail")];
  return pieces.filter(({ isNew, from, at }) => isNew && from !== null && (fictional_profiles || !from.fictional) && at > stale);
}

function pathOf({ kind, pieces: [first, ...others] }: Pick<Letter, "kind" | "pieces">): string {
  return NOTIFICATIONS[kind].path(others.length === 0 ? first.subject : null);
}

function whoIn({ kind, pieces }: Pick<Letter, "kind" | "pieces">) {
  const { names } = waitingMail(kind);
  const isWritten = kind === "message" || kind === "gift";
  const who = pieces.slice(0, names).map(({ from }) => {
    const fictional = from?.fictional ?? false;
    return { name: from?.name ?? "", fictional, byStaff: isWritten && fictional };
  });
  return { who, more: pieces.length > names };
}

function orderOf({ kind }: Letter): number {
  return NOTIFICATIONS[kind].order;
}

/** The zone that a browser named for quiet hours, or the one of the country. */
function clockOf({ id, zone, country }: Receiver, { settings }: Domain): Clock {
  return { id, zone: (zone && zoneNamed(zone)) || readersZone(null, country, settings.geoip_country, ...settings.countries) };
}

/** News of one row kind share the distance between mails. */
function groupsOf(pieces: Piece[]): [Piece, ...Piece[]][] {
  return [...Map.groupBy(pieces, ({ kind, to }) => `${kind} ${to.id}`).values()] as [Piece, ...Piece[]][];
}

/** Gifts first: after one mail the others of the group wait. */
function lettersOf(pieces: Piece[], domain: Domain): Letter[] {
  const byKind = Map.groupBy(pieces, (piece) => kindOf(piece, domain));
  return [...byKind]
    .map(([kind, some]) => ({ kind, pieces: some as Letter["pieces"], domain }))
    .toSorted((one, other) => Number(other.kind === "gift") - Number(one.kind === "gift"));
}

/** An unread gift makes it a mail about a gift, unless its receiver wants mails about messages alone. */
function kindOf({ kind, unread, to }: Piece, domain: Domain): WaitingKind {
  if (kind !== "message" || !unread.gift || !domain.features.gifts) return kind;
  if (!unread.other) return "gift";
  const pace = (of: WaitingKind) => PACES.indexOf(paceOf(to, of, "mail"));
  return !wants(to, "gift", "mail") || (wants(to, "message", "mail") && pace("message") < pace("gift")) ? "message" : "gift";
}

function keysOf(pieces: Piece[]): string[] {
  return pieces.map(({ key }) => key);
}
