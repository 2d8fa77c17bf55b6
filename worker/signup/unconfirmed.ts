import type { Context } from "../context.ts";
import type { Domain } from "../domains/settings.ts";
import { type Erasure, STEADY_TO_ERASE } from "../leaving/erasure.ts";
import type { Input, Output } from "../lib/call.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError } from "../lib/errors.ts";
import { DAY, HOUR } from "../lib/limits.ts";
import { log } from "../lib/log.ts";
import type { Mails } from "../mail/mails.ts";
import type { contract } from "./activation.contract.ts";
import type { ActivationStore } from "./activation.store.ts";
import { type Activation, isActivationLink } from "./activation.ts";
import type { Due, UnconfirmedStore, Waiting } from "./unconfirmed.store.ts";

/** Days after the sign-up (product.md section 2). */
const FIRST_REMINDER = 1;
const LAST_REMINDER = 7;
const UNCONFIRMED_DAYS = 14;

/** Nobody gets a reminder so soon after another mail with a link, which it would make worthless. */
const QUIET = DAY;
/** A clock that may be wrong has to go on steadily first: the longer, the worse the harm. */
const STEADY_TO_REMIND = HOUR;

const REMINDED_AT_ONCE = 50;
/** Each takes requests to other services; the sweep of the deleted shares their number with this one. */
const ERASED_AT_ONCE = 4;

interface Deps {
  store: UnconfirmedStore;
  activations: Pick<ActivationStore, "findLink">;
  newActivation: Activation["newActivation"];
  mails: Pick<Mails, "dispatch">;
  /** See ClockStore. */
  steadyFor(now: number): Promise<number>;
  erase: Erasure["erase"];
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

/** Whoever signed up and does not confirm: reminded after one day and after seven, erased after fourteen. */
export function createUnconfirmed({ store, activations, newActivation, mails, steadyFor, erase, domainOf, originOf }: Deps) {
  return {
    /** Some reminders and erasures; what fails or is left over is the next tick's. Two ticks at once do nothing twice. */
    async sweep(now: number): Promise<void> {
      const steady = await steadyFor(now);
      if (steady >= STEADY_TO_REMIND) {
        const due = { first: now - FIRST_REMINDER * DAY, second: now - LAST_REMINDER * DAY, quietSince: now - QUIET };
        for (const { waiting, domain } of await reachable(due)) await alone(waiting.id, () => remind(waiting, domain, now));
      }
      if (steady >= STEADY_TO_ERASE) {
        const ids = await store.expired(now - UNCONFIRMED_DAYS * DAY, now, ERASED_AT_ONCE);
        for (const id of ids) await alone(id, () => erase(id, now));
      }
    },

    /**
     * "This was not me": the account that somebody made with another's address is erased at once, by any link that this
     * address was sent and that no newer mail replaced, also when it has run out.
     * @throws link_expired for every other link, and where the account is confirmed.
     */
    async removeAddress(
      ctx: Context,
      { token: link }: Input<typeof contract.removeAddress>,
    ): Promise<Output<typeof contract.removeAddress>> {
      const found = isActivationLink(link) ? await activations.findLink(await sha256(link)) : null;
      const fits = found?.pool === ctx.domain.pool && found.status === "not_confirmed" && found.token.usedAt === null;
      if (!fits || (await erase(found.token.accountId, ctx.now)) === "refused") throw new AppError("link_expired");
      return { removed: true };
    },
  };

  /** Whose reminder can be written: those of a domain that is closed, or whose file nobody can read, wait for it alone. */
  async function reachable(due: Due): Promise<{ waiting: Waiting; domain: Domain }[]> {
    const domains = new Map<string, Domain | null>();
    for (;;) {
      const lost = [...domains.keys()].filter((id) => !domains.get(id));
      const all = await store.toRemind(due, lost, REMINDED_AT_ONCE);
      for (const id of new Set(all.map(({ domainId }) => domainId))) if (!domains.has(id)) domains.set(id, await readable(id));
      const found = all.flatMap((waiting) => {
        const domain = domains.get(waiting.domainId);
        return domain ? [{ waiting, domain }] : [];
      });
      if (found.length === all.length) return found;
    }
  }

  async function readable(id: string): Promise<Domain | null> {
    try {
      return await domainOf(id);
    } catch (error) {
      log("error", "domain not readable", { domain: id, error });
      return null;
    }
  }

  async function remind(waiting: Waiting, domain: Domain, now: number): Promise<void> {
    const { id, email, name, country, createdAt } = waiting;
    const ctx = { domain, country, now, origin: originOf(domain) };
    const erased = createdAt + UNCONFIRMED_DAYS * DAY;
    const rows = await newActivation(ctx, { id, email, name, language: waiting.language }, erased);
    // Who was not reached for a week gets the last reminder, not two at once.
    const count = now - createdAt >= LAST_REMINDER * DAY ? 2 : 1;
    if (await store.remind(waiting, count, rows)) await mails.dispatch(rows.mail.id);
  }
}

/** One that fails must not keep the others waiting. */
async function alone(member: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log("error", "sweep of the unconfirmed", { member, error });
  }
}
