import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { requestJob } from "#worker/delivery/push/jobs.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Sent } from "./chat.store.ts";
import { messageOf, NOTHING, sightOf } from "./message-view.ts";

/** The sender's devices see a message like any other. The receiver's learn that a list has changed. */
export async function announceRequest(
  live: Pick<LiveObjects, "tell">,
  ctx: MemberContext,
  partner: string,
  { message, sender, devices }: Sent,
): Promise<void> {
  const { conversationId: conversation, seq, createdAt: from } = message;
  const write = { from, until: Date.now() };
  const pushes = devices ? [requestJob(partner, conversation)] : [];
  await live.tell(partner, { events: [{ type: "chats" }], changed: ["user", "chats"], pushes, write });
  const own = messageOf(message, ctx.viewer.id, NOTHING, sightOf(ctx, seq));
  await live.tell(ctx.viewer.id, {
    ...{ events: [{ type: "message", conversation, message: own }], changed: ["user", "chats"] },
    ...{ counters: sender, write },
  });
}
