import { createProgramReadsStore } from "#worker/backoffice/programs/program-reads.store.ts";
import { createProgramReads } from "#worker/backoffice/programs/program-reads.ts";
import { createTokensStore } from "#worker/backoffice/programs/tokens.store.ts";
import { createTokens } from "#worker/backoffice/programs/tokens.ts";
import type { Confirmation } from "#worker/backoffice/staff/confirmation.ts";
import type { StaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import { createDeliveriesStore } from "#worker/backoffice/webhooks/deliveries.store.ts";
import { createDeliveries } from "#worker/backoffice/webhooks/deliveries.ts";
import { createWebhooksStore } from "#worker/backoffice/webhooks/webhooks.store.ts";
import { createWebhooks } from "#worker/backoffice/webhooks/webhooks.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { createSeal } from "#worker/platform/sealed.ts";
import { originAt } from "#worker/sites/domains/origin.ts";
import type { Platform } from "./platform.ts";

interface Rooms {
  confirmation: Confirmation;
  mails: StaffMails & Pick<Mails, "dispatch">;
}

/** What operators' own systems get and ask. */
export function createOperatorServices({ env, db, limits, cursors, after }: Platform, { confirmation, mails }: Rooms) {
  const host = env.STAFF_HOST;
  const deliveries = createDeliveries({
    store: createDeliveriesStore(db),
    seal: createSeal(env.PASSWORD_PEPPER, "webhook secrets"),
    fetch: (input, init) => fetch(input, init),
    mails,
    local: __LOCAL__,
    pageOf: (webhook) => (host ? `${originAt(host.toLowerCase(), env.LOCAL_PORT)}/staff/webhooks/${webhook}` : null),
  });
  const tokens = createTokensStore(db);
  return {
    apiTokens: createTokens({ store: tokens, confirmation, limits }),
    programReads: createProgramReads({ store: createProgramReadsStore(db), tokens, limits, cursors }),
    deliveries,
    webhooks: createWebhooks({
      store: createWebhooksStore(db),
      ...{ deliveries, confirmation, limits, cursors, after, local: __LOCAL__ },
    }),
  };
}
