import { createCannedStore } from "#worker/backoffice/hands/canned.store.ts";
import { createCanned } from "#worker/backoffice/hands/canned.ts";
import { createHandsStore } from "#worker/backoffice/hands/hands.store.ts";
import { createHands } from "#worker/backoffice/hands/hands.ts";
import { createRequestsStore } from "#worker/backoffice/hands/requests.store.ts";
import { createRequests } from "#worker/backoffice/hands/requests.ts";
import type { AccountServices } from "./accounts.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";

/** What staff begin by themselves. */
export function createHandServices(
  { db, limits, live, domainsStore, originOf }: Platform,
  { mails }: MailServices,
  accounts: AccountServices,
) {
  const { memberOf, newActivation, activations, correct, recovery, exports, leaving } = accounts;
  const deps = { limits, live, mails, memberOf, domainOf: domainsStore.findById, originOf };
  return {
    canned: createCanned({ store: createCannedStore(db), limits }),
    hands: createHands({
      ...deps,
      store: createHandsStore(db),
      ...{ newActivation, activations, correct },
      changeAddress: (ctx, member, email) => recovery.changeAddress({ ...ctx, viewer: { ...member, tokenHash: "" } }, email),
    }),
    requests: createRequests({
      ...deps,
      store: createRequestsStore(db),
      exportFor: exports.exportFor,
      closeFor: leaving.closeFor,
    }),
  };
}
