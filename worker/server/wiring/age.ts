import type { Program } from "#db/schema/decision-attributes.ts";
import { createAgeStore } from "#worker/accounts/age/age.store.ts";
import { createAge } from "#worker/accounts/age/age.ts";
import { createEuProver, readPost } from "#worker/accounts/age/eu-prover.ts";
import type { createAgeList } from "#worker/accounts/age/list.ts";
import { createAgeNoticesStore } from "#worker/accounts/age/notices.store.ts";
import { createAgeNotices } from "#worker/accounts/age/notices.ts";
import { createOidcProver } from "#worker/accounts/age/oidc-prover.ts";
import { createPaymentsStore } from "#worker/billing/payments/payments.store.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";
import type { createStaffServices } from "./staff.ts";

const PROOF_OF_AGE: Program = "proof of age";

type Mails = Pick<MailServices, "mails">;
type Rooms = Pick<ReturnType<typeof createStaffServices>, "closeByRule" | "operatorMails"> & {
  ageList: Pick<ReturnType<typeof createAgeList>, "read" | "usable">;
};

export function createAgeServices(
  { env, db, live, limits, after, domainsStore, originOf }: Platform,
  { mails }: Mails,
  { closeByRule, operatorMails, ageList }: Rooms,
) {
  const ask: typeof fetch = (url, init) => fetch(url, init);
  const payments = createPaymentsStore(db);
  const ageNotices = createAgeNotices({ store: createAgeNoticesStore(db), mails, domainOf: domainsStore.findById, originOf });
  const age = createAge({
    store: createAgeStore(db),
    limits,
    after,
    live,
    provers: {
      eu: createEuProver({ trust: ageList.read, usable: ageList.usable, fetch: ask }),
      oidc: createOidcProver({ fetch: ask, secretOf: (domain) => ageSecret(env, domain), port: env.LOCAL_PORT }),
    },
    async closeAccount(closing, now) {
      await closeByRule({ ...closing, by: PROOF_OF_AGE, reason: "minor" }, now);
      await payments.returnAll(closing.memberId, "age", now);
    },
    domainOf: domainsStore.findById,
    dispatch: operatorMails.dispatch,
    unconfirmedMails: (member, now) =>
      operatorMails.toOperators(
        {
          subject: "An answer “under 18” that nobody confirmed",
          paragraphs: [
            `A day ago an app answered “under 18” for the account ${member}. Nobody has confirmed it here, and no proof has come since.`,
            "The app may have been a stranger’s, so nothing was closed. The account waits at the gate. Look at its file, and decide whether it stays.",
          ],
          link: null,
        },
        now,
      ),
    readPost,
  });
  return { age, ageNotices };
}

/** The secret of a domain's OpenID Connect provider: `AGE_OIDC_<DOMAIN>`. */
function ageSecret(env: object, domain: string): string | null {
  const found = (env as Record<string, unknown>)[`AGE_OIDC_${domain.toUpperCase().replaceAll("-", "_")}`];
  return typeof found === "string" && found !== "" ? found : null;
}
