import { configured } from "#worker/backoffice/health/configuration.ts";
import { MemberInbox as Inbox } from "#worker/delivery/live/inbox.object.ts";
import { MessageArchive as Archive } from "#worker/messaging/chat/message-archive.object.ts";
import { furthest } from "#worker/platform/archived.ts";
import { databasesOf, inDatabase, keyIn, ofKey } from "#worker/platform/databases.ts";
import { servicesOf } from "./wiring/index.ts";

export { LimitCounter } from "#worker/platform/limits.object.ts";

function at(env: Env, key: string) {
  const found = ofKey(configured(env).env, key);
  return { ...found, services: servicesOf(found.env) };
}

export class MessageArchive extends Archive {
  constructor(ctx: DurableObjectState, env: Env) {
    const source = (key: string) => {
      const { services, id } = at(env, key);
      return { store: services.archiveStore, id };
    };
    super(ctx, env, {
      // The conversation may live in another database by now, while a copy of it waits for its end here.
      archivedSeq: async (key) => {
        const { id } = ofKey(env, key);
        const stores = databasesOf(env).map((name) => servicesOf(inDatabase(env, name)).archiveStore);
        return furthest(await Promise.all(stores.map(async (store) => store.archivedSeq(id))));
      },
      next: async (key, before) => source(key).store.next(source(key).id, before),
      commit: async (key, chunk) => source(key).store.commit(source(key).id, chunk),
    });
  }
}

export class MemberInbox extends Inbox {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, {
      counters: async (key) => {
        const { services, id } = at(env, key);
        return services.accountsStore.counters(id);
      },
      partnerOf: async (key, conversation) => {
        const { services, id, env: its } = at(env, key);
        const partner = await services.chat.partnerOf(id, conversation);
        return partner === null ? null : keyIn(its, partner);
      },
      away: async (key) => {
        const { services, id } = at(env, key);
        return services.away(id, Date.now());
      },
      engagementOf: async (key, call) => {
        const { services, id, env: its } = at(env, key);
        const found = await services.calls.engagementOf(id, call, Date.now());
        return found && { ...found, member: key, peer: keyIn(its, found.peer) };
      },
      leaveCall: async (key, call) => {
        const { services, id } = at(env, key);
        return services.callEnds.leave(id, call, Date.now());
      },
      read: async (key, conversation, seq) => {
        const { services, id } = at(env, key);
        return services.chat.read(id, conversation, seq, Date.now());
      },
    });
  }
}
