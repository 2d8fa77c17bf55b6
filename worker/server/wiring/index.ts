import { createAgeListStore } from "#worker/accounts/age/list.store.ts";
import { createAgeList, listAddressOf } from "#worker/accounts/age/list.ts";
import { LOCAL_LIST } from "#worker/accounts/age/local-list.ts";
import { createTodayStore } from "#worker/accounts/today/today.store.ts";
import { createToday } from "#worker/accounts/today/today.ts";
import { configured, mustBeConfigured } from "#worker/backoffice/health/configuration.ts";
import { createHealth } from "#worker/backoffice/health/health.ts";
import { createStatusStore, WALKED } from "#worker/backoffice/status/status.store.ts";
import { createStatus } from "#worker/backoffice/status/status.ts";
import { createPresence } from "#worker/delivery/live/presence.ts";
import { createCallLimits, UNLIMITED } from "#worker/platform/call-limits.ts";
import { otherDatabases, PRIMARY } from "#worker/platform/databases.ts";
import { createWalkStore } from "#worker/platform/walk.store.ts";
import { createIdempotencyStore } from "#worker/server/api/idempotency.store.ts";
import { domainLanguage } from "#worker/sites/domains/defaults.vocabulary.ts";
import { createDomains } from "#worker/sites/domains/domains.ts";
import { regionsOf } from "#worker/sites/domains/regions.ts";
import { createAccountServices } from "./accounts.ts";
import { createAgeServices } from "./age.ts";
import { createChatServices } from "./chat.ts";
import { createFictionalServices } from "./fictional.ts";
import { createLikeServices } from "./likes.ts";
import { createMailServices } from "./mail.ts";
import { createMediaServices, createPictures, createTransferServices } from "./media.ts";
import { createMemberServices } from "./members.ts";
import { createPlatform } from "./platform.ts";
import { createPushServices } from "./push.ts";
import { createReportServices } from "./reports.ts";
import { createStaffServices } from "./staff.ts";
import { createWaitingServices } from "./waiting.ts";
import { createWalks } from "./walks.ts";
import { createWalletServices } from "./wallet.ts";

/** Built once per isolate; the context carries each request. */
function createServices(env: Env) {
  const platform = createPlatform(env);
  const { db, limits, live, domainsStore, directoryStore, after } = platform;
  const mail = createMailServices(platform);
  const pictures = createPictures(platform);
  const like = createLikeServices(platform);
  const media = createMediaServices(platform, mail, pictures);
  const accounts = createAccountServices(platform, mail, { pictures: pictures.pictures, like });
  const members = createMemberServices(platform, like, pictures);
  const reports = createReportServices(platform, members, pictures.pictures);
  const wallet = createWalletServices(platform, mail);
  const chats = createChatServices(platform, mail, pictures, accounts, reports, () =>
    otherDatabases(env).map((other) => ({
      database: other.DATABASE ?? PRIMARY,
      hideCopies: (copy) => servicesOf(other).pictureNotices.hideCopies(copy),
      copies: (id) => servicesOf(other).pictureNotices.copies(id),
    })),
  );
  const staff = createStaffServices(platform, {
    ...{ media, mail, accounts, reports, wallet, notices: chats.pictureNotices },
    deskAnswers: chats.deskAnswers,
  });
  const statusStore = createStatusStore(db);
  const build = { version: __VERSION__, build: __BUILD__ };
  const ageList = createAgeList({
    store: createAgeListStore(env.VISITORS),
    address: listAddressOf(env),
    fallback: __LOCAL__ ? LOCAL_LIST : null,
    fetch: (...request) => fetch(...request),
  });
  return {
    limits,
    live,
    domainsStore,
    directoryStore,
    domains: createDomains({ regionsOf, languageOf: domainLanguage }),
    callLimits: __LOCAL__ && env.CALL_LIMITS === "off" ? UNLIMITED : createCallLimits(limits, after),
    idempotencyStore: createIdempotencyStore(db),
    walks: createWalks(createWalkStore(db)),
    statusStore,
    status: createStatus({ store: statusStore, build, limit: WALKED, ageList }),
    ageList,
    health: createHealth(
      build,
      () => env.DB.prepare("SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1").first<string>("name"),
      configured(env).problems,
    ),
    configuration: () => mustBeConfigured(env),
    ...mail,
    ...accounts,
    pendingLikes: like.pendingLikes,
    presence: createPresence({ live, after }),
    today: createToday({ store: createTodayStore(db), live }),
    ...members,
    ...reports,
    ...media,
    transfer: createTransferServices(platform, pictures),
    ...chats,
    ...wallet,
    waiting: createWaitingServices(platform, chats, members, wallet),
    ...createFictionalServices(platform, accounts, pictures),
    ...createPushServices(platform),
    ...staff,
    ...createAgeServices(platform, mail, { ...staff, ageList }),
  };
}
export type Services = ReturnType<typeof createServices>;

const made = new Map<string, { env: Env; services: Services }>();

export function servicesOf(env: Env): Services {
  const name = env.DATABASE ?? PRIMARY;
  let known = made.get(name);
  if (known?.env.DB !== env.DB) made.set(name, (known = { env, services: createServices(env) }));
  return known.services;
}
