import { announced } from "#worker/delivery/live/live.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { ChatStore } from "./chat.store.ts";
import type { contract } from "./goodbye.contract.ts";
import type { GoodbyeStore } from "./goodbye.store.ts";
import type { Goodbye, Partner } from "./partner.sql.ts";
import { limitsOf, reachable } from "./permission.ts";

/** In ms. */
const SILENCE = 5 * DAY;

interface Deps {
  store: GoodbyeStore;
  target: ChatStore["target"];
  live: Pick<LiveObjects, "expect" | "tell">;
}

export function createGoodbyes({ store, target, live }: Deps) {
  return {
    /** Idempotent: a second goodbye, of either member, changes nothing. @throws not_found, blocked, conflict */
    async sayGoodbye(
      ctx: MemberContext,
      { conversation, line }: Input<typeof contract.sayGoodbye>,
    ): Promise<Output<typeof contract.sayGoodbye>> {
      const self = ctx.viewer.id;
      const read = async () => reachable(ctx, await target(self, { conversation }, limitsOf(ctx)));
      const found = await read();
      if (found.conversation?.goodbye) return { goodbye: goodbyeOf(found.conversation.goodbye, self) };
      if (!maySayGoodbye(found, ctx.now)) throw new AppError("conflict");
      const said: Goodbye = { at: ctx.now, by: self, line };
      const partner = found.card.id;
      const closing = { ...said, conversation, partner, silentSince: ctx.now - SILENCE };
      const closed = await announced(live, [self, partner], () => store.close(closing));
      if (!closed) {
        const said = (await read()).conversation?.goodbye;
        if (said) return { goodbye: goodbyeOf(said, self) };
        throw new AppError("conflict");
      }
      // No push and no mail: the other one finds it in the chats.
      for (const [member, counters] of [
        [self, closed.self],
        [partner, closed.partner],
      ] as const)
        await live.tell(member, { events: [{ type: "chats" }], changed: ["user", "chats", "likes"], counters });
      return { goodbye: goodbyeOf(said, self) };
    },
  };
}

/** Both may close a chat in which nobody has written for five days. */
export function maySayGoodbye({ conversation, status, fraud }: Partner, now: number): boolean {
  if (
    !conversation ||
    conversation.goodbye ||
    conversation.request ||
    conversation.lastSeq === 0 ||
    status === "deleted" ||
    fraud
  )
    return false;
  return conversation.lastAt <= now - SILENCE;
}

export function goodbyeOf({ at, by, line }: Goodbye, reader: string) {
  return { own: by === reader, line, at: new Date(at).toISOString() };
}
