import type { User } from "#worker/accounts/user/user.contract.ts";
import { userOf } from "#worker/accounts/user/user.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { cleanName, nameProblem } from "#worker/people/identity/name.ts";
import type { Input } from "#worker/platform/call.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { hitAll, type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { nameKey } from "#worker/platform/text.ts";
import { ownNames } from "./free-name.ts";
import type { contract } from "./name-choice.contract.ts";
import type { NameChoiceStore } from "./name-choice.store.ts";
import { NAME_TAKEN } from "./signup-policy.ts";

interface Deps {
  store: NameChoiceStore;
  limits: Limits;
  live: Live;
}

export function createNameChoice({ store, limits, live }: Deps) {
  return {
    /** Idempotent. @throws conflict, too_many_requests, invalid */
    async chooseName(ctx: MemberContext, input: Input<typeof contract.chooseName>): Promise<User> {
      const { id, account, profile } = ctx.viewer;
      const name = cleanName(input.name);
      const keeps = name === profile.name;
      if (account.wantedName === null && !keeps) throw new AppError("conflict");
      if (account.wantedName === null) return userOf(ctx.viewer, ctx);
      if (!keeps) await admit(ctx, name);
      const chosen = { name, nameKey: nameKey(name) };
      const outcome = await announced(live, [id], () => store.choose(id, chosen));
      await live.tell(id, { events: [], changed: ["user"] });
      if (outcome === "taken") throw invalid(NAME_TAKEN);
      if (outcome === "changed") throw new AppError("conflict");
      const changed = { account: { ...account, wantedName: null, wantedKey: null }, profile: { ...profile, ...chosen } };
      return userOf({ ...ctx.viewer, ...changed }, ctx);
    },
  };

  async function admit(ctx: MemberContext, name: string): Promise<void> {
    const { id, account } = ctx.viewer;
    const problem = nameProblem(name, account.email, ownNames(ctx));
    if (problem) throw invalid(problem);
    const rules = [limitOf("nameChoice", { account: id }), limitOf("nameChoices", { network: ctx.network })];
    refuseOver(await hitAll(limits, rules, ctx.now));
  }
}
