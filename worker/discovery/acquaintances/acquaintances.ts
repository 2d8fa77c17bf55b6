import type { MemberContext } from "#worker/people/identity/context.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { invalid } from "#worker/platform/errors.ts";
import type { contract } from "./acquaintances.contract.ts";
import type { AcquaintancesStore, ListRow } from "./acquaintances.store.ts";
import { MOST_ACQUAINTANCES } from "./acquaintances.vocabulary.ts";

/** Accounts, and entries of lists, of one step of the cron. */
const AT_ONCE = 500;
/** In a run, as long as most accounts of a step have no print: after an upgrade or an import. */
const STEPS = 10;

interface Deps {
  store: AcquaintancesStore;
  /** Keyed hash of an address in its one spelling. */
  addressPrint(email: string): Promise<string>;
}

export function createAcquaintances({ store, addressPrint }: Deps) {
  return {
    async acquaintances({ viewer }: MemberContext): Promise<Output<typeof contract.acquaintances>> {
      return listOf(await store.list(viewer.id));
    },

    /** Idempotent. The same statements run for every address, whoever has it. @throws invalid */
    async addAcquaintances(
      { viewer, now }: MemberContext,
      { emails, from_file }: Input<typeof contract.addAcquaintances>,
    ): Promise<Output<typeof contract.addAcquaintances>> {
      const valid = from_file ? emails.filter((typed) => parseEmail(typed) !== null) : emails;
      if (valid.length === 0) throw invalid({ field: "emails", code: "file_without_addresses" });
      const list = await store.add(viewer.id, await printsOf(valid), MOST_ACQUAINTANCES, now);
      if (!list) throw invalid({ field: "emails", code: "addresses_limit", params: { count: MOST_ACQUAINTANCES } });
      return listOf(list);
    },

    /** Idempotent. An address that was never listed changes nothing. @throws invalid */
    async removeAcquaintances(
      { viewer, now }: MemberContext,
      { emails }: Input<typeof contract.removeAcquaintances>,
    ): Promise<Output<typeof contract.removeAcquaintances>> {
      return listOf(await store.remove(viewer.id, emails ? await printsOf(emails) : null, now));
    },

    /** Lists whose time has come, and prints of addresses that are new or changed. */
    async sweep(now: number): Promise<void> {
      await store.takeEffect(now, AT_ONCE);
      for (let step = 0; step < STEPS; step++) {
        const { accounts, place, walked } = await store.withoutPrint(AT_ONCE);
        const made = await Promise.all(accounts.map(async (one) => ({ ...one, print: await addressPrint(one.email) })));
        await store.keepPrints(made, place, now);
        if (walked <= AT_ONCE / 2) break;
      }
    },
  };

  async function printsOf(emails: string[]): Promise<string[]> {
    const read = emails.map((typed) => ({ typed, email: parseEmail(typed) }));
    const wrong = read.find(({ email }) => email === null);
    if (wrong) throw invalid({ field: "emails", code: "not_an_address", params: { text: wrong.typed.trim().slice(0, 60) } });
    return [...new Set(await Promise.all(read.map(({ email }) => addressPrint(email as string))))];
  }
}

function listOf({ count, changedAt }: ListRow) {
  return { count, most: MOST_ACQUAINTANCES, changed_at: changedAt === null ? null : new Date(changedAt).toISOString() };
}
