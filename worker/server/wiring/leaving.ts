import { createAnnounceChange } from "#worker/accounts/leaving/announce-change.ts";
import { createArchives } from "#worker/accounts/leaving/archives.ts";
import { createErasureStore } from "#worker/accounts/leaving/erasure.store.ts";
import { createErasure } from "#worker/accounts/leaving/erasure.ts";
import { createExportStore } from "#worker/accounts/leaving/export.store.ts";
import { createExports } from "#worker/accounts/leaving/export.ts";
import { createLeavingStore } from "#worker/accounts/leaving/leaving.store.ts";
import { createLeaving } from "#worker/accounts/leaving/leaving.ts";
import { createReactivation } from "#worker/accounts/leaving/reactivation.ts";
import { createReactivationMail } from "#worker/accounts/leaving/reactivation-mail.ts";
import { createCountRecovery } from "#worker/accounts/recovery/recovery.ts";
import { createDecisionsStore } from "#worker/backoffice/decisions/decisions.store.ts";
import { createLetters } from "#worker/backoffice/decisions/letters.ts";
import { createReportEnds } from "#worker/backoffice/decisions/report-ends.ts";
import type { PhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import { createUploads } from "#worker/discovery/photos/uploads.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";
import type { SessionServices } from "./sessions.ts";

export type LeavingServices = ReturnType<typeof createLeavingServices>;

/** Built before recovery and sign-up, which mail the reactivation link of a deleted account. */
export function createLeavingServices(
  platform: Platform,
  { mails }: MailServices,
  { accountsStore, startSession, endSessions, confirmPassword }: SessionServices,
  pictures: PhotoFiles,
) {
  const { env, db, archive, live, limits, clock, after, later, domainsStore, originOf } = platform;
  const leaving = createLeavingStore(db);
  const archives = createArchives(env.PHOTOS);
  const countRecovery = createCountRecovery({ store: accountsStore, limits });
  const announceChange = createAnnounceChange({ leaving, live });
  const { newReactivation, requestReactivation } = createReactivationMail({ leaving, limits, mails, countRecovery, later });
  const domainOf = domainsStore.findById;
  const erasureStore = createErasureStore(db);
  return {
    countRecovery,
    announceChange,
    memberOf: leaving.member,
    bringBack: async (ctx: Context, email: string) => void (await requestReactivation(ctx, { email })),
    leaving: {
      requestReactivation,
      ...createReactivation({ leaving, live, startSession, announceChange, after }),
      ...createLeaving({ leaving, mails, confirmPassword, endSessions, newReactivation, announceChange, after }),
    },
    exports: createExports({
      store: createExportStore(db),
      archives,
      archived: archive.page,
      mails,
      confirmPassword,
      after,
      memberOf: leaving.member,
      domainOf,
      originOf,
    }),
    uploads: createUploads({ pictures, keysOf: (id) => erasureStore.keysOf(id) }),
    erasure: createErasure({
      store: erasureStore,
      relatedMembers: leaving.relatedMembers,
      pictures,
      eraseArchives: archives.eraseAll,
      endReports: createReportEnds({
        store: createDecisionsStore(db),
        mails,
        writeTo: createLetters({ domainOf, originOf }),
        live,
      }),
      steadyFor: (now) => clock.steadyFor("erasure", now),
      live,
      mails,
      domainOf,
      originOf,
    }),
  };
}
