import type { LiveEvent } from "#worker/delivery/live/live.protocol.ts";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import type { CallInput, CallName, CallOutput } from "#worker/server/calls.ts";
import type { SessionFacts } from "./session-facts.ts";

/** Ids are the upstream's. */
export interface Scene {
  known: SessionFacts;
  me(): Promise<string | null>;
  partnerOf(conversation: string): Promise<string | null>;
  tell(memberId: string, ...events: LiveEvent<Message>[]): Promise<unknown>;
  setPartner(memberId: string, conversation: string, partner: string): Promise<unknown>;
  endSockets(memberId: string): Promise<unknown>;
  /** Sockets whose session has ended cannot reconnect. */
  disconnect(memberId: string): Promise<unknown>;
}

type Observers = { [N in CallName]?: (scene: Scene, input: CallInput<N>, answer: CallOutput<N>) => unknown };

const RECOUNT: LiveEvent<Message> = { type: "recount" };

async function sent(scene: Scene, partner: string, message: Message): Promise<void> {
  const { conversation, sender } = message;
  scene.known.isPartner(conversation, partner);
  // Only the sender sees the price; links belong to one session.
  const received: LiveEvent<Message> = {
    type: "message",
    conversation,
    message: { ...withoutLinks(message), price: null },
  };
  await Promise.all([
    scene.tell(partner, received, RECOUNT),
    scene.tell(sender, { type: "message", conversation, message: withoutLinks(message) }),
    scene.setPartner(sender, conversation, partner),
  ]);
}

/** The partner's view of the message is not known here: their browser fetches it. */
async function changed(scene: Scene, message: Message): Promise<void> {
  const { conversation } = message;
  const [me, partner] = [await scene.me(), await scene.partnerOf(conversation)];
  await Promise.all([
    me && scene.tell(me, { type: "changed", conversation, message }),
    partner && scene.tell(partner, { type: "changed", conversation, message: null }),
  ]);
}

function withoutLinks(message: Message): Message {
  const { photo, voice } = message;
  return {
    ...message,
    photo: photo && { ...photo, filename: null, card_filename: null, thumb_filename: null, preview: null },
    voice: voice && { ...voice, filename: null },
  };
}

/** The partner is known by the conversation alone. */
async function sentIn(scene: Scene, _: unknown, { message }: { message: Message }): Promise<void> {
  const partner = await scene.partnerOf(message.conversation);
  if (partner) await sent(scene, partner, message);
}

/** Observers run after the response and may fail: the next poll or connect repairs it. */
export const OBSERVERS: Observers = {
  logout: ({ known, endSockets }) => known.me && endSockets(known.me),

  endSessions: ({ known, disconnect }) => known.me && disconnect(known.me),

  resetPassword: ({ disconnect }, _, { profile }) => disconnect(profile.id),

  /** The answer does not list the ended sessions, so every browser reconnects. */
  async changePassword(scene) {
    const me = await scene.me();
    if (me) await scene.disconnect(me);
  },

  undoMailChange: ({ disconnect }, _, { profile }) => disconnect(profile),
  async deleteAccount(scene) {
    if (scene.known.me) await scene.disconnect(scene.known.me);
  },

  user: ({ known }, _, { profile }) => known.isMe(profile.id),

  chats({ known }, _, { chats }) {
    for (const { conversation, profile } of chats) known.isPartner(conversation.id, profile.id);
  },

  async chat(scene, _, { conversation, profile }) {
    if (!conversation) return;
    scene.known.isPartner(conversation.id, profile.id);
    const me = scene.known.isFirst(`chat ${conversation.id}`) ? await scene.me() : null;
    if (me) await scene.setPartner(me, conversation.id, profile.id);
  },

  async sendMessage(scene, { profile }, { message }) {
    const partner = profile ?? (await scene.partnerOf(message.conversation));
    if (partner) await sent(scene, partner, message);
  },

  sendGift: (scene, { profile }, { message }) => sent(scene, profile, message),

  sendPhoto: sentIn,
  sendVoice: sentIn,

  async playVoice(scene, { conversation }) {
    const partner = await scene.partnerOf(conversation);
    if (partner) await scene.tell(partner, { type: "changed", conversation, message: null });
  },

  async readChat(scene, { conversation, seq }, { read_seq }) {
    const [me, partner] = [await scene.me(), await scene.partnerOf(conversation)];
    // Less than asked: the chat is a request, or somebody hides what they read. An own frame would tell that it was opened.
    if (partner && read_seq >= seq) await scene.tell(partner, { type: "read", conversation, seq: read_seq });
    if (me) await scene.tell(me, RECOUNT);
  },

  async muteChat(scene) {
    const me = await scene.me();
    if (me) await scene.tell(me, { type: "chats" }, RECOUNT);
  },

  editMessage: (scene, _, { message }) => changed(scene, message),
  react: (scene, _, { message }) => changed(scene, message),

  async hideMessage(scene, { conversation }, { message }) {
    const me = await scene.me();
    if (me) await scene.tell(me, { type: "changed", conversation, message }, RECOUNT);
  },

  async saveDraft(scene, { profile, client_id: client }, { draft }) {
    const me = await scene.me();
    const { text = "", reply_to = null, version = 0, client_id = "" } = draft ?? {};
    if (me) await scene.tell(me, { type: "draft", profile, client: client_id || client, text, reply_to, version });
  },

  async removeChat(scene) {
    const me = await scene.me();
    if (me) await scene.tell(me, { type: "chats" }, RECOUNT);
  },

  async answerRequest(scene) {
    const me = await scene.me();
    if (me) await scene.tell(me, { type: "chats" }, RECOUNT);
  },

  async block(scene, { profile }) {
    const me = await scene.me();
    await Promise.all([me && scene.tell(me, RECOUNT), scene.tell(profile, RECOUNT)]);
  },

  /** The answer does not tell whether the like was new. */
  async member(scene, _, { relation }) {
    const me = relation?.likes_me ? await scene.me() : null;
    if (me) await scene.tell(me, RECOUNT);
  },

  async like(scene, { profile }, { match }) {
    // A repeated like is not an event, and the answer does not mark it.
    if (!scene.known.isFirst(`like ${profile}`)) return;
    const me = await scene.me();
    if (me) await scene.tell(profile, { type: "like", profile: me, match }, RECOUNT);
  },

  async swipe(scene, { profile, liked }, { match }) {
    if (!liked || !scene.known.isFirst(`like ${profile}`)) return;
    const me = await scene.me();
    if (me) await scene.tell(profile, { type: "like", profile: me, match }, RECOUNT);
  },

  async undoSwipe({ known, tell }, _, { profile, liked }) {
    if (liked && known.forget(`like ${profile}`)) await tell(profile, RECOUNT);
  },

  async unlike({ known, tell }, { profile }) {
    if (known.forget(`like ${profile}`)) await tell(profile, RECOUNT);
  },
};
