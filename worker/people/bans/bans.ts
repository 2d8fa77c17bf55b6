import type { Context } from "#worker/people/identity/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, type FieldError } from "#worker/platform/errors.ts";
import type { StandingBan } from "./bans.store.ts";
import { isDisposable } from "./disposable.ts";
import { isIn } from "./networks.ts";

/** In ms: a ban that is over stays this long, to explain what was refused. */
export const BANS_RETENTION = 180 * DAY;

type Asker = Pick<Context, "domain" | "network" | "now">;

export interface Bans {
  /** @throws signup_refused */
  mustNotBeBanned(ctx: Asker): Promise<void>;
  /** Null for an address that may be used here, and for one that is none. */
  addressProblem(ctx: Asker, email: string | null): Promise<FieldError | null>;
}

export function createBans({ standing }: { standing(site: string, now: number): Promise<StandingBan[]> }): Bans {
  return {
    async mustNotBeBanned({ domain, network, now }) {
      const bans = await standing(domain.id, now);
      if (bans.some(({ kind, value }) => kind === "network" && isIn(network, value)))
        throw new AppError("signup_refused", { params: { support: domain.settings.support_email } });
    },

    async addressProblem({ domain, now }, email) {
      if (email === null) return null;
      const host = email.slice(email.lastIndexOf("@") + 1);
      const bans = await standing(domain.id, now);
      const isBanned = bans.some(({ kind, value }) => kind === "mail_domain" && isOf(host, value));
      const isRefused = isBanned || (domain.settings.refuse_disposable_mail && (await isDisposable(host)));
      return isRefused ? { field: "email", code: "mail_domain_refused" } : null;
    },
  };
}

/** The domain itself, or one below it. */
function isOf(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
