import type { z } from "zod";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { fraudSince } from "#worker/people/reports/decisions.vocabulary.ts";
import { log } from "#worker/platform/log.ts";
import type { FraudStore, OpenReturn } from "./fraud.store.ts";
import type { WriteTo } from "./letters.ts";
import type { contract } from "./member-decisions.contract.ts";

/** Members of one run; the next one goes on. */
const AT_ONCE = 25;

interface Deps {
  store: FraudStore;
  mails: Mails;
  live: Live;
  writeTo: WriteTo;
}

type Call = (typeof contract)["fraudPreview"];

/** Gives back what members spent on an account that was removed for fraud, and tells them. */
export function createFraud({ store, mails, live, writeTo }: Deps) {
  return {
    async fraudPreview({ now }: StaffMemberContext, { id }: z.output<Call["input"]>): Promise<z.output<Call["output"]>> {
      const since = fraudSince(now);
      return { ...(await store.preview(id, since)), since: new Date(since).toISOString() };
    },

    /** The cron calls it each minute. What was cut off goes on where it stopped: nobody is credited or told twice. */
    async sweep(now: number): Promise<void> {
      const open = await store.open(AT_ONCE);
      for (const one of open) {
        try {
          await giveBack(one, now);
        } catch (error) {
          // The next run tries again.
          log("error", "fraud not returned", { fraud: one.fraudId, error });
        }
      }
    },
  };

  async function giveBack(one: OpenReturn, now: number): Promise<void> {
    const { accountId, state } = one;
    const credits = state === "due" ? await announced(live, [accountId], () => store.credit(one, now)) : one.credits;
    const member = { ...one, id: accountId };
    const content = { credits, removed: one.fraudName };
    const letter = credits > 0 ? await writeTo(member, now, (ctx) => mails.fraudReturned(ctx, { ...member, ...content })) : null;
    // A second removal writes a second mail.
    const mail = letter && { ...letter, id: `${one.fraudId}-${accountId}-fraud-${one.createdAt}` };
    await store.tell(one, mail);
    if (mail) await mails.dispatch(mail.id);
    await live.tell(accountId, { events: [], changed: ["user"] });
  }
}
