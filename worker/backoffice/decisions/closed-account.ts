import { translator } from "#locales/index.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { formatDay, readerOf } from "#worker/platform/dates.ts";
import { AppError } from "#worker/platform/errors.ts";
import { readersZone } from "#worker/platform/zones.ts";
import type { DecisionsStore } from "./decisions.store.ts";
import { objectionPath } from "./objection-key.ts";

interface Deps {
  store: Pick<DecisionsStore, "standingBan">;
  keyedHash(text: string): Promise<string>;
}

export function createClosedAccount({ store, keyedHash }: Deps) {
  /** Refusal of a standing ban. Only its member may see it: it links to the decision's page. */
  return async function closedAccount({ language, country, domain }: Context, memberId: string): Promise<AppError | null> {
    const ban = await store.standingBan(memberId);
    if (!ban) return null;
    const t = await translator(language);
    const reader = readerOf(language, country, readersZone(null, country, domain.settings.geoip_country));
    return new AppError("banned", {
      params: {
        date: formatDay(ban.createdAt, reader),
        reason: t(`reports.reasons.${ban.reason}`),
        page: await objectionPath(keyedHash, ban.id),
      },
    });
  };
}
