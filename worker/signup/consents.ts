import type { MemberContext } from "../context.ts";
import { type Terms, termsOf, termsVersion } from "../domains/domains.ts";
import type { Viewer } from "../identity/viewer.ts";
import type { Input, Output } from "../lib/call.ts";
import { type FieldError, invalid } from "../lib/errors.ts";
import type { Live } from "../live/live.ts";
import type { ConsentKind, contract } from "./consents.contract.ts";
import { CONSENT_KINDS } from "./consents.contract.ts";
import type { ConsentsStore } from "./consents.store.ts";

/** The version of the text under which data about sex life and orientation are consented to (locales, signup.sensitive). */
const SENSITIVE_VERSION = "2026-11-01";

interface Deps {
  consents: ConsentsStore;
  live: Live;
}

/** The texts as they are now where these terms hold: each version is the time since when it holds, ISO 8601. */
export function versionsNow({ settings, country }: Terms): Record<ConsentKind, string> {
  return { terms: termsVersion(settings, country), sensitive_data: SENSITIVE_VERSION };
}

/**
 * Which consents a member has to give anew: those whose text is newer than the one that was agreed to. An older one, of a
 * company elsewhere, asks for nothing. No query: the account repeats the newest of each.
 */
export function consentsDue(terms: Terms, account: Pick<Viewer["account"], "termsVersion" | "sensitiveVersion">): ConsentKind[] {
  const now = versionsNow(terms);
  const given = { terms: account.termsVersion, sensitive_data: account.sensitiveVersion };
  return CONSENT_KINDS.filter((kind) => given[kind] < now[kind]);
}

/** Giving consent anew after a text has changed. */
export function createConsents({ consents, live }: Deps) {
  return {
    /** What the member agreed to, and what there is now. */
    consents(ctx: MemberContext): Output<typeof contract.consents> {
      const { account } = ctx.viewer;
      const terms = termsOf(ctx);
      const now = versionsNow(terms);
      const given = {
        terms: { version: account.termsVersion, at: account.termsAcceptedAt },
        sensitive_data: { version: account.sensitiveVersion, at: account.sensitiveAcceptedAt },
      };
      const due = consentsDue(terms, account);
      return {
        consents: CONSENT_KINDS.map((kind) => ({
          kind,
          version: now[kind],
          accepted_version: given[kind].version,
          accepted_at: new Date(given[kind].at).toISOString(),
          due: due.includes(kind),
        })),
      };
    },

    /**
     * Agrees to the texts as they are now. Again changes nothing.
     * @throws invalid consent_required for each that is due and was not agreed to; nothing is stored then.
     */
    async acceptConsents(
      ctx: MemberContext,
      input: Input<typeof contract.acceptConsents>,
    ): Promise<Output<typeof contract.acceptConsents>> {
      const { id, account } = ctx.viewer;
      const terms = termsOf(ctx);
      const due = consentsDue(terms, account);
      const missing = due.filter((kind) => !input[kind]);
      if (missing.length > 0) throw invalid(...missing.map((field): FieldError => ({ field, code: "consent_required" })));
      if (due.length > 0) {
        const now = versionsNow(terms);
        await live.expect(id);
        await consents.accept(
          due.map((kind) => ({ accountId: id, kind, version: now[kind], language: ctx.language, acceptedAt: ctx.now })),
        );
        await live.tell(id, { events: [], changed: ["user"] });
      }
      return { consents_due: [] };
    },
  };
}
