import type { CallInput, CallName, CallOutput } from "../calls.ts";
import type { LiveEvent, Snapshot } from "../live/live.protocol.ts";
import type { Acquaintance } from "./acquaintance.ts";

/** What an observer knows and may do. Ids are the upstream's. */
export interface Scene {
  known: Acquaintance;
  /** Who made the call; asks the upstream where it was not seen before. */
  me(): Promise<string | null>;
  partnerOf(conversation: string): Promise<string | null>;
  /** Informs the browsers of a member of this domain that are connected here. */
  tell(memberId: string, events: LiveEvent[], changed: Snapshot[]): Promise<unknown>;
  /** Closes the sockets of the session that made the call. */
  endSockets(memberId: string): Promise<unknown>;
}

type Observers = { [N in CallName]?: (scene: Scene, input: CallInput<N>, answer: CallOutput<N>) => unknown };

/**
 * What the live objects learn from the answers of an upstream, which knows nothing of them. Each looks at a copy after
 * the answer has left, and may fail: the next poll or connect then shows what was missed.
 */
export const OBSERVERS: Observers = {
  logout: ({ known, endSockets }) => known.me && endSockets(known.me),

  user: ({ known }, _, { profile }) => known.isMe(profile.id),

  chats({ known }, _, { chats }) {
    for (const { conversation, profile } of chats) known.isPartner(conversation.id, profile.id);
  },

  chat({ known }, _, { conversation, profile }) {
    if (conversation) known.isPartner(conversation.id, profile.id);
  },

  async sendMessage(scene, { profile }, { message }) {
    const { conversation } = message;
    const partner = profile ?? (await scene.partnerOf(conversation));
    if (!partner) return;
    scene.known.isPartner(conversation, partner);
    // What it cost is the sender's affair.
    const received: LiveEvent = { type: "message", conversation, message: { ...message, price: null } };
    await Promise.all([
      scene.tell(partner, [received], ["user", "chats"]),
      scene.tell(message.sender, [{ type: "message", conversation, message }], ["user", "chats"]),
    ]);
  },

  async readChat(scene, { conversation }, { read_seq }) {
    const partner = await scene.partnerOf(conversation);
    if (partner) await scene.tell(partner, [{ type: "read", conversation, seq: read_seq }], []);
  },

  async like(scene, { profile }, { match }) {
    // Liked again, it is no news; the answer does not say which it was.
    if (!scene.known.isFirst(`like ${profile}`)) return;
    const me = await scene.me();
    if (me) await scene.tell(profile, [{ type: "like", profile: me, match }], ["user", "likes"]);
  },

  unlike: ({ known }, { profile }) => known.forget(`like ${profile}`),
};
