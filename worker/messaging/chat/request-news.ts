import type { LiveEvent } from "#worker/delivery/live/live.protocol.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { requestJob } from "#worker/delivery/push/jobs.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Sent } from "./chat.store.ts";
import type { Deliveries } from "./deliveries.ts";
import { messageOf, NOTHING, type Shows, sightOf } from "./message-view.ts";

interface Deps {
  live: Pick<LiveObjects, "tell">;
  deliveries: Pick<Deliveries, "add">;
}

/** The sender's devices see a message like any other, also that it arrived. The receiver's learn that a list has changed. */
export async function announceRequest(
  { live, deliveries }: Deps,
  ctx: MemberContext,
  partner: string,
  { message, sender, devices }: Sent,
  shows: Shows,
): Promise<void> {
  const { conversationId: conversation, seq, createdAt: from } = message;
  const write = { from, until: Date.now() };
  const pushes = devices ? [requestJob(partner, conversation)] : [];
  const { reached } = await live.tell(partner, { events: [{ type: "chats" }], changed: ["user", "chats"], pushes, write });
  if (reached) deliveries.add({ reader: partner, conversation, seq, at: from });
  const delivered: LiveEvent[] = reached && shows.online ? [{ type: "delivered", conversation, seq }] : [];
  const own = messageOf(message, ctx.viewer.id, NOTHING, sightOf(ctx, seq));
  await live.tell(ctx.viewer.id, {
    ...{ events: [{ type: "message", conversation, message: own }, ...delivered], changed: ["user", "chats"] },
    ...{ counters: sender, write },
  });
}
