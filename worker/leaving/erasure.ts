import type { Domain } from "../domains/settings.ts";
import { DAY, HOUR, MINUTE } from "../lib/limits.ts";
import { log } from "../lib/log.ts";
import type { Live } from "../live/live.ts";
import type { Mails } from "../mail/mails.ts";
import type { Pictures } from "../photos/pictures.ts";
import type { ErasureStore, Leaver } from "./erasure.store.ts";
import type { LeavingStore } from "./leaving.store.ts";

/** Spec section 9. */
export const REACTIVATION_DAYS = 14;
/** Clock skew margin between the last restore and the erasure. */
const SLACK = HOUR;
/** Time in ms that the clock must run steadily before anything is erased. */
export const STEADY_TO_ERASE = DAY;
/** One erasure makes up to 125 subrequests; Workers allow 1,000 per invocation. */
const ERASED_AT_ONCE = 6;
const TOLD = 25;
/** Candidates per tick, in rotation: one that always fails blocks no other. */
const IN_TURN = 100;

export interface ErasureDeps {
  store: ErasureStore;
  /** Latest first. */
  acquaintances: LeavingStore["acquaintances"];
  pictures: Pick<Pictures, "erase" | "unfinished">;
  eraseArchives(accountId: string): Promise<void>;
  /** See ClockStore. */
  steadyFor(now: number): Promise<number>;
  live: Live & { erase(memberId: string): Promise<void> };
  mails: Pick<Mails, "deletionDone" | "dispatch">;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

export type Erasure = ReturnType<typeof createErasure>;

export function createErasure(deps: ErasureDeps) {
  const { store, acquaintances, pictures, eraseArchives, steadyFor, live, mails, domainOf, originOf } = deps;

  return {
    /**
     * Erases an unconfirmed or deleted account irrevocably. Resumes after interruption. "waiting": the last mail is unsent.
     * "refused": account in use or unknown.
     */
    async erase(id: string, now: number): Promise<"erased" | "waiting" | "refused"> {
      const leaver = await store.begin(id, now - REACTIVATION_DAYS * DAY - SLACK);
      if (leaver?.status === "erased") return "erased";
      if (leaver?.status !== "deleted") return "refused";
      if (!leaver.forgotten) await forget(id, leaver, now);
      // D1 has no sessions left, so none can be cached again.
      await live.erase(id);
      while (!(await store.clearConversations(id)));
      return (await store.finish(id)) ? "erased" : "waiting";
    },

    /** Runs only while the clock is steady. One failure does not stop the others. */
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
    // Objects outside D1 go first: the rows hold their keys.
    for (const key of [...photos, ...(await pictures.unfinished(id))]) await pictures.erase(key, id);
    await eraseArchives(id);
    while (!(await store.clearConversations(id)));
    const others = (await acquaintances(id)).slice(0, TOLD);
    const mail = await lastMail(id, leaver, now);
    const written = await store.forget(id, leaver, mail);
    if (mail && written) await mails.dispatch(mail.id);
    for (const other of others) await live.tell(other, { events: [], changed: ["user", "chats", "likes"] });
  }

  /** Only for a confirmed address: others may belong to strangers. */
  async function lastMail(id: string, { domainId, activatedAt, email, name, language, country }: Leaver, now: number) {
    const domain = activatedAt === null ? null : await domainOf(domainId);
    if (!domain) return null;
    const sender = { domain, country, now, origin: originOf(domain) };
    return mails.deletionDone(sender, { id, email, name, language });
  }
}
