import type { LiveEvent } from "#worker/delivery/live/live.protocol.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { newId } from "#worker/platform/ids.ts";
import type { ChatStore } from "./chat.store.ts";
import { excerptOf, messageOf, NOTHING } from "./message-view.ts";
import type { createReceipts } from "./receipts.ts";
import type { StartLimits } from "./starts.sql.ts";

/** A conversation has begun: nothing is left to limit. */
const UNLIMITED: StartLimits = { free: null, daily: Number.MAX_SAFE_INTEGER, since: 0, upheldSince: 0, desk: false };
const TRIES = 5;

interface Answer {
  profile: string;
  member: string;
  conversation: string;
  text: string;
  clientId: string;
  now: number;
}

interface Deps {
  store: Pick<ChatStore, "send">;
  read: ReturnType<typeof createReceipts>["read"];
  live: Pick<LiveObjects, "suspendSnapshots" | "tell">;
}

export type DeskAnswers = ReturnType<typeof createDeskAnswers>;

/** What staff write as a fictional profile, within a conversation that the member began. Free, and marked by its sender. */
export function createDeskAnswers({ store, read, live }: Deps) {
  return {
    read,

    /** Idempotent by client id. False if a block, a departure or a goodbye came between. */
    async sendAnswer({ profile, member, conversation, text, clientId, now }: Answer): Promise<boolean> {
      for (let attempt = 1; ; attempt++) {
        const draft = {
          ...{ id: newId(), senderId: profile, partnerId: member, conversation, newConversation: conversation, clientId },
          ...{ type: "text" as const, text, excerpt: excerptOf(text), gift: null, photo: null, price: 0, replyTo: null },
          ...{
            draftVersion: undefined,
            opener: null,
            signals: null,
            delivered: null,
            desk: null,
            takesFirst: null,
            request: false,
            now,
          },
        };
        await live.suspendSnapshots(member);
        try {
          const sent = await store.send(draft, UNLIMITED);
          if (!sent) return false;
          const shown = { ...NOTHING, fictional: profile };
          const message = messageOf(sent.message, member, shown, { after: 0, oldest: 0 });
          const events: LiveEvent[] = [{ type: "message", conversation, message }];
          await live.tell(member, {
            ...{ events, changed: ["user", "chats"], counters: sent.partner, devices: sent.devices },
            write: { from: now, until: Date.now() },
          });
          return true;
        } catch (error) {
          // Either this answer is there already, or a message of the member took its seq.
          if (!violationOf(error) || attempt === TRIES) throw error;
          if (violationOf(error)?.kind === "unique" && (await isThere(error))) return true;
        }
      }
    },
  };
}

/** The client id is taken: an earlier run of the same effect sent it. */
async function isThere(error: unknown): Promise<boolean> {
  return String(error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : error).includes("client_id");
}
