import type { Domain } from "../domains/settings.ts";
import { DAY, HOUR, MINUTE } from "../lib/limits.ts";
import { log } from "../lib/log.ts";
import type { Live } from "../live/live.ts";
import type { Mails } from "../mail/mails.ts";
import type { Pictures } from "../photos/pictures.ts";
import type { ErasureStore, Leaver } from "./erasure.store.ts";
import type { LeavingStore } from "./leaving.store.ts";

/** For so long a deleted account can be brought back (spec section 9). */
export const REACTIVATION_DAYS = 14;
/** An erasure begins a little later, so that no clock is so far off that somebody comes back to half an account. */
const SLACK = HOUR;
/** A clock that may be wrong goes on steadily for so long (ms) before it takes away what nothing brings back. */
export const STEADY_TO_ERASE = DAY;
/** Each takes up to 125 requests to other services, of which a tick has a thousand: three a picture and one each who is told. */
const ERASED_AT_ONCE = 6;
const TOLD = 25;
/** Those that the ticks take turns with: one that fails each time keeps no other waiting. */
const IN_TURN = 100;

export interface ErasureDeps {
  store: ErasureStore;
  /** Members who have seen this one, the latest first. */
  acquaintances: LeavingStore["acquaintances"];
  pictures: Pick<Pictures, "erase" | "unfinished">;
  /** Downloads of a member that lie in R2. */
  eraseArchives(accountId: string): Promise<void>;
  /** See ClockStore. */
  steadyFor(now: number): Promise<number>;
  live: Live & { erase(memberId: string): Promise<void> };
  mails: Pick<Mails, "deletionDone" | "dispatch">;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

export type Erasure = ReturnType<typeof createErasure>;

/** Forgetting members for good. */
export function createErasure(deps: ErasureDeps) {
  const { store, acquaintances, pictures, eraseArchives, steadyFor, live, mails, domainOf, originOf } = deps;

  return {
    /**
     * Erases an account that was never confirmed or is deleted, at once and without a way back; when is the caller's to
     * decide. Interrupted anywhere it is carried on by the next call, or by the sweep. "waiting" where all is forgotten
     * but the last mail has not left yet; "refused" for an account that is in use, or none.
     */
    async erase(id: string, now: number): Promise<"erased" | "waiting" | "refused"> {
      const leaver = await store.begin(id, now - REACTIVATION_DAYS * DAY - SLACK);
      if (leaver?.status === "erased") return "erased";
      if (leaver?.status !== "deleted") return "refused";
      if (!leaver.forgotten) await forget(id, leaver, now);
      // Its sessions are gone from D1, so nothing can be vouched for anew.
      await live.erase(id);
      while (!(await store.clearConversations(id)));
      return (await store.finish(id)) ? "erased" : "waiting";
    },

    /**
     * Erases those whose time to come back is over, some at a time, once the clock that says so can be believed. One that
     * fails does not keep the others.
     */
    async sweep(now: number): Promise<number> {
      if ((await steadyFor(now)) < STEADY_TO_ERASE) return 0;
      const due = await store.due(now - REACTIVATION_DAYS * DAY - SLACK, IN_TURN);
      const first = due.length > ERASED_AT_ONCE ? (Math.floor(now / MINUTE) * ERASED_AT_ONCE) % due.length : 0;
      const ids = [...due.slice(first), ...due.slice(0, first)].slice(0, ERASED_AT_ONCE);
      for (const id of ids) {
        try {
          await this.erase(id, now);
        } catch (error) {
          log("error", "erasure interrupted", { member: id, error });
        }
      }
      return ids.length;
    },
  };

  async function forget(id: string, leaver: Leaver, now: number): Promise<void> {
    const { photos, sessions } = await store.outside(id);
    await live.revoke(id, sessions);
    // What is outside of D1 first: its rows say where it is.
    for (const key of [...photos, ...(await pictures.unfinished(id))]) await pictures.erase(key, id);
    await eraseArchives(id);
    while (!(await store.clearConversations(id)));
    const others = (await acquaintances(id)).slice(0, TOLD);
    const mail = await lastMail(id, leaver, now);
    const written = await store.forget(id, leaver, mail);
    if (mail && written) await mails.dispatch(mail.id);
    for (const other of others) await live.tell(other, { events: [], changed: ["user", "chats", "likes"] });
  }

  /** Only to an address that was confirmed: any other may be a stranger's. */
  async function lastMail(id: string, { domainId, activatedAt, email, name, language, country }: Leaver, now: number) {
    const domain = activatedAt === null ? null : await domainOf(domainId);
    if (!domain) return null;
    const sender = { domain, country, now, origin: originOf(domain) };
    return mails.deletionDone(sender, { id, email, name, language });
  }
}
