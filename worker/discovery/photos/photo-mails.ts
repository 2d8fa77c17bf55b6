import type { outbox } from "#db/schema/index.ts";
import type { Addressee, Mails } from "#worker/delivery/mail/mails.ts";
import type { UnsubscribeLinks } from "#worker/delivery/mail/unsubscribe.ts";
import type { Decision } from "#worker/people/reports/photo-decision.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";

export interface PhotoOwner extends Addressee {
  id: string;
  country: string;
  domainId: string;
  fictional: boolean;
}

interface Deps {
  owner(memberId: string): Promise<PhotoOwner | null>;
  mails: Pick<Mails, "photoApproved" | "photoRefused" | "dispatch">;
  links: UnsubscribeLinks;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

export type PhotoMails = ReturnType<typeof createPhotoMails>;

/** Tells the owner of a decision, in the language of the account. */
export function createPhotoMails({ owner, mails, links, domainOf, originOf }: Deps) {
  return {
    dispatch: mails.dispatch,

    /** To store with the decision. Null for a fictional member, an erased account and a domain that is gone. */
    async write(memberId: string, decision: Decision, now: number): Promise<typeof outbox.$inferInsert | null> {
      const to = await owner(memberId);
      const domain = to && !to.fictional ? await domainOf(to.domainId) : null;
      if (!to || !domain) return null;
      const ctx = { domain, country: to.country, origin: originOf(domain), now };
      if (decision !== "active") return mails.photoRefused(ctx, { ...to, reason: decision });
      const unsubscribe = `${ctx.origin}/${await links.token(domain.id, to.id, "photo")}`;
      return mails.photoApproved(ctx, { ...to, unsubscribe });
    },
  };
}
