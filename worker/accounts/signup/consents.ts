import type { Live } from "#worker/delivery/live/live.ts";
import { CONSENT_KINDS, type contract } from "#worker/people/identity/consents.contract.ts";
import { consentsDue, versionsNow } from "#worker/people/identity/consents-due.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { type FieldError, invalid } from "#worker/platform/errors.ts";
import { termsOf } from "#worker/sites/domains/domains.ts";
import type { ConsentsStore } from "./consents.store.ts";

interface Deps {
  consents: ConsentsStore;
  live: Live;
  announceChange(id: string): Promise<void>;
  after(work: Promise<unknown>): void;
}

function standing(row: { version: string; acceptedAt: number } | null) {
  return row && { version: row.version, accepted_at: new Date(row.acceptedAt).toISOString() };
}

export function createConsents({ consents, live, announceChange, after }: Deps) {
  return {
    async consents(ctx: MemberContext): Promise<Output<typeof contract.consents>> {
      const { account } = ctx.viewer;
      const terms = termsOf(ctx);
      const now = versionsNow(terms);
      const given = {
        terms: { version: account.termsVersion, at: account.termsAcceptedAt },
        sensitive_data: { version: account.sensitiveVersion, at: account.sensitiveAcceptedAt },
      };
      const due = consentsDue(terms, account);
      const { id } = ctx.viewer;
      const [all, news, beliefs] = await Promise.all([consents.of(id), consents.newsOf(id), consents.beliefsOf(id)]);
      return {
        news: standing(news),
        beliefs: standing(beliefs),
        consents: CONSENT_KINDS.map((kind) => ({
          kind,
          version: now[kind],
          accepted_version: given[kind].version,
          accepted_at: new Date(given[kind].at).toISOString(),
          due: due.includes(kind),
          earlier: all
            .filter((one) => one.kind === kind && one.version !== given[kind].version)
            .map(({ version, acceptedAt }) => ({ version, accepted_at: new Date(acceptedAt).toISOString() })),
        })),
      };
    },

    /** Accepts the current texts, all or none. Idempotent. @throws invalid (consent_required) */
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
        const arrived = await consents.accept(
          due.map((kind) => ({ accountId: id, kind, version: now[kind], language: ctx.language, acceptedAt: ctx.now })),
        );
        await live.tell(id, { events: [], changed: arrived ? ["user", "chats", "likes"] : ["user"] });
        if (arrived) after(announceChange(id));
      }
      return { consents_due: [] };
    },
  };
}
