import { identityHashesOf } from "#worker/people/exclusions/identity-hashes.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import type { Input } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import { WELCOME_CODE } from "#worker/sites/domains/codes.vocabulary.ts";
import { offersTo, shownCode } from "./built-in.ts";
import { checkCode, normalCode } from "./codes.ts";
import type { contract, DiscountCode } from "./discounts.contract.ts";
import type { DiscountsStore, OrderFacts } from "./discounts.store.ts";

const UNCHOSEN = { currency: null, amount: null, method: null };

interface Deps {
  store: DiscountsStore;
  keyedHash(text: string): Promise<string>;
}

export function createDiscounts({ store, keyedHash }: Deps) {
  return {
    /** For checkCode, bestDiscount and orderRefusal, in one trip. `supersedes`: see the store. */
    async orderFacts(
      { viewer, domain, now }: MemberContext,
      { code, currency, supersedes }: { code: string | null; currency: string; supersedes: boolean },
    ): Promise<OrderFacts> {
      const hashes = await identityHashesOf(keyedHash, viewer);
      const { id: domainId, pool } = domain;
      const wanted = normalCode(code ?? "");
      return store.order({ accountId: viewer.id, pool, domainId, code: wanted, currency, hashes, now, supersedes });
    },

    /** Reveals only operator codes that the visitor could use. @throws code_not_found invalid */
    async discountcode(ctx: Context, input: Input<typeof contract.discountcode>): Promise<DiscountCode> {
      const wanted = normalCode(input.code || input.discountcode || "") || (input.welcome && WELCOME_CODE);
      const offered = offersTo(ctx).find(({ code }) => code === wanted);
      if (offered) return offered;
      const facts = wanted ? await store.code(ctx.viewer?.id ?? null, ctx.domain.id, wanted) : null;
      // A visitor is not told of a code that belongs to a member.
      if (!wanted || !facts?.code || !ctx.domain.features.payments || (facts.code.accountId && !ctx.viewer))
        throw new AppError("code_not_found");
      checkCode(ctx, { code: wanted, ...UNCHOSEN }, facts);
      return shownCode(facts.code, ctx.now);
    },

    offered: offersTo,
  };
}
