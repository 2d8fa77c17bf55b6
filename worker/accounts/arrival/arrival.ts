import type { Mails } from "#worker/delivery/mail/mails.ts";
import { log } from "#worker/platform/log.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { ArrivalStore, Unused } from "./arrival.store.ts";

/** Hashes that go per tick. */
const AT_ONCE = 20;

interface Deps {
  store: ArrivalStore;
  mails: Pick<Mails, "movedPassword" | "dispatch">;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

export function createArrivals({ store, mails, domainOf, originOf }: Deps) {
  return {
    atOldPath: store.atOldPath,

    /** Hashes of another system that nobody used within a year go. A mail says how to choose a password. */
    async sweep(now: number): Promise<void> {
      for (const unused of await store.unused(now, AT_ONCE)) {
        try {
          await forget(unused, now);
        } catch (error) {
          log("error", "hash of another system not removed", { member: unused.id, error });
        }
      }
    },
  };

  async function forget(unused: Unused, now: number): Promise<void> {
    const { id, domainId, email, name, language, country } = unused;
    const domain = await domainOf(domainId);
    const mail =
      domain &&
      (await mails.movedPassword({ domain, country, now, origin: originOf(domain) }, { id, email, name, language, country }));
    if ((await store.forgetHash(unused, mail)) && mail) await mails.dispatch(mail.id);
  }
}
