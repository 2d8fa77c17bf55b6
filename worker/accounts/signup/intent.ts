import { isShownHere } from "#worker/discovery/members/card.ts";
import type { AccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import type { contract } from "./signup.contract.ts";

interface Target {
  name: string;
  status: string;
  blockedMe: boolean;
  fictional: boolean;
  blockedByMe: boolean;
  liked: boolean;
}

interface Deps {
  store: Pick<AccountsStore, "setIntent">;
  target(of: { viewerId: string; id: string; pool: string }): Promise<Target | null>;
}

export function createIntents({ store, target }: Deps) {
  return {
    /** Null if done, or if the profile is not visible. */
    async intent(ctx: MemberContext): Promise<Output<typeof contract.intent>> {
      const { viewer, domain } = ctx;
      const { signupProfile: id, signupIntent: intent } = viewer.account;
      if (id === null || id === viewer.id) return null;
      const profile = await target({ viewerId: viewer.id, id, pool: domain.pool });
      if (profile?.status !== "active" || !isShownHere(profile, ctx) || profile.blockedMe || profile.blockedByMe) return null;
      if (intent === "like" && profile.liked) return null;
      return { profile: { id, name: profile.name }, intent };
    },

    /** Keeps an earlier intent whose first message waits for another profile. */
    async keepIntent(
      { viewer }: MemberContext,
      input: Input<typeof contract.keepIntent>,
    ): Promise<Output<typeof contract.keepIntent>> {
      const { signupProfile, signupMessage } = viewer.account;
      const waits = signupMessage !== null && signupProfile !== null && signupProfile !== input.profile;
      if (!waits && input.profile !== viewer.id) await store.setIntent(viewer.id, input.profile, input.intent);
      return { kept: true };
    },
  };
}
