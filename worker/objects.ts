import { MessageArchive as Archive } from "./chat/message-archive.object.ts";
import { MemberInbox as Inbox } from "./live/inbox.object.ts";
import { servicesOf } from "./wiring/index.ts";

export { LimitCounter } from "./lib/limits.object.ts";

export class MessageArchive extends Archive {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, servicesOf(env).archiveStore);
  }
}

export class MemberInbox extends Inbox {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, {
      counters: (memberId) => servicesOf(env).accountsStore.counters(memberId),
      partnerOf: (memberId, conversation) => servicesOf(env).chat.partnerOf(memberId, conversation),
      away: (memberId) => servicesOf(env).away(memberId, Date.now()),
      read: (memberId, conversation, seq) => servicesOf(env).chat.read(memberId, conversation, seq, Date.now()),
    });
  }
}
