import type { Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { PhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import { STEADY_TO_ERASE } from "#worker/platform/clock.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { log } from "#worker/platform/log.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { DeletedMember, ErasureStore } from "./erasure.store.ts";
import type { LeavingStore } from "./leaving.store.ts";
import { REACTIVATION_DAYS } from "./leaving.vocabulary.ts";

/** Extra delay in ms: a clock that is off must not erase an account early. */
const SLACK = HOUR;
/** An erasure takes up to 125 of an invocation's 1,000 subrequests. */
const ERASED_AT_ONCE = 6;
const MOST_NOTIFIED = 25;
/** Ticks rotate over due accounts, so that a failing one blocks no other. */
const IN_TURN = 100;

export interface ErasureDeps {
  store: ErasureStore;
  relatedMembers: LeavingStore["relatedMembers"];
  pictures: Pick<PhotoFiles, "erase" | "unfinished">;
  eraseArchives(accountId: string): Promise<void>;
  endReports(memberId: string, now: number): Promise<void>;
  steadyFor(now: number): Promise<number>;
  live: Live & { erase(memberId: string): Promise<void> };
  mails: Pick<Mails, "deletionDone" | "dispatch">;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

/** In ms: an account deleted before it cannot be reactivated. */
export function earliestDeletion(now: number): number {
  return now - REACTIVATION_DAYS * DAY;
}

export function createErasure(deps: ErasureDeps) {
  const { store, relatedMembers, pictures, eraseArchives, endReports, steadyFor, live, mails, domainOf, originOf } = deps;

  return { erase, sweep };

  /** Irreversible and resumable. "waiting": for the last mail. "refused": the account is in use. */
  async function erase(id: string, now: number): Promise<"erased" | "waiting" | "refused"> {
    const member = await store.begin(id, earliestDeletion(now) - SLACK);
    if (member?.status === "erased") return "erased";
    if (member?.status !== "deleted") return "refused";
    if (!member.forgotten) await forget(id, member, now);
    // After the sessions left D1 no snapshot can be cached again.
    await live.erase(id);
    while (!(await store.clearConversations(id)));
    return (await store.finish(id)) ? "erased" : "waiting";
  }

  /** Some per tick, once the clock is steady. */
  async function sweep(now: number): Promise<number> {
    if ((await steadyFor(now)) < STEADY_TO_ERASE) return 0;
    const due = await store.due(earliestDeletion(now) - SLACK, IN_TURN);
    const first = due.length > ERASED_AT_ONCE ? (Math.floor(now / MINUTE) * ERASED_AT_ONCE) % due.length : 0;
    const ids = [...due.slice(first), ...due.slice(0, first)].slice(0, ERASED_AT_ONCE);
    for (const id of ids) {
      try {
        await erase(id, now);
      } catch (error) {
        log("error", "erasure interrupted", { member: id, error });
      }
    }
    return ids.length;
  }

  async function forget(id: string, member: DeletedMember, now: number): Promise<void> {
    const { photos, sessions } = await store.outside(id);
    await live.revoke(id, sessions);
    // R2 and objects first: the D1 rows hold their keys.
    for (const key of [...photos, ...(await pictures.unfinished(id))]) await pictures.erase(key, id);
    await eraseArchives(id);
    while (!(await store.clearConversations(id)));
    // Their work items go with the member.
    await endReports(id, now);
    const others = (await relatedMembers(id)).slice(0, MOST_NOTIFIED);
    const mail = await lastMail(id, member, now);
    const written = await store.forget(id, member, mail);
    if (mail && written) await mails.dispatch(mail.id);
    for (const other of others) await live.tell(other, { events: [], changed: ["user", "chats", "likes"] });
  }

  /** Only for a confirmed address: another may be a stranger's. */
  async function lastMail(id: string, { domainId, activatedAt, email, name, language, country }: DeletedMember, now: number) {
    const domain = activatedAt === null ? null : await domainOf(domainId);
    if (!domain) return null;
    const sender = { domain, country, now, origin: originOf(domain) };
    return mails.deletionDone(sender, { id, email, name, language });
  }
}
