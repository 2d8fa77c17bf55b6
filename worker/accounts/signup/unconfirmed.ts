import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { findLink } from "#worker/people/links/one-time-link.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { STEADY_TO_ERASE } from "#worker/platform/clock.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract } from "./activation.contract.ts";
import type { ActivationStore } from "./activation.store.ts";
import type { NewActivation } from "./activation-mail.ts";
import type { Due, UnconfirmedStore, Waiting } from "./unconfirmed.store.ts";

/** Days after the sign-up. */
const FIRST_REMINDER = 1;
const LAST_REMINDER = 7;
const UNCONFIRMED_DAYS = 14;

/** Minimum distance to the last mail in ms: a reminder ends earlier links. */
const QUIET = DAY;
/** Ms for which the clock must run without a gap first. */
const STEADY_TO_REMIND = HOUR;

const REMINDED_AT_ONCE = 50;
/** The erasure sweep shares the subrequest limit. */
const ERASED_AT_ONCE = 4;

interface Deps {
  store: UnconfirmedStore;
  activations: Pick<ActivationStore, "findLink">;
  newActivation: NewActivation;
  mails: Pick<Mails, "dispatch">;
  steadyFor(now: number): Promise<number>;
  erase(id: string, now: number): Promise<"erased" | "waiting" | "refused">;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

export function createUnconfirmed({ store, activations, newActivation, mails, steadyFor, erase, domainOf, originOf }: Deps) {
  return {
    /** One batch per tick. Safe in parallel. */
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

    /** "This was not me". Accepts expired links too. @throws link_expired */
    async removeAddress(
      ctx: Context,
      { token: link }: Input<typeof contract.removeAddress>,
    ): Promise<Output<typeof contract.removeAddress>> {
      const found = await findLink("activation", link, ctx.domain.pool, activations.findLink);
      const fits = found?.status === "not_confirmed" && found.token.usedAt === null;
      if (!fits || (await erase(found.token.accountId, ctx.now)) === "refused") throw new AppError("link_expired");
      return { removed: true };
    },
  };

  /** An unreadable domain must not hold up the others. */
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
    // After a week without a reminder only the last one is due.
    const count = now - createdAt >= LAST_REMINDER * DAY ? 2 : 1;
    if (await store.remind(waiting, count, rows)) await mails.dispatch(rows.mail.id);
  }
}

/** A failure must not stop the sweep. */
async function alone(member: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log("error", "sweep of the unconfirmed", { member, error });
  }
}
