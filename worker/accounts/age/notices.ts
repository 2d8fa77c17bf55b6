import type { Mails } from "#worker/delivery/mail/mails.ts";
import { ageGateOf } from "#worker/people/identity/age-gate.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { AgeNoticesStore } from "./notices.store.ts";

/** Accounts of a tick. */
const AT_ONCE = 200;

interface Deps {
  store: AgeNoticesStore;
  mails: Pick<Mails, "ageProof" | "dispatch">;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

/** Writes once to each member who has time to prove the age, when a domain's rules begin or change. */
export function createAgeNotices({ store, mails, domainOf, originOf }: Deps) {
  return {
    /** One part of the members per tick. */
    async sweep(now: number): Promise<void> {
      for (const { id, rules: known, lastId } of await store.domains()) {
        const domain = await domainOf(id);
        const rules = JSON.stringify(domain?.settings.age_proof ?? {});
        if (!domain || domain.api.mode === "proxy" || (known === rules && lastId === null)) continue;
        await tell(domain, rules, known === rules ? (lastId ?? "") : "", now);
      }
    },
  };

  async function tell(domain: Domain, rules: string, after: string, now: number): Promise<void> {
    const rows = await store.walk(domain.id, after, AT_ONCE);
    const letters = [];
    // Of the members of this domain.
    const sites = { current: domain.settings, home: domain.settings };
    for (const { age, fits, country, ...member } of rows) {
      const gate = fits === 1 ? ageGateOf(sites, age, null, now) : null;
      if (!gate?.from) continue;
      const { from, methods } = gate;
      const anonymous = !methods.includes("person");
      const letter = await mails.ageProof({ domain, country, origin: originOf(domain), now }, { ...member, from, anonymous });
      letters.push({ ...letter, id: `age-${from}-${member.id}` });
    }
    const lastId = rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null);
    await store.keep({ domainId: domain.id, rules, lastId }, letters);
    for (const { id } of letters) await mails.dispatch(id);
  }
}
