import type { MailContext } from "#worker/delivery/mail/mails.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { Reached } from "./decisions.store.ts";

export interface LettersDeps {
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

/** Null for a domain that no longer exists. */
export type WriteTo = <T>(
  member: Omit<Reached, "pool">,
  now: number,
  write: (ctx: MailContext) => Promise<T>,
) => Promise<T | null>;

export function createLetters({ domainOf, originOf }: LettersDeps): WriteTo {
  return async (member, now, write) => {
    const domain = await domainOf(member.domainId);
    return domain && write({ domain, origin: originOf(domain), country: member.country, now });
  };
}
