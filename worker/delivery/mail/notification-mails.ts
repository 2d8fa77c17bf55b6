import { NOTIFICATIONS, type WaitingKind, waitingMail } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { wants } from "#worker/delivery/notifications/preferences.ts";
import { ageGateOf, ageSitesOf, isClosed } from "#worker/people/identity/age-gate.ts";
import { newLoginLink } from "#worker/people/links/login-link.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { log } from "#worker/platform/log.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { whyNot } from "./kinds.ts";
import type { Mails } from "./mails.ts";
import type { NotificationMailsStore, Piece, Receiver } from "./notification-mails.store.ts";
import type { UnsubscribeLinks } from "./unsubscribe.ts";

/** A member who was online within this time gets no mail. */
const OFFLINE_AFTER = 10 * MINUTE;
const STALE_AFTER = 3 * DAY;
/** Who must prove the age first is told of nobody. */
const PROOF_LATER = DAY / 4;
/** A tick that dies leaves its pieces to the next one after this time. */
const LEASE = 10 * MINUTE;
const AT_ONCE = 100;

interface Deps {
  store: NotificationMailsStore;
  mails: Mails;
  links: UnsubscribeLinks;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
  isOnline(memberId: string): Promise<boolean>;
}

type Decision = "drop" | { postpone: number } | { tell: Piece[] };
/** The pieces of one receiver that one mail of `kind` may tell. */
interface Letter {
  kind: WaitingKind;
  pieces: [Piece, ...Piece[]];
  domain: Domain;
}

export function createNotificationMails({ store, mails, links, domainOf, originOf, isOnline }: Deps) {
  return {
    /** Sends the due mails, a hundred pieces per query. The cron calls it each minute. */
    async sweep(now: number): Promise<{ mails: number }> {
      let sent = 0;
      const domains = new Map<string, Promise<Domain | null>>();
      const dropped: string[] = [];
      /** True after a mail. */
      const settle = async (letter: Letter, isTold: boolean): Promise<boolean> => {
        const { kind, pieces } = letter;
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
      for (const pieces of groupsOf(await store.claim(now, LEASE, AT_ONCE))) {
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

  async function decide({ kind, pieces, domain }: Letter, now: number): Promise<Decision> {
    const { to } = pieces[0];
    const { feature } = NOTIFICATIONS[kind];
    if (to.fictional || whyNot(kind, to) !== null || (feature && !domain.features[feature])) return "drop";
    const { fictional_profiles } = domain.settings;
    const fresh = pieces.filter(({ isNew, from, at }) => {
      return isNew && from !== null && (fictional_profiles || !from.fictional) && now - at < STALE_AFTER;
    });
    if (fresh.length === 0) return "drop";
    const sites = await ageSitesOf(domain, to.age, domainOf);
    if (isClosed(ageGateOf(sites, to.age, null, now), "members")) return { postpone: now + PROOF_LATER };
    const spaced = (to.toldAt ?? 0) + waitingMail(kind).spacing;
    if (spaced > now) return { postpone: spaced };
    const away = to.lastActiveAt + OFFLINE_AFTER;
    if (away > now) return { postpone: away };
    return (await isHere(to)) ? { postpone: now + OFFLINE_AFTER } : { tell: fresh };
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
    const [{ to, subject }] = pieces;
    const origin = originOf(domain);
    const path = NOTIFICATIONS[kind].path(pieces.length === 1 ? subject : null);
    const { names } = waitingMail(kind);
    const isWritten = kind === "message" || kind === "gift";
    const login = to.mailLogin && domain.settings.mail_login_links === "yes" ? await newLoginLink(to, path, now) : null;
    const mail = await mails.notification(
      { domain, country: to.country, origin, now },
      {
        ...to,
        kind,
        who: pieces.slice(0, names).map(({ from }) => {
          const fictional = from?.fictional ?? false;
          return { name: from?.name ?? "", fictional, byStaff: isWritten && fictional };
        }),
        more: pieces.length > names,
        link: login ? `${origin}/${login.link}` : origin + path,
        logsIn: login !== null,
        unsubscribe: `${origin}/${await links.token(domain.id, to.id, kind)}`,
      },
    );
    await store.tell(mail, login?.token ?? null, pieces, now);
    await mails.dispatch(mail.id);
  }
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
  return unread.other && !wants(to, "gift", "mail") ? "message" : "gift";
}

function keysOf(pieces: Piece[]): string[] {
  return pieces.map(({ key }) => key);
}
