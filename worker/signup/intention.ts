import type { MemberContext } from "../context.ts";
import type { contract } from "../identity/accounts.contract.ts";
import type { AccountsDeps } from "../identity/accounts.ts";
import type { Input, Output } from "../lib/call.ts";
import { isShownHere } from "../members/card.ts";

/** A member of whom somebody wants something. */
export interface Wanted {
  name: string;
  status: string;
  blockedMe: boolean;
  fictional: boolean;
  blockedByMe: boolean;
  liked: boolean;
}

/** For whose sake somebody signed up, and what they wanted to do there. Nothing of it is done without being asked for. */
export function createIntentions({ store, target }: Pick<AccountsDeps, "store" | "target">) {
  return {
    /** Null where there is none, where it is done, and where the member is not to be seen (any more). */
    async intention(ctx: MemberContext): Promise<Output<typeof contract.intention>> {
      const { viewer, domain } = ctx;
      const { signupProfile: id, signupIntent: intent } = viewer.account;
      if (id === null || id === viewer.id) return null;
      const wanted = await target(viewer.id, id, domain.pool);
      if (wanted?.status !== "active" || !isShownHere(wanted, ctx) || wanted.blockedMe || wanted.blockedByMe) return null;
      if (intent === "like" && wanted.liked) return null;
      return { profile: { id, name: wanted.name }, intent };
    },

    /** In place of an earlier one; first words that waited for somebody else are kept with them. */
    async keepIntention(
      { viewer }: MemberContext,
      input: Input<typeof contract.keepIntention>,
    ): Promise<Output<typeof contract.keepIntention>> {
      const { signupProfile, signupMessage } = viewer.account;
      const waits = signupMessage !== null && signupProfile !== null && signupProfile !== input.profile;
      if (!waits && input.profile !== viewer.id) await store.setIntention(viewer.id, input.profile, input.intent);
      return { kept: true };
    },
  };
}
